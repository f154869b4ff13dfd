/// The conversions of one pixel between ``SampleFormat/rgbaHalf`` and ``SampleFormat/rgba16``.
///
/// Light is limited to 0 to 1; ``LightReduction`` maps what is above.
enum LightPixel {
    /// Returns the halves of an sRGB pixel.
    @inline(__always)
    static func light(of pixel: SIMD4<UInt16>) -> SIMD4<UInt16> {
        SIMD4(
            Tables.halves[Int(pixel.x)], Tables.halves[Int(pixel.y)],
            Tables.halves[Int(pixel.z)], HalfFloat.half(Float(pixel.w) / 65535))
    }

    /// Returns the sRGB pixel of halves.
    @inline(__always)
    static func sixteen(of pixel: SIMD4<UInt16>) -> SIMD4<UInt16> {
        SIMD4(
            sample(pixel.x), sample(pixel.y), sample(pixel.z),
            UInt16(min(max(HalfFloat.numbers[Int(pixel.w)], 0), 1) * 65535 + 0.5))
    }

    /// Returns the sample of sRGB of a half.
    @inline(__always)
    static func sample(_ half: UInt16) -> UInt16 {
        half >= 0x8000 ? 0 : Tables.samples[Int(min(half, HalfFloat.one))]
    }

    /// Returns the numbers of halves; slow, for single pixels.
    static func floats(_ pixel: SIMD4<UInt16>) -> SIMD4<Float> {
        SIMD4(
            HalfFloat.number(pixel.x), HalfFloat.number(pixel.y), HalfFloat.number(pixel.z),
            HalfFloat.number(pixel.w))
    }

    /// Returns the halves of numbers; slow, for single pixels.
    static func halves(_ pixel: SIMD4<Float>) -> SIMD4<UInt16> {
        SIMD4(
            HalfFloat.half(pixel.x), HalfFloat.half(pixel.y), HalfFloat.half(pixel.z),
            HalfFloat.half(min(max(pixel.w, 0), 1)))
    }

    private enum Tables {
        /// The half of the light of each sample of 16 bits.
        static let halves = (0...65535).map {
            HalfFloat.half(Float(Lightness.linear(Double($0) / 65535)))
        }
        /// The sample of the light of each half from 0 to 1.
        static let samples = (0...Int(HalfFloat.one)).map {
            UInt16((Lightness.encoded(Double(HalfFloat.number(UInt16($0)))) * 65535).rounded())
        }
    }
}

/// The reduction of ``SampleFormat/rgbaHalf`` to the range of sRGB, by ``HighlightMapping``.
///
/// The mapping is applied to the greatest of the three channels, and all three are scaled alike,
/// so hues stay. Negative light is cut off.
struct LightReduction {
    /// The factor of each positive half as the greatest channel; empty if nothing is brighter than
    /// white.
    private let factors: [Float]

    init(headroom: Double) {
        guard headroom > 1 else {
            factors = []
            return
        }
        let white = HighlightMapping.white
        factors = (0...Int(HalfFloat.greatest)).map { half in
            let light = Double(HalfFloat.numbers[half]) * white
            guard light > 0 else { return 1 }
            return Float(HighlightMapping.shown(light, peak: headroom * white) / light)
        }
    }

    /// Returns the sRGB pixel of a pixel of light.
    @inline(__always)
    func sixteen(of pixel: SIMD4<UInt16>) -> SIMD4<UInt16> {
        guard !factors.isEmpty else { return LightPixel.sixteen(of: pixel) }
        let limited = pixel.replacing(with: 0, where: pixel .>= 0x8000)
        let greatest = min(max(limited.x, limited.y, limited.z), HalfFloat.greatest)
        let factor = factors[Int(greatest)]
        guard factor < 1 else { return LightPixel.sixteen(of: pixel) }
        @inline(__always)
        func sample(_ half: UInt16) -> UInt16 {
            LightPixel.sample(HalfFloat.half(HalfFloat.numbers[Int(half)] * factor))
        }
        let alpha = LightPixel.sixteen(of: SIMD4(0, 0, 0, pixel.w)).w
        return SIMD4(sample(limited.x), sample(limited.y), sample(limited.z), alpha)
    }
}
