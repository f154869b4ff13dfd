import WebImageCaching

/// A transform that text can name, as in `crop(320x240,10,10)`.
///
/// Writing has one spelling for one value: positional arguments always stand there, named ones and
/// flags only when they differ from their default. Reading what was written gives an equal value.
public protocol SpelledTransform: ImageTransform, Hashable {
    /// Lowercase letters in front of the parenthesis.
    static var name: String { get }
    /// The form with its arguments, optional ones in brackets, as in `crop(WIDTHxHEIGHT[,X,Y])`.
    static var usage: String { get }
    /// What it does, in one sentence.
    static var meaning: String { get }
    /// Spellings to learn from, each as it would be written.
    static var examples: [String] { get }
    /// The spellings of the arguments, in order.
    var arguments: [String] { get }
    /// What is wrong with the arguments: expected and found; nil when the transform can be applied.
    var fault: String? { get }
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

    /// Nothing.
    public var fault: String? { nil }

    /// A failure of this transform.
    func failure(_ reason: String) -> TransformFailure { TransformFailure(spelling, reason) }

    /// Refuses arguments out of range, which an initialiser takes and text cannot bring.
    func checkArguments() throws(TransformFailure) {
        if let fault { throw failure(fault) }
    }
}

/// A transform of the library: equal if and only if the spelling is, and small.
protocol BuiltInTransform: SpelledTransform {}
