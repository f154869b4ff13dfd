/// Changes the layout of rows of pixels between a codec's format and a bitmap's.
public enum Convert {
    /// Writes `count` pixels of `format` as premultiplied blue, green, red, alpha.
    ///
    /// - Parameters:
    ///   - source: `count` × `format.bytesPerPixel` bytes.
    ///   - target: `count` × 4 bytes; may be `source` itself where a pixel has 4 bytes in both.
    public static func premultiplied(
        from source: UnsafePointer<UInt8>, as format: PixelFormat,
        into target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let step = format.bytesPerPixel
        for pixel in 0..<count {
            // Safe because both rows hold `count` pixels, as the caller promised.
            let (blue, green, red, alpha) = unsafe load(source + pixel * step, as: format)
            let out = unsafe target + pixel * 4
            let scales = format.hasAlpha && format != .bgra8Premultiplied
            unsafe out[0] = scales ? multiply(blue, alpha) : blue
            unsafe out[1] = scales ? multiply(green, alpha) : green
            unsafe out[2] = scales ? multiply(red, alpha) : red
            unsafe out[3] = alpha
        }
    }

    /// Writes `count` premultiplied pixels as `format`; one without alpha shows them on `matte`.
    ///
    /// - Parameters:
    ///   - source: `count` × 4 bytes of premultiplied blue, green, red, alpha.
    ///   - target: `count` × `format.bytesPerPixel` bytes.
    ///   - matte: Blue, green, red behind transparent pixels of a format without alpha.
    public static func unpremultiplied(
        from source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>,
        as format: PixelFormat, matte: SIMD3<UInt8> = SIMD3(255, 255, 255), count: Int
    ) {
        let step = format.bytesPerPixel
        for pixel in 0..<count {
            // Safe because both rows hold `count` pixels, as the caller promised.
            let from = unsafe source + pixel * 4
            var (blue, green, red, alpha) = unsafe (from[0], from[1], from[2], from[3])
            if !format.hasAlpha {
                let rest = 255 - alpha
                blue = blue &+ multiply(matte[0], rest)
                green = green &+ multiply(matte[1], rest)
                red = red &+ multiply(matte[2], rest)
                alpha = 255
            } else if format != .bgra8Premultiplied {
                blue = divide(blue, alpha)
                green = divide(green, alpha)
                red = divide(red, alpha)
            }
            unsafe store((blue, green, red, alpha), as: format, to: target + pixel * step)
        }
    }

    /// a × b / 255, rounded.
    @inline(__always)
    public static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
        let product = UInt32(a) &* UInt32(b) &+ 128
        return UInt8(truncatingIfNeeded: (product &+ (product >> 8)) >> 8)
    }

    /// a × 255 / alpha, rounded and held at 255; 0 where alpha is 0.
    @inline(__always)
    public static func divide(_ a: UInt8, _ alpha: UInt8) -> UInt8 {
        guard alpha > 0 else { return 0 }
        return UInt8(min(255, (UInt32(a) &* 255 &+ UInt32(alpha) / 2) / UInt32(alpha)))
    }

    @inline(__always)
    private static func load(
        _ p: UnsafePointer<UInt8>, as format: PixelFormat
    ) -> (UInt8, UInt8, UInt8, UInt8) {
        switch format {
        case .bgra8Premultiplied, .bgra8: unsafe (p[0], p[1], p[2], p[3])
        case .bgrx8: unsafe (p[0], p[1], p[2], 255)
        case .rgba8: unsafe (p[2], p[1], p[0], p[3])
        case .rgb8: unsafe (p[2], p[1], p[0], 255)
        case .bgr8: unsafe (p[0], p[1], p[2], 255)
        case .gray8: unsafe (p[0], p[0], p[0], 255)
        case .grayAlpha8: unsafe (p[0], p[0], p[0], p[1])
        }
    }

    @inline(__always)
    private static func store(
        _ pixel: (blue: UInt8, green: UInt8, red: UInt8, alpha: UInt8), as format: PixelFormat,
        to p: UnsafeMutablePointer<UInt8>
    ) {
        switch format {
        case .bgra8Premultiplied, .bgra8, .bgrx8:
            unsafe (p[0], p[1], p[2], p[3]) = (pixel.blue, pixel.green, pixel.red, pixel.alpha)
        case .rgba8:
            unsafe (p[0], p[1], p[2], p[3]) = (pixel.red, pixel.green, pixel.blue, pixel.alpha)
        case .rgb8: unsafe (p[0], p[1], p[2]) = (pixel.red, pixel.green, pixel.blue)
        case .bgr8: unsafe (p[0], p[1], p[2]) = (pixel.blue, pixel.green, pixel.red)
        case .gray8: unsafe p[0] = luma(pixel.blue, pixel.green, pixel.red)
        case .grayAlpha8:
            unsafe (p[0], p[1]) = (luma(pixel.blue, pixel.green, pixel.red), pixel.alpha)
        }
    }

    /// Luma of ITU-R BT 601 in 16-bit fixed point, the weights of JPEG and PNG converters.
    @inline(__always)
    public static func luma(_ blue: UInt8, _ green: UInt8, _ red: UInt8) -> UInt8 {
        let sum = UInt32(red) &* 19595 &+ UInt32(green) &* 38470 &+ UInt32(blue) &* 7471
        return UInt8(truncatingIfNeeded: (sum &+ 32768) >> 16)
    }
}
