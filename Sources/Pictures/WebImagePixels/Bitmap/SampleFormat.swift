/// The layout of the samples of a ``Bitmap``.
public enum SampleFormat: String, Hashable, Sendable, CaseIterable {
    /// 8-bit blue, green, red, alpha; colours are multiplied by alpha.
    case bgra8
    /// 16-bit red, green, blue, alpha in native byte order; 65535 is white and opaque.
    ///
    /// Colours are not multiplied by alpha, so that the colours of a file stay as they are whatever
    /// their alpha; kernels multiply where they mix pixels.
    case rgba16
    /// Half floats (IEEE 754 binary16, stored as `UInt16`) of red, green, blue, alpha: linear light
    /// of BT.709's primaries, in which 1 is the reference white of 203 cd/m² (ITU-R BT.2408).
    ///
    /// Light above 1 is brighter than white, light below 0 belongs to colours outside of sRGB;
    /// alpha is 0 to 1, and colours are not multiplied by it. Kernels read infinity as 65504, and
    /// NaN as 0.
    case rgbaHalf

    /// The bytes of a pixel.
    public var bytesPerPixel: Int {
        switch self {
        case .bgra8: 4
        case .rgba16, .rgbaHalf: 8
        }
    }

    /// `true` if colours are multiplied by alpha.
    public var isPremultiplied: Bool { self == .bgra8 }

    /// The bits of a sample, also of a float.
    public var mostBits: Int {
        switch self {
        case .bgra8: 8
        case .rgba16, .rgbaHalf: 16
        }
    }
}

/// The error of code for one sample format that got another one.
public struct SampleFormatError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The format of the bitmap.
    public let found: SampleFormat
    /// The format that the code reads.
    public let expected: SampleFormat

    /// Such as `the bitmap has 16 bits a sample (rgba16), expected bgra8`.
    public var description: String {
        "the bitmap has \(found.mostBits) bits a sample (\(found.rawValue)), "
            + "expected \(expected.rawValue)"
    }
}
