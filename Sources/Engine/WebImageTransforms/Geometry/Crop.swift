import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A rectangle cut out of a picture, pixel by pixel.
package struct Crop: SpelledTransform {
    /// The place of the rectangle.
    private enum Place: Hashable {
        case corner(x: Int, y: Int)
        case position(CropPosition)
    }

    package let size: PixelSize
    private let place: Place

    package init(_ size: PixelSize, x: Int = 0, y: Int = 0) {
        self.size = size
        place = .corner(x: x, y: y)
    }

    package init(_ size: PixelSize, at position: CropPosition) {
        self.size = size
        place = .position(position)
    }

    package static let name = "crop"
    package static let usage = "crop(WIDTHxHEIGHT[,X,Y|,at:PLACE])"
    package static let meaning =
        "Cuts out a rectangle, at column X, row Y, or at PLACE: \(CropPosition.meaning); an omitted side reaches to the edge."
    package static let examples = ["crop(320x240,10,10)", "crop(320x240,at:smart)"]

    package var arguments: [String] {
        switch place {
        case .corner(let x, let y): [size.spelling, x.spelling, y.spelling]
        case .position(let position): [size.spelling, "at:\(position.spelling)"]
        }
    }

    package var fault: String? {
        guard case .position(let position) = place else { return ResultLimits.fault(of: size) }
        return ResultLimits.fault(of: size) ?? position.fault
    }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        size = try arguments.next("size", PixelSize.expected)
        if let position: CropPosition = try arguments.named("at", CropPosition.expected) {
            place = .position(position)
        } else {
            place = .corner(
                x: try arguments.next("x", "a column", default: 0),
                y: try arguments.next("y", "a row", default: 0))
        }
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let rect = rect(in: bitmap)
        guard !rect.size.isEmpty else {
            throw failure("the rectangle is outside of the image of \(bitmap.size)")
        }
        return bitmap.cropped(to: rect)
    }

    /// Returns the part of a picture that is kept.
    func rect(in bitmap: Bitmap) -> PixelRect {
        let free = PixelSize(
            width: size.width == 0 ? .max : size.width,
            height: size.height == 0 ? .max : size.height)
        switch place {
        case .corner(let x, let y):
            return PixelRect(x: x, y: y, size: free).clamped(to: bitmap.size)
        case .position(let position):
            return position.rect(of: free, in: bitmap)
        }
    }
}

extension Crop: PlacedTransform {
    package func placed(on bitmap: Bitmap) -> any ImageTransform {
        guard place == .position(.attention), fault == nil else { return self }
        let rect = rect(in: bitmap)
        return Crop(rect.size, x: rect.x, y: rect.y)
    }
}
