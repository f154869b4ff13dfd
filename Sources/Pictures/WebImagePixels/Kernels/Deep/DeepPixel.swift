/// The conversions of one pixel between ``SampleFormat/rgba16`` and ``SampleFormat/bgra8``.
enum DeepPixel {
    /// Returns premultiplied blue, green, red, alpha of straight red, green, blue, alpha; rounded.
    @inline(__always)
    static func eight(of pixel: SIMD4<UInt16>) -> SIMD4<UInt8> {
        let alpha = UInt32(pixel.w)
        guard alpha < 65535 else {
            return SIMD4(eight(pixel.z), eight(pixel.y), eight(pixel.x), 255)
        }
        return SIMD4(
            multiplied(pixel.z, alpha), multiplied(pixel.y, alpha), multiplied(pixel.x, alpha),
            eight(pixel.w))
    }

    /// Returns four samples in their order, such as inks, rounded to 8 bits.
    @inline(__always)
    static func eightEach(of pixel: SIMD4<UInt16>) -> SIMD4<UInt8> {
        SIMD4(eight(pixel.x), eight(pixel.y), eight(pixel.z), eight(pixel.w))
    }

    /// Returns straight red, green, blue, alpha of premultiplied blue, green, red, alpha.
    ///
    /// Exact for opaque pixels: a sample of 8 bits comes back from its 16.
    @inline(__always)
    static func sixteen(of pixel: SIMD4<UInt8>) -> SIMD4<UInt16> {
        let alpha = UInt32(pixel.w)
        return SIMD4(
            divided(pixel.z, alpha), divided(pixel.y, alpha), divided(pixel.x, alpha),
            UInt16(pixel.w) * 257)
    }

    /// Returns a sample, rounded to 8 bits.
    @inline(__always)
    static func eight(_ sample: UInt16) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt32(sample) * 255 + 32767) / 65535)
    }

    /// At most 65535 × 65535 / 257 / 65535 = 255.
    @inline(__always)
    private static func multiplied(_ sample: UInt16, _ alpha: UInt32) -> UInt8 {
        let one = UInt64(65535 * 257)
        return UInt8(truncatingIfNeeded: (UInt64(sample) * UInt64(alpha) + one / 2) / one)
    }

    @inline(__always)
    private static func divided(_ sample: UInt8, _ alpha: UInt32) -> UInt16 {
        guard alpha > 0 else { return 0 }
        return UInt16(min(65535, (UInt32(sample) * 65535 + alpha / 2) / alpha))
    }
}
