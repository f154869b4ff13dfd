import CWebImageKernels

/// The numbers of the samples of a deep format, by which one source of a kernel serves all of them.
protocol DeepNumbers {
    /// The sample of 1: white, and opaque.
    static var one: UInt16 { get }
    /// Returns the number of a sample; pixels are mixed in these numbers.
    static func number(_ sample: UInt16) -> Float
    /// Returns the nearest sample of a number, within the range of the format.
    static func sample(_ number: Float) -> UInt16
    /// Returns the number of a sample by the curve of sRGB, in which colours are changed.
    static func level(_ sample: UInt16) -> Float
    /// Returns the nearest sample of a number by the curve of sRGB.
    static func sample(ofLevel level: Float) -> UInt16
}

/// The numbers of ``SampleFormat/rgba16``, which have the curve of sRGB themselves.
enum CurvedNumbers: DeepNumbers {
    static let one = UInt16.max

    @inline(__always)
    static func number(_ sample: UInt16) -> Float { Float(sample) / 65535 }

    @inline(__always)
    static func sample(_ number: Float) -> UInt16 {
        UInt16(min(max(number, 0), 1) * 65535 + 0.5)
    }

    @inline(__always)
    static func level(_ sample: UInt16) -> Float { number(sample) }

    @inline(__always)
    static func sample(ofLevel level: Float) -> UInt16 { sample(level) }
}

/// The numbers of ``SampleFormat/rgbaHalf``: linear light.
///
/// The curve of sRGB goes on above 1, and mirrored below 0 (IEC 61966-2-1, annex G).
enum LinearNumbers: DeepNumbers {
    static let one = HalfFloat.one

    @inline(__always)
    static func number(_ sample: UInt16) -> Float { HalfFloat.numbers[Int(sample)] }

    static func sample(_ number: Float) -> UInt16 { HalfFloat.half(number) }

    @inline(__always)
    static func level(_ sample: UInt16) -> Float { levels[Int(sample)] }

    static func sample(ofLevel level: Float) -> UInt16 {
        HalfFloat.half(extended(level) { Lightness.linear($0) })
    }

    /// The level of each half.
    private static let levels = HalfFloat.numbers.map { number in
        extended(number) { Lightness.encoded($0) }
    }

    private static func extended(_ value: Float, _ curve: (Double) -> Double) -> Float {
        Float(value < 0 ? -curve(-Double(value)) : curve(Double(value)))
    }
}

/// The meaning of the fourth sample of deep pixels.
enum FourthSample {
    /// The opacity, which multiplies the colours where pixels are mixed.
    case alpha
    /// The largest number.
    case opaque
    /// The fourth ink, which is mixed as the other three are.
    case ink
}

extension Bitmap {
    /// The meaning of the fourth samples of a deep bitmap.
    var fourthSample: FourthSample {
        colorSpace == .cmyk ? .ink : isOpaque ? .opaque : .alpha
    }
}

extension SampleFormat {
    /// Reads a row of this deep format as numbers, with colours multiplied by alpha.
    @inline(__always)
    func load(
        _ row: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<Float>, count: Int,
        _ fourth: FourthSample
    ) {
        // Safe because the caller guarantees `count` pixels in both rows.
        if self == .rgbaHalf {
            unsafe cwik_light_load(row, target, count, fourth != .alpha)
        } else {
            unsafe cwik_deep_load(row, target, count, fourth != .alpha)
        }
    }

    /// Writes numbers as a row of this deep format.
    @inline(__always)
    func store(
        _ row: UnsafePointer<Float>, into target: UnsafeMutablePointer<UInt16>, count: Int,
        _ fourth: FourthSample
    ) {
        // Safe because the caller guarantees `count` pixels in both rows.
        if self == .rgbaHalf {
            unsafe cwik_light_store(row, target, count, fourth != .alpha)
        } else if fourth == .ink {
            unsafe cwik_deep_store_samples(row, target, count)
        } else {
            unsafe cwik_deep_store(row, target, count, fourth == .opaque)
        }
    }
}
