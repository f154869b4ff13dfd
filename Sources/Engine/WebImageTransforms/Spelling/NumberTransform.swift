package import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A transform of one number, such as `blur(3)`.
package protocol NumberTransform: SpelledTransform {
    /// The type of the number.
    associatedtype Number: ParsableValue, Equatable, Sendable
    /// The number.
    var number: Number { get }
    /// Creates the transform of a number, which may be out of range.
    init(_ number: Number)
    /// The description of the number.
    static var form: NumberForm<Number> { get }
    /// Returns the transformed bitmap of a number in range.
    func changed(_ bitmap: Bitmap) -> Bitmap
}

/// The description of a transform's number.
package struct NumberForm<Number: Sendable>: Sendable {
    /// Its name in errors of text.
    let name: String
    /// The form of its text in errors, as in `a number of pixels`.
    let expected: String
    /// A word for it in errors of its range, as in `a standard deviation`.
    var noun = ""
    /// The largest number; the smallest is 0.
    var most = Double(ResultLimits.side)
    /// The number that changes no picture.
    let neutral: Number
    /// The number that is left out; nil if it may not be.
    var fallback: Number?
}

extension NumberTransform {
    package var arguments: [String] { [number.spelling] }

    package var isIdentity: Bool { number == Self.form.neutral }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        let form = Self.form
        self.init(try arguments.next(form.name, form.expected, default: form.fallback))
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        return changed(bitmap)
    }
}

extension NumberTransform where Number == Double {
    package var fault: String? {
        ResultLimits.fault(of: number, Self.form.noun, upTo: Self.form.most)
    }
}
