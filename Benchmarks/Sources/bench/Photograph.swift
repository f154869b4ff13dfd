import WebImage

/// A picture that compresses like a photograph: large soft shapes, texture, grain.
struct Photograph {
    let size: PixelSize
    /// The number of levels of a pixel's grain, of 255.
    var grain: UInt32 = 25
    /// The position of the camera, in heights of the picture: moving it makes a film.
    var shift: Float = 0

    var bitmap: Bitmap {
        var bitmap = Bitmap(size: size, isOpaque: true)
        let bytesPerRow = bitmap.bytesPerRow
        bitmap.withUnsafeMutableRows { rows in
            for y in 0..<size.height {
                let row = rows + y * bytesPerRow
                for x in 0..<size.width {
                    let colour = colour(x, y)
                    for channel in 0..<4 { row[x * 4 + channel] = colour[channel] }
                }
            }
        }
        return bitmap
    }

    private func colour(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
        let u = Float(x) / Float(size.height) + shift
        let v = Float(y) / Float(size.height)
        let shape = Self.noise(u * 3, v * 3)
        let texture = Self.noise(u * 40, v * 40) * shape
        // The noise of a sensor: different in each pixel and each frame.
        let random = Self.hash(x &+ Int(shift * 65536), y) % max(grain, 1)
        let level = Float(random) - Float(grain) / 2
        let light = SIMD4<Float>(60, 50, 40, 255) + SIMD4<Float>(120, 130, 90, 0) * shape
        let detail = SIMD4<Float>(40, 60, 80, 0) * texture + SIMD4<Float>(1, 1, 1, 0) * level
        return SIMD4<UInt8>(
            (light + detail).clamped(lowerBound: .zero, upperBound: .init(repeating: 255)))
    }

    /// Returns smooth noise from 0 to 1, interpolated between random numbers at whole coordinates.
    private static func noise(_ x: Float, _ y: Float) -> Float {
        let (left, top) = (Int(x), Int(y))
        let (fx, fy) = (smooth(x - Float(left)), smooth(y - Float(top)))
        func corner(_ dx: Int, _ dy: Int) -> Float {
            Float(hash(left + dx, top + dy) & 0xFFFF) / 65535
        }
        let upper = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * fx
        let lower = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * fx
        return upper + (lower - upper) * fy
    }

    private static func smooth(_ t: Float) -> Float { t * t * (3 - 2 * t) }

    private static func hash(_ x: Int, _ y: Int) -> UInt32 {
        var bits = UInt32(truncatingIfNeeded: x) &* 0x9E37_79B1
        bits ^= UInt32(truncatingIfNeeded: y) &* 0x85EB_CA77
        bits = (bits ^ bits >> 15) &* 0x2C1B_3C6D
        bits = (bits ^ bits >> 12) &* 0x297A_2D39
        return bits ^ bits >> 15
    }
}
