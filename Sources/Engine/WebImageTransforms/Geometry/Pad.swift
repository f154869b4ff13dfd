import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A canvas, at least as large as a picture, with the picture in its middle.
package struct Pad: SpelledTransform {
    package let size: PixelSize
    package let color: RGBAColor

    package init(_ size: PixelSize, _ color: RGBAColor = .clear) {
        self.size = size
        self.color = color
    }

    package static let name = "pad"
    package static let usage = "pad(WIDTHxHEIGHT[,#RRGGBBAA])"
    package static let meaning =
        "Centres the image on a canvas of at least that size, transparent by default."
    package static let examples = ["pad(400x400,#ffffff)"]

    package var arguments: [String] { [size.spelling, color.spelling] }

    package var fault: String? { ResultLimits.fault(of: size) }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        size = try arguments.next("size", PixelSize.expected)
        color = try arguments.next("color", RGBAColor.expected, default: .clear)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let canvas = resultSize(of: bitmap.size)
        try ResultLimits.check(canvas, as: bitmap.sampleFormat, for: self)
        var result = Bitmap(
            size: canvas, as: bitmap.sampleFormat, colorSpace: bitmap.colorSpace)
        result.significantBits = bitmap.significantBits
        result.fill(PixelRect(x: 0, y: 0, size: canvas), with: color.pixel)
        result.composite(
            bitmap, atX: (canvas.width - bitmap.size.width) / 2,
            y: (canvas.height - bitmap.size.height) / 2)
        return result
    }

    package func resultSize(of size: PixelSize) -> PixelSize {
        PixelSize(
            width: max(self.size.width, size.width), height: max(self.size.height, size.height))
    }
}
