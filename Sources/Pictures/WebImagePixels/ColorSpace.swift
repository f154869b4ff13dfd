/// The meaning of a pixel's samples.
public struct ColorSpace: RawRepresentable, Hashable, Sendable {
    /// The name, as written in cache keys.
    public var rawValue: String

    /// Creates a colour space.
    ///
    /// - Parameter rawValue: The name, as written in cache keys.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// IEC 61966-2-1, the colour space of every bitmap in a response.
    public static let sRGB = ColorSpace(rawValue: "srgb")

    /// Blue, green, red of an embedded profile that is not applied yet.
    public static let embedded = ColorSpace(rawValue: "embedded")

    /// Cyan, magenta, yellow, black in the four samples of a pixel; 0 means no ink.
    ///
    /// Used only between a decoder and the decode stage, which converts it to sRGB after scaling.
    public static let cmyk = ColorSpace(rawValue: "cmyk")
}
