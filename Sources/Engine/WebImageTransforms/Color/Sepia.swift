import WebImagePipeline
package import WebImagePixels

/// The brown tones of an old photograph, by the matrix of CSS (Filter Effects Level 1).
package struct Sepia: NumberTransform {
    private static let tones = [
        SIMD3(0.393, 0.769, 0.189), SIMD3(0.349, 0.686, 0.168), SIMD3(0.272, 0.534, 0.131),
    ]

    package let number: Double

    package init(_ number: Double = 1) { self.number = number }

    package static let name = "sepia"
    package static let usage = "sepia[(AMOUNT)]"
    package static let meaning =
        "Turns colours to brown tones, by an AMOUNT of 0 to 1, by default 1."
    package static let examples = ["sepia(1)", "sepia(0.5)"]
    package static let form = NumberForm(
        name: "amount", expected: "a number between 0 and 1", noun: "an amount", most: 1,
        neutral: 0.0, fallback: 1)

    package func changed(_ bitmap: Bitmap) -> Bitmap {
        let rows = Self.tones.enumerated().map { row, tone in
            var weights = tone * number
            weights[row] += 1 - number
            return weights
        }
        return bitmap.recolored(by: ColorMatrix(rows))
    }
}
