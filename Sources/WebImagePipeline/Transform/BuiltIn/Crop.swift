import WebImageLoading
public import WebImagePixels

/// A rectangle cut out of a picture, pixel by pixel.
///
/// The part of the rectangle outside of the picture is left out.
public struct Crop: SpelledTransform, BuiltInTransform {
    /// Width and height of the rectangle; a side of 0 reaches to the edge.
    public let size: PixelSize
    /// The left column.
    public let x: Int
    /// The top row.
    public let y: Int

    /// Creates a cut of `size` whose top left pixel is at column `x`, row `y`.
    ///
    /// - Parameter size: Width and height in pixels; a side of 0 reaches to the picture's edge.
    public init(_ size: PixelSize, x: Int = 0, y: Int = 0) {
        self.size = size
        self.x = x
        self.y = y
    }

    /// `crop`.
    public static let name = "crop"
    /// The form with its arguments.
    public static let usage = "crop(WIDTHxHEIGHT[,X,Y])"
    /// The effect, in one sentence.
    public static let meaning =
        "Cuts out a rectangle, at column X, row Y; a side left out reaches to the edge."
    /// Examples of its spelling.
    public static let examples = ["crop(320x240,10,10)"]

    /// Size, column and row.
    public var arguments: [String] { [size.spelling, x.spelling, y.spelling] }

    /// The fault of the rectangle; `nil` if there is none.
    public var fault: String? { ResultLimits.fault(of: size) }

    /// Reads size, column and row.
    public init(arguments: inout ArgumentReader) throws(VocabularyError) {
        size = try arguments.next("size", PixelSize.expected)
        x = try arguments.next("x", "a column", default: 0)
        y = try arguments.next("y", "a row", default: 0)
    }

    /// Returns the pixels of the rectangle.
    ///
    /// - Throws: `TransformFailure` if it lies outside of the picture.
    public func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let free = PixelSize(
            width: size.width == 0 ? .max : size.width,
            height: size.height == 0 ? .max : size.height)
        let rect = PixelRect(x: x, y: y, size: free).clamped(to: bitmap.size)
        guard !rect.size.isEmpty else {
            throw failure("expected a rectangle inside of the picture, which is \(bitmap.size)")
        }
        return bitmap.cropped(to: rect)
    }
}
