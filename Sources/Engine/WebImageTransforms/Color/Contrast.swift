import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A factor of the distance of every channel to middle grey.
package struct Contrast: SpelledTransform {
    /// Weights above have fewer than 9 fraction bits.
    static let largestFactor = 64.0

    package let factor: Double

    package init(_ factor: Double) {
        self.factor = factor
    }

    package static let name = "contrast"
    package static let usage = "contrast(FACTOR)"
    package static let meaning =
        "Multiplies the distance to middle grey by FACTOR, 0 to 64; 1 changes nothing."
    package static let examples = ["contrast(1.5)"]

    package var arguments: [String] { [factor.spelling] }

    package var fault: String? {
        ResultLimits.fault(of: factor, "a factor", upTo: Self.largestFactor)
    }

    package var isIdentity: Bool { factor == 1 }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        factor = try arguments.next("factor", "a number such as 1.5")
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        return bitmap.recolored(by: ColorMatrix(scale: factor, offset: (1 - factor) * 127.5))
    }
}
