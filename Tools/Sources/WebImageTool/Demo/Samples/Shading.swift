import WebImage

/// Red, green and blue from 0 to 1, encoded as sRGB.
typealias Tone = SIMD3<Float>

extension SIMD3<Float> {
    /// Creates a colour from a number such as `0xFF8800`.
    init(hex: UInt32) {
        self.init(
            Float(hex >> 16 & 255) / 255, Float(hex >> 8 & 255) / 255, Float(hex & 255) / 255)
    }

    /// Interpolates to another colour: returns itself at 0, the other one at 1.
    func mixed(_ other: Self, _ share: Float) -> Self {
        self + (other - self) * Swift.min(Swift.max(share, 0), 1)
    }
}

/// Returns 0 below `low`, 1 above `high`, and a smooth transition between.
func smoothStep(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let share = min(max((value - low) / (high - low), 0), 1)
    return share * share * (3 - 2 * share)
}

extension Bitmap {
    /// Sets every pixel to the result of `pixel`: premultiplied blue, green, red, alpha, 0 to 255.
    mutating func paintEveryPixel(_ pixel: (_ x: Int, _ y: Int) -> SIMD4<Float>) {
        let (size, stride) = (size, bytesPerRow)
        withUnsafeMutableRows { rows in
            for y in 0..<size.height {
                let row = UnsafeMutableRawPointer(rows + y * stride)
                    .assumingMemoryBound(to: SIMD4<UInt8>.self)
                for x in 0..<size.width {
                    let value = pixel(x, y) + 0.5
                    row[x] = SIMD4(
                        Self.byte(value.x), Self.byte(value.y), Self.byte(value.z),
                        Self.byte(value.w))
                }
            }
        }
    }

    /// Converts one channel; converting a whole vector is a chain of generic calls.
    private static func byte(_ value: Float) -> UInt8 {
        UInt8(Swift.min(Swift.max(value, 0), 255))
    }

    /// Returns an opaque picture with the colours of `tone`.
    static func painted(_ size: PixelSize, _ tone: (_ x: Int, _ y: Int) -> Tone) -> Bitmap {
        var result = Bitmap(size: size, isOpaque: true)
        result.paintEveryPixel { x, y in
            let color = tone(x, y) * 255
            return SIMD4(color.z, color.y, color.x, 255)
        }
        return result
    }
}
