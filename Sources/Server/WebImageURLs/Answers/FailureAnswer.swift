/// The answer to a request that gets no picture.
public struct FailureAnswer: Hashable, Sendable {
    /// The status, 300 to 599.
    public var status: Int
    /// The fields, such as `Content-Type`.
    public var fields: [AnswerField]
    /// The body.
    public var text: String

    /// Creates an answer.
    public init(
        status: Int,
        fields: [AnswerField] = [AnswerField("Content-Type", "text/plain; charset=utf-8")],
        text: String
    ) {
        (self.status, self.fields, self.text) = (status, fields, text)
    }
}

/// A header field of an answer.
public struct AnswerField: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a field.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}
