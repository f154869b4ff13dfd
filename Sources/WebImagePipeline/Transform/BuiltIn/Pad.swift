import WebImageCaching
import WebImageLoading
public import WebImagePixels

/// Puts a picture in the middle of a canvas that is at least as large.
public struct Pad: SpelledTransform, BuiltInTransform {
    /// The canvas; a side of 0, or shorter than the picture's, is the picture's.
    public let size: PixelSize
    /// What the picture stands on; also behind its transparent pixels.
    public let color: RGBAColor

    /// Putting the picture on a canvas of `size`.
    ///
    /// - Parameters:
    ///   - size: Width and height; a side of 0, or shorter than the picture's, is the picture's.
    ///   - color: What the picture stands on, also behind its transparent pixels.
    public init(_ size: PixelSize, _ color: RGBAColor = .clear) {
        self.size = size
        self.color = color
    }

    /// `pad`.
    public static let name = "pad"
    /// The form with its arguments.
    public static let usage = "pad(WIDTHxHEIGHT[,#RRGGBBAA])"
    /// What it does.
    public static let meaning =
        "Centres the picture on a canvas at least that large; transparent unless told a colour."
    /// Spellings to learn from.
    public static let examples = ["pad(400x400,#ffffff)"]

    /// Canvas and colour.
    public var arguments: [String] { [size.spelling, color.spelling] }

    /// What is wrong with the canvas.
    public var fault: String? { ResultLimits.fault(of: size) }

    /// Reads canvas and colour.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        size = try arguments.next("size", PixelSize.expected)
        color = try arguments.next("color", RGBAColor.expected, default: .clear)
    }

    /// The picture on its canvas.
    ///
    /// - Throws: `TransformFailure` when the canvas would be too large.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let canvas = resultSize(of: bitmap.size)
        try ResultLimits.check(canvas, for: self)
        var result = Bitmap(size: canvas, colorSpace: bitmap.colorSpace)
        result.fill(PixelRect(x: 0, y: 0, size: canvas), with: color.pixel)
        result.composite(
            bitmap, atX: (canvas.width - bitmap.size.width) / 2,
            y: (canvas.height - bitmap.size.height) / 2)
        return result
    }

    /// The canvas.
    public func resultSize(of size: PixelSize) -> PixelSize {
        PixelSize(
            width: max(self.size.width, size.width), height: max(self.size.height, size.height))
    }
}
