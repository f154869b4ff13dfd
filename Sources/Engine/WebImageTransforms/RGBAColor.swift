import WebImageCoding
public import WebImageLoading
import WebImagePixels

/// A colour of eight bits a channel, not multiplied by its alpha.
///
/// The numbers are in the picture's colour space, which is sRGB in the pipeline.
public struct RGBAColor: Hashable, Sendable {
    /// Red, 0 to 255.
    public var red: UInt8
    /// Green, 0 to 255.
    public var green: UInt8
    /// Blue, 0 to 255.
    public var blue: UInt8
    /// Opacity, 0 to 255.
    public var alpha: UInt8

    /// Creates a colour of straight sRGB channels, each 0 to 255, opaque by default.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Opaque black.
    public static let black = RGBAColor(red: 0, green: 0, blue: 0)
    /// Opaque white.
    public static let white = RGBAColor(red: 255, green: 255, blue: 255)
    /// Transparent black.
    public static let clear = RGBAColor(red: 0, green: 0, blue: 0, alpha: 0)

    /// Blue, green, red, alpha; not multiplied.
    var straightPixel: SIMD4<UInt8> { SIMD4(blue, green, red, alpha) }

    /// Blue, green, red, alpha; multiplied, as in a bitmap.
    var pixel: SIMD4<UInt8> {
        SIMD4(
            Convert.multiply(blue, alpha), Convert.multiply(green, alpha),
            Convert.multiply(red, alpha), alpha)
    }
}

extension RGBAColor: ParsableValue {
    /// The form of a colour, for errors.
    static let expected = "a colour such as #3366ff or #3366ff80"

    /// The channels as in `#3366ff`, followed by alpha if not opaque: `#3366ff80`.
    public var spelling: String {
        let channels = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
        return "#" + Hexadecimal.text(of: channels)
    }

    /// Reads `#rrggbb` or `#rrggbbaa` in either case; the `#`, a URL's separator, may be left out.
    public init?(spelling: some StringProtocol) {
        var digits = spelling[...]
        if digits.first == "#" { digits.removeFirst() }
        let values = digits.utf8.count <= 8 ? digits.utf8.compactMap(Hexadecimal.value) : []
        guard values.count == digits.utf8.count, values.count == 6 || values.count == 8 else {
            return nil
        }
        let channels = stride(from: 0, to: values.count, by: 2).map {
            values[$0] << 4 | values[$0 + 1]
        }
        self.init(
            red: channels[0], green: channels[1], blue: channels[2],
            alpha: channels.count == 4 ? channels[3] : 255)
    }
}
