/// How the samples of one pixel lie in memory, in the order of their bytes.
///
/// What codecs hand to and take from their libraries; a ``Bitmap`` is always ``bgra8Premultiplied``.
public enum PixelFormat: Hashable, Sendable, CaseIterable {
    /// Blue, green, red, alpha; colour already multiplied by alpha.
    case bgra8Premultiplied
    /// Blue, green, red, alpha; colour not multiplied.
    case bgra8
    /// Blue, green, red and a byte that says nothing.
    case bgrx8
    /// Red, green, blue, alpha; colour not multiplied.
    case rgba8
    /// Red, green, blue.
    case rgb8
    /// Blue, green, red.
    case bgr8
    /// Grey.
    case gray8
    /// Grey and alpha; grey not multiplied.
    case grayAlpha8

    /// Bytes a pixel takes.
    public var bytesPerPixel: Int {
        switch self {
        case .bgra8Premultiplied, .bgra8, .bgrx8, .rgba8: 4
        case .rgb8, .bgr8: 3
        case .grayAlpha8: 2
        case .gray8: 1
        }
    }

    /// Whether a pixel of this format can be anything but opaque.
    public var hasAlpha: Bool {
        switch self {
        case .bgra8Premultiplied, .bgra8, .rgba8, .grayAlpha8: true
        case .bgrx8, .rgb8, .bgr8, .gray8: false
        }
    }
}
