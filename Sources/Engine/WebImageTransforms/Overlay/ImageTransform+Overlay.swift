public import WebImagePipeline
public import WebImagePixels

// Members for transforms that draw a second picture.
extension ImageTransform where Self == BuiltInTransform {
    /// Returns a transform that draws a second picture on a picture, such as a watermark.
    ///
    /// The second picture has its own request. The pipeline loads it before the first one, under
    /// the same cache policy and limits, and at most once for all requests that need it at a time;
    /// of an animation, it draws the first frame. A `file:` URL in text is refused unless the
    /// pipeline's `defaults` set `allowsFileURLs`.
    ///
    /// ```swift
    /// request.transforms = [
    ///     .composite("https://example.com/logo.png", at: .southeast, x: 10, y: 10, opacity: 0.5)
    /// ]
    /// ```
    ///
    /// - Parameters:
    ///   - input: The request of the second picture. Its transforms have no second picture
    ///     themselves. A
    ///     file or bytes need a `sourceKey`, else a view does not show the image in memory at once.
    ///   - gravity: The place of the second picture.
    ///   - x: The distance to the left or right edge, or to the right of the middle: pixels, or
    ///     below 1 a
    ///     share of the picture's width. Of tiles, the gap between two. At least one pixel is shown.
    ///   - y: The distance to the upper or lower edge, or below the middle; as `x`.
    ///   - opacity: The share of the second picture that is drawn, 0 to 1.
    ///   - scale: The box that the second picture is scaled to fit, as a share of the picture's
    ///     sides,
    ///     above 0 and at most 16; nil for its own size.
    ///   - tiles: `true` repeats the second picture all over the picture, one in its middle.
    public static func composite(
        _ input: some ImageRequestConvertible, at gravity: Gravity = .center, x: Double = 0,
        y: Double = 0, opacity: Double = 1, scale: Double? = nil, tiles: Bool = false
    ) -> BuiltInTransform {
        let placement = Placement(
            gravity: gravity, x: x, y: y, opacity: opacity, scale: scale, tiles: tiles)
        return BuiltInTransform(Composite(input.imageRequest, placement))
    }

    /// Returns a transform that draws a line of text on a picture.
    ///
    /// The decoder of SVG (trait `SVG`) draws it, with fonts of the system; without one the request
    /// fails. The text's place is its ink's, without the room that a font has around it.
    ///
    /// ```swift
    /// request.transforms = [.text("© Example", size: 24, at: .southeast, x: 10, y: 10)]
    /// ```
    ///
    /// - Parameters:
    ///   - text: At most 256 characters, none of them a control character.
    ///   - size: The size of the font in pixels, 1 to 512, and at most 4096 divided by the number
    ///     of
    ///     characters.
    ///   - color: The colour of the text.
    ///   - font: The family of the font, as in `DejaVu Sans`: letters, digits, spaces and hyphens.
    ///   - gravity: The place of the text.
    ///   - x: The distance to the left or right edge, as of a composite.
    ///   - y: The distance to the upper or lower edge, as of a composite.
    ///   - opacity: The share of the text that is drawn, 0 to 1.
    ///   - tiles: `true` repeats the text all over the picture, one in its middle.
    public static func text(
        _ text: String, size: Double = 32, color: RGBAColor = .white, font: String = "sans-serif",
        at gravity: Gravity = .center, x: Double = 0, y: Double = 0, opacity: Double = 1,
        tiles: Bool = false
    ) -> BuiltInTransform {
        let placement = Placement(gravity: gravity, x: x, y: y, opacity: opacity, tiles: tiles)
        let style = TextStyle(size: size, color: color, font: font)
        return BuiltInTransform(DrawnText(text, style, placement))
    }
}
