/// The layout of a pixel's samples in memory, in byte order.
///
/// Libraries of codecs use these formats; a ``Bitmap`` is always ``bgra8Premultiplied``.
public enum PixelFormat: Hashable, Sendable, CaseIterable {
    /// Blue, green, red, alpha; colour premultiplied by alpha.
    case bgra8Premultiplied
    /// Blue, green, red, alpha; colour not premultiplied.
    case bgra8
    /// Blue, green, red and an unused byte.
    case bgrx8
    /// Red, green, blue, alpha; colour not premultiplied.
    case rgba8
    /// Red, green, blue.
    case rgb8
    /// Blue, green, red.
    case bgr8
    /// Grey.
    case gray8
    /// Grey and alpha; grey not premultiplied.
    case grayAlpha8

    /// The bytes of a pixel.
    public var bytesPerPixel: Int {
        switch self {
        case .bgra8Premultiplied, .bgra8, .bgrx8, .rgba8: 4
        case .rgb8, .bgr8: 3
        case .grayAlpha8: 2
        case .gray8: 1
        }
    }

    /// `true` if a pixel of this format can be transparent.
    public var hasAlpha: Bool {
        switch self {
        case .bgra8Premultiplied, .bgra8, .rgba8, .grayAlpha8: true
        case .bgrx8, .rgb8, .bgr8, .gray8: false
        }
    }

    /// `true` if a pixel of this format has no colour.
    package var isGray: Bool { self == .gray8 || self == .grayAlpha8 }
}
