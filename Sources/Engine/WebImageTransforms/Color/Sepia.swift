import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// The brown tones of an old photograph, by the matrix of CSS (Filter Effects Level 1).
package struct Sepia: SpelledTransform {
    package let amount: Double

    package init(_ amount: Double = 1) {
        self.amount = amount
    }

    package static let name = "sepia"
    package static let usage = "sepia[(AMOUNT)]"
    package static let meaning =
        "Turns colours to brown tones, by an AMOUNT of 0 to 1, by default 1."
    package static let examples = ["sepia(1)", "sepia(0.5)"]

    package var arguments: [String] { [amount.spelling] }

    package var fault: String? { ResultLimits.fault(of: amount, "an amount", upTo: 1) }

    package var isIdentity: Bool { amount == 0 }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        amount = try arguments.next("amount", "a number between 0 and 1", default: 1)
    }

    private static let tones = [
        SIMD3(0.393, 0.769, 0.189), SIMD3(0.349, 0.686, 0.168), SIMD3(0.272, 0.534, 0.131),
    ]

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let rows = Self.tones.enumerated().map { row, tone in
            var weights = tone * amount
            weights[row] += 1 - amount
            return weights
        }
        return bitmap.recolored(by: ColorMatrix(rows))
    }
}
