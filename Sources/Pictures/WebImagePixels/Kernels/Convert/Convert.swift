/// Conversions of rows of pixels between a codec's format and a bitmap's.
///
/// Each format has its own loop, without a branch for each pixel.
public enum Convert {
    /// Converts a row of pixels to premultiplied blue, green, red, alpha.
    ///
    /// - Parameters:
    ///   - source: The pixels to read: `count` × `format.bytesPerPixel` bytes.
    ///   - format: The layout of a pixel in `source`.
    ///   - target: The pixels to write: `count` × 4 bytes. It may be `source` itself if the pixels
    ///     of both have 4 bytes.
    ///   - count: The number of pixels, at least 0.
    public static func premultiplied(
        from source: UnsafePointer<UInt8>, as format: PixelFormat,
        into target: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        let row = unsafe ConvertRow(source: source, target: target, count: count)
        switch format {
        case .bgra8Premultiplied: row.map { $0 }
        case .bgra8 where StraightColors.areKept: row.map { $0 }
        case .bgra8: row.map { PackedPixel.premultiply($0) }
        case .bgrx8: row.map { $0 | 0xFF00_0000 }
        case .rgba8 where StraightColors.areKept: row.map { PackedPixel.swapped($0) }
        case .rgba8: row.map { PackedPixel.premultiply(PackedPixel.swapped($0)) }
        case .rgb8: row.widened(swaps: true).widen(3) { opaque($2, $1, $0) }
        case .bgr8: row.widened(swaps: false).widen(3) { opaque($0, $1, $2) }
        case .gray8: row.widen(1) { gray, _, _ in opaque(gray, gray, gray) }
        case .grayAlpha8 where StraightColors.areKept:
            row.widen(2) { gray, alpha, _ in
                opaque(gray, gray, gray) & 0xFF_FFFF | UInt32(alpha) << 24
            }
        case .grayAlpha8:
            row.widen(2) { gray, alpha, _ in
                let colour = multiply(gray, alpha)
                return opaque(colour, colour, colour) & 0xFF_FFFF | UInt32(alpha) << 24
            }
        }
    }

    /// Converts a row of premultiplied pixels to another format.
    ///
    /// - Parameters:
    ///   - source: The pixels to read: `count` × 4 bytes of premultiplied blue, green, red, alpha.
    ///   - target: The pixels to write: `count` × `format.bytesPerPixel` bytes.
    ///   - format: The layout of a pixel in `target`; without alpha, pixels are drawn over `matte`.
    ///   - matte: Blue, green and red, each 0 to 255.
    ///   - count: The number of pixels, at least 0.
    public static func unpremultiplied(
        from source: UnsafePointer<UInt8>, into target: UnsafeMutablePointer<UInt8>,
        as format: PixelFormat, matte: SIMD3<UInt8> = SIMD3(255, 255, 255), count: Int
    ) {
        let row = unsafe ConvertRow(source: source, target: target, count: count)
        let matte = opaque(matte[0], matte[1], matte[2])
        switch format {
        case .bgra8Premultiplied: row.map { $0 }
        case .bgra8 where StraightColors.areKept: row.map { $0 }
        case .bgra8: row.map { straight($0) }
        case .rgba8: row.map { PackedPixel.swapped(straight($0)) }
        case .bgrx8: row.map { shown($0, on: matte) }
        case .rgb8: row.narrow(3) { PackedPixel.swapped(shown($0, on: matte)) }
        case .bgr8: row.narrow(3) { shown($0, on: matte) }
        case .gray8: row.narrow(1) { UInt32(luma(shown($0, on: matte))) }
        case .grayAlpha8:
            row.narrow(2) {
                let pixel = straight($0)
                return UInt32(luma(pixel)) | (pixel >> 24) << 8
            }
        }
    }

    /// Returns a × b / 255, rounded to the nearest integer.
    ///
    /// - Parameters:
    ///   - a: A factor, 0 to 255.
    ///   - b: A factor, 0 to 255, where 255 stands for 1.
    @inline(__always)
    public static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
        let product = UInt32(a) &* UInt32(b) &+ 128
        return UInt8(truncatingIfNeeded: (product &+ (product >> 8)) >> 8)
    }

    /// Returns a × 255 / alpha, rounded to the nearest integer: the inverse of premultiplying.
    ///
    /// - Parameters:
    ///   - a: A premultiplied sample, 0 to 255.
    ///   - alpha: The pixel's alpha, 0 to 255.
    /// - Returns: The straight sample, at most 255; 0 if `alpha` is 0.
    @inline(__always)
    public static func divide(_ a: UInt8, _ alpha: UInt8) -> UInt8 {
        guard alpha > 0 else { return 0 }
        return UInt8(min(255, (UInt32(a) &* 255 &+ UInt32(alpha) / 2) / UInt32(alpha)))
    }

    /// Returns the luma of a pixel: 0.299 red + 0.587 green + 0.114 blue (ITU-R BT.601).
    ///
    /// The weights are 16-bit fixed point, as in converters of JPEG and PNG.
    ///
    /// - Parameters:
    ///   - blue: The blue sample, 0 to 255.
    ///   - green: The green sample, 0 to 255.
    ///   - red: The red sample, 0 to 255.
    /// - Returns: The luma, 0 to 255.
    @inline(__always)
    public static func luma(_ blue: UInt8, _ green: UInt8, _ red: UInt8) -> UInt8 {
        let sum = UInt32(red) &* 19595 &+ UInt32(green) &* 38470 &+ UInt32(blue) &* 7471
        return UInt8(truncatingIfNeeded: (sum &+ 32768) >> 16)
    }

    @inline(__always)
    private static func luma(_ pixel: UInt32) -> UInt8 {
        luma(
            UInt8(truncatingIfNeeded: pixel), UInt8(truncatingIfNeeded: pixel >> 8),
            UInt8(truncatingIfNeeded: pixel >> 16))
    }

    @inline(__always)
    private static func opaque(_ blue: UInt8, _ green: UInt8, _ red: UInt8) -> UInt32 {
        UInt32(blue) | UInt32(green) << 8 | UInt32(red) << 16 | 0xFF00_0000
    }

    /// Returns the pixel over an opaque one.
    @inline(__always)
    private static func shown(_ pixel: UInt32, on matte: UInt32) -> UInt32 {
        guard pixel < 0xFF00_0000 else { return pixel }
        return pixel &+ PackedPixel.multiply(matte, 255 - (pixel >> 24))
    }

    /// Returns the pixel with its colour divided by alpha.
    @inline(__always)
    private static func straight(_ pixel: UInt32) -> UInt32 {
        guard pixel < 0xFF00_0000 else { return pixel }
        let alpha = UInt8(truncatingIfNeeded: pixel >> 24)
        let colour = opaque(
            divide(UInt8(truncatingIfNeeded: pixel), alpha),
            divide(UInt8(truncatingIfNeeded: pixel >> 8), alpha),
            divide(UInt8(truncatingIfNeeded: pixel >> 16), alpha))
        return colour & 0xFF_FFFF | pixel & 0xFF00_0000
    }
}
