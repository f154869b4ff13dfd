/// What the numbers of a pixel mean.
public struct ColorSpace: RawRepresentable, Hashable, Sendable {
    /// The name, as it stands in a key.
    public var rawValue: String

    /// A colour space by name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// IEC 61966-2-1, what every bitmap of a response is in.
    public static let sRGB = ColorSpace(rawValue: "srgb")

    /// Blue, green, red as an embedded profile says that is not applied (yet).
    public static let embedded = ColorSpace(rawValue: "embedded")

    /// Cyan, magenta, yellow, black in the four bytes of a pixel, 0 = no ink.
    ///
    /// Only between a decoder and the decode stage, which turns it into sRGB after scaling.
    public static let cmyk = ColorSpace(rawValue: "cmyk")
}
