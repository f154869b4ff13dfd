public import WebImagePipeline

/// A transform that text can name, as in `crop(320x240,10,10)`; ``Vocabulary`` reads it.
///
/// One value has one spelling: positional arguments are always written, named ones and flags only
/// if they differ from their default. Reading a written spelling gives an equal value.
public protocol SpelledTransform: ImageTransform, Hashable {
    /// Lowercase letters in front of the parenthesis.
    static var name: String { get }
    /// The form with its arguments, optional ones in brackets, as in `crop(WIDTHxHEIGHT[,X,Y])`.
    static var usage: String { get }
    /// The effect, in one sentence.
    static var meaning: String { get }
    /// Examples of its spelling, each as it would be written.
    static var examples: [String] { get }
    /// The spellings of the arguments, in order.
    var arguments: [String] { get }
    /// Takes its arguments from `arguments`; the caller refuses those that are left.
    init(arguments: inout ArgumentReader) throws(VocabularyError)
}

extension SpelledTransform {
    /// The name, followed by the arguments in parentheses if there are any.
    public var spelling: String {
        let arguments = arguments
        guard !arguments.isEmpty else { return Self.name }
        return "\(Self.name)(\(arguments.joined(separator: ",")))"
    }

    func failure(_ reason: String) -> TransformFailure { TransformFailure(spelling, reason) }

    /// Refuses arguments out of range, which an initializer takes and text cannot bring.
    func checkArguments() throws(TransformFailure) {
        if let fault { throw failure(fault) }
    }
}
