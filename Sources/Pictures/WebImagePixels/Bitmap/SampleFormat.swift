/// The layout of the samples of a ``Bitmap``.
public enum SampleFormat: String, Hashable, Sendable, CaseIterable {
    /// 8-bit blue, green, red, alpha; colours are multiplied by alpha.
    case bgra8
    /// 16-bit red, green, blue, alpha in native byte order; 65535 is white and opaque.
    ///
    /// Colours are not multiplied by alpha, so that the colours of a file stay as they are whatever
    /// their alpha; kernels multiply where they mix pixels.
    case rgba16

    /// The bytes of a pixel.
    public var bytesPerPixel: Int {
        switch self {
        case .bgra8: 4
        case .rgba16: 8
        }
    }

    /// `true` if colours are multiplied by alpha.
    public var isPremultiplied: Bool { self == .bgra8 }

    /// The bits of a sample.
    public var mostBits: Int {
        switch self {
        case .bgra8: 8
        case .rgba16: 16
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
