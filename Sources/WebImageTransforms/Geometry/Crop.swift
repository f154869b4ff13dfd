import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A rectangle cut out of a picture, pixel by pixel.
package struct Crop: SpelledTransform {
    package let size: PixelSize
    package let x: Int
    package let y: Int

    package init(_ size: PixelSize, x: Int = 0, y: Int = 0) {
        self.size = size
        self.x = x
        self.y = y
    }

    package static let name = "crop"
    package static let usage = "crop(WIDTHxHEIGHT[,X,Y])"
    package static let meaning =
        "Cuts out a rectangle, at column X, row Y; an omitted side reaches to the edge."
    package static let examples = ["crop(320x240,10,10)"]

    package var arguments: [String] { [size.spelling, x.spelling, y.spelling] }

    package var fault: String? { ResultLimits.fault(of: size) }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        size = try arguments.next("size", PixelSize.expected)
        x = try arguments.next("x", "a column", default: 0)
        y = try arguments.next("y", "a row", default: 0)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let free = PixelSize(
            width: size.width == 0 ? .max : size.width,
            height: size.height == 0 ? .max : size.height)
        let rect = PixelRect(x: x, y: y, size: free).clamped(to: bitmap.size)
        guard !rect.size.isEmpty else {
            throw failure("the rectangle is outside of the image of \(bitmap.size)")
        }
        return bitmap.cropped(to: rect)
    }
}
