import WebImageLoading
public import WebImagePixels

/// A canvas, at least as large as a picture, with the picture in its middle.
public struct Pad: SpelledTransform, BuiltInTransform {
    /// The canvas; a side of 0, or shorter than the picture's, is the picture's.
    public let size: PixelSize
    /// The colour of the canvas; also behind the picture's transparent pixels.
    public let color: RGBAColor

    /// Creates a canvas of `size`.
    ///
    /// - Parameters:
    ///   - size: Width and height; a side of 0, or shorter than the picture's, is the picture's.
    ///   - color: The colour of the canvas, also behind the picture's transparent pixels.
    public init(_ size: PixelSize, _ color: RGBAColor = .clear) {
        self.size = size
        self.color = color
    }

    /// `pad`.
    public static let name = "pad"
    /// The form with its arguments.
    public static let usage = "pad(WIDTHxHEIGHT[,#RRGGBBAA])"
    /// The effect, in one sentence.
    public static let meaning =
        "Centres the picture on a canvas at least that large; transparent unless told a colour."
    /// Examples of its spelling.
    public static let examples = ["pad(400x400,#ffffff)"]

    /// Canvas and colour.
    public var arguments: [String] { [size.spelling, color.spelling] }

    /// The fault of the canvas; `nil` if there is none.
    public var fault: String? { ResultLimits.fault(of: size) }

    /// Reads canvas and colour.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        size = try arguments.next("size", PixelSize.expected)
        color = try arguments.next("color", RGBAColor.expected, default: .clear)
    }

    /// Returns the picture on its canvas.
    ///
    /// - Throws: `TransformFailure` if the canvas would be too large.
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

    /// Returns the size of the canvas.
    public func resultSize(of size: PixelSize) -> PixelSize {
        PixelSize(
            width: max(self.size.width, size.width), height: max(self.size.height, size.height))
    }
}
