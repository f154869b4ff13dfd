public import WebImagePixels

/// Computed pictures, the same on every machine, for demonstrations and tests.
public enum Scene {
    /// Returns an opaque landscape: graded sky, sun, hills with texture, a fence of fine lines.
    ///
    /// - Parameter size: The width and height in pixels, each at least 1.
    public static func photograph(size: PixelSize) -> Bitmap {
        picture(size, isOpaque: true) { x, y in
            // The scene is the same at every size; only the grain is always one pixel.
            let u = (Double(x) + 0.5) / Double(size.width)
            let v = (Double(y) + 0.5) / Double(size.height)
            let grain = Double(hash(x, y, 7) & 7) - 3.5
            let colour = landscape(u, v)
            return pixel(
                red: colour.x + grain, green: colour.y + grain, blue: colour.z + grain, alpha: 255)
        }
    }

    /// Returns soft discs of changing colour: every alpha from 0 to 255, premultiplied.
    ///
    /// - Parameter size: The width and height in pixels, each at least 1.
    public static func transparency(size: PixelSize) -> Bitmap {
        picture(size, isOpaque: false) { x, y in
            let u = (Double(x) + 0.5) / Double(size.width)
            let v = (Double(y) + 0.5) / Double(size.height)
            let (du, dv) = (u - 0.5, v - 0.5)
            let distance = (du * du + dv * dv).squareRoot()
            let ring = 1 - abs(distance - 0.3) * 4
            let alpha = max(min(max(ring, 0.9 - distance * 5), 1), 0)
            return pixel(
                red: 255 * u, green: 255 * v, blue: 255 * noise(u * 8, v * 8), alpha: 255 * alpha)
        }
    }

    /// Returns independent random pixels, premultiplied.
    ///
    /// - Parameters:
    ///   - size: The width and height in pixels, each at least 1.
    ///   - seed: The start of the random numbers: equal seeds give equal pixels.
    ///   - isOpaque: `true` if every alpha is 255.
    public static func noise(size: PixelSize, seed: UInt64, isOpaque: Bool = false) -> Bitmap {
        picture(size, isOpaque: isOpaque) { x, y in
            let bits = hash(x, y, seed)
            let alpha = isOpaque ? 255 : Double(bits >> 24 & 255)
            return pixel(
                red: Double(bits & 255), green: Double(bits >> 8 & 255),
                blue: Double(bits >> 16 & 255), alpha: alpha)
        }
    }

    private static func landscape(_ u: Double, _ v: Double) -> SIMD3<Double> {
        let far = 0.55 + 0.12 * noise(u * 5, 1.5)
        let near = 0.72 + 0.10 * noise(u * 3, 9.5)
        if v > near {
            let grass = noise(u * 60, v * 90) * 0.6 + noise(u * 17, v * 23) * 0.4
            let isPost = v > 0.85 && (u * 40).truncatingRemainder(dividingBy: 1) < 0.25
            return isPost ? SIMD3(200, 190, 170) : SIMD3(40, 70, 25) + SIMD3(50, 80, 30) * grass
        }
        if v > far {
            return SIMD3(70, 95, 110) + SIMD3(30, 35, 25) * noise(u * 30, v * 50)
        }
        let (du, dv) = (u - 0.75, v - 0.2)
        if du * du + dv * dv < 0.004 { return SIMD3(255, 244, 190) }
        let cloud = max(noise(u * 6, v * 14) * 0.7 + noise(u * 19, v * 37) * 0.3 - 0.5, 0) * 2
        let sky = SIMD3(90, 150, 230) + SIMD3(120, 70, 10) * v
        return sky + (SIMD3(245, 245, 248) - sky) * cloud
    }

    /// Returns noise from 0 to 1, interpolated between random numbers at integer coordinates.
    private static func noise(_ x: Double, _ y: Double) -> Double {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (fx, fy) = (smooth(x - left), smooth(y - top))
        func corner(_ dx: Int, _ dy: Int) -> Double {
            Double(hash(Int(left) + dx, Int(top) + dy, 99) & 0xFFFF) / 65535
        }
        let upper = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * fx
        let lower = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * fx
        return upper + (lower - upper) * fy
    }

    private static func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }

    private static func hash(_ x: Int, _ y: Int, _ seed: UInt64) -> UInt64 {
        var bits = UInt64(truncatingIfNeeded: x) &* 0x9E37_79B9_7F4A_7C15
        bits ^= UInt64(truncatingIfNeeded: y) &* 0xC2B2_AE3D_27D4_EB4F
        bits ^= seed &* 0x1656_67B1_9E37_79F9
        bits = (bits ^ bits >> 31) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 29) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 32
    }

    private static func pixel(
        red: Double, green: Double, blue: Double, alpha: Double
    ) -> SIMD4<UInt8> {
        let alpha = alpha.rounded()
        func channel(_ value: Double) -> UInt8 {
            UInt8((max(min(value, 255), 0) * alpha / 255).rounded())
        }
        return SIMD4(channel(blue), channel(green), channel(red), UInt8(alpha))
    }

    static func picture(
        _ size: PixelSize, isOpaque: Bool, _ colour: (Int, Int) -> SIMD4<UInt8>
    ) -> Bitmap {
        var bitmap = Bitmap(size: size, isOpaque: isOpaque)
        let stride = bitmap.bytesPerRow
        bitmap.withUnsafeMutableRows { rows in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let value = colour(x, y)
                    let at = y * stride + x * 4
                    for channel in 0..<4 { rows[at + channel] = value[channel] }
                }
            }
        }
        return bitmap
    }
}
