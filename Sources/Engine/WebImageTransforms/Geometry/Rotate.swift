import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A clockwise rotation on a canvas that grows to hold all of the picture.
package struct Rotate: SpelledTransform {
    /// The angle: at least 0, less than 360.
    package let degrees: Double

    /// Creates a clockwise rotation; the angle is reduced to 0 up to 360 degrees.
    package init(degrees: Double) {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        let positive = rest < 0 ? rest + 360 : rest
        self.degrees = positive == 360 ? 0 : positive
    }

    package static let name = "rotate"
    package static let usage = "rotate(DEGREES)"
    package static let meaning = "Rotates clockwise; the canvas grows, its corners are transparent."
    package static let examples = ["rotate(90)", "rotate(12.5)"]

    package var arguments: [String] { [degrees.spelling] }

    package var fault: String? {
        degrees.isFinite ? nil : "expected a finite angle, found \(degrees)"
    }

    package var isIdentity: Bool { degrees == 0 }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        self.init(degrees: try arguments.next("angle", "degrees such as 90 or 12.5"))
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        try ResultLimits.check(
            bitmap.size.rotated(degrees: degrees), as: bitmap.sampleFormat, for: self)
        return bitmap.rotated(degrees: degrees)
    }

    package func resultSize(of size: PixelSize) -> PixelSize {
        fault == nil ? size.rotated(degrees: degrees) : size
    }
}
