/// The answers of a server in a language of addresses: everything that the language decides besides
/// reading them, which is the part of a ``URLGrammar``.
///
/// Its name and its answers to failures are needed; the other members have defaults. What HTTP
/// decides, such as `Allow`, `Retry-After`, a body's length and conditions of clients, is the
/// server's.
///
/// ```swift
/// import WebImageURLs
///
/// /// Answers in three words.
/// struct ThumbAnswers: AnswerRules {
///     let name = "thumb"
///
///     func answer(to failure: AnswerFailure) -> FailureAnswer {
///         let isOfClient = switch failure.kind {
///             case .address, .route, .method: true
///             default: false
///         }
///         return FailureAnswer(status: isOfClient ? 400 : 502, text: "no thumbnail here\n")
///     }
/// }
/// ```
public protocol AnswerRules: Sendable {
    /// The name of the language in one word, which a server logs at its start.
    var name: String { get }

    /// Returns the answer to a request that gets no picture.
    func answer(to failure: AnswerFailure) -> FailureAnswer

    /// Returns the fields of a picture that was made, such as its lifetime, tag and date.
    func fields(of picture: AnsweredPicture) -> [AnswerField]

    /// Returns the fields of what an origin has: of a source that passes through, and of a
    /// description.
    func fields(of source: AnsweredSource) -> [AnswerField]

    /// The fields of every answer.
    var commonFields: [AnswerField] { get }

    /// Returns the tag that a client's condition is compared with; nil for none.
    func tag(of picture: AnsweredPicture) -> String?

    /// Returns the conditions of a client as far as they count.
    func conditions(of client: AnswerConditions) -> AnswerConditions

    /// Returns the lifetime in seconds of an answer whose address states one, above 0.
    func lifetime(stated seconds: Int) -> Int

    /// Returns the description of a picture as JSON; nil for the server's own.
    func description(of info: AnsweredInfo) -> String?

    /// The body of an answer that the server works.
    var health: String { get }

    /// The paths of that answer.
    var healthPaths: [String] { get }

    /// The form of the server's page, which makes addresses; nil for no page.
    var form: AddressForm? { get }

    /// The choices between two ways.
    var traits: AnswerTraits { get }
}

extension AnswerRules {
    /// The picture's tag and date, and the origin's `Cache-Control` or the lifetime of the address.
    public func fields(of picture: AnsweredPicture) -> [AnswerField] {
        var fields = [AnswerField("ETag", picture.tag)]
        fields += picture.lastModified.map { [AnswerField("Last-Modified", $0)] } ?? []
        return fields + [AnswerField("Cache-Control", picture.source.usualControl)]
    }

    /// The origin's tag and date, and its `Cache-Control` or the lifetime of the address.
    public func fields(of source: AnsweredSource) -> [AnswerField] {
        source.validators + [AnswerField("Cache-Control", source.usualControl)]
    }

    /// None.
    public var commonFields: [AnswerField] { [] }

    /// The picture's own.
    public func tag(of picture: AnsweredPicture) -> String? { picture.tag }

    /// All of them.
    public func conditions(of client: AnswerConditions) -> AnswerConditions { client }

    /// The stated one.
    public func lifetime(stated seconds: Int) -> Int { seconds }

    /// The server's own.
    public func description(of info: AnsweredInfo) -> String? { nil }

    /// The word `ok`.
    public var health: String { "ok" }

    /// The path `/health`.
    public var healthPaths: [String] { ["/health"] }

    /// None.
    public var form: AddressForm? { nil }

    /// Those of a new value.
    public var traits: AnswerTraits { AnswerTraits() }
}
