/// One source of a run as it was given: an argument, or an entry of a list.
struct SourceEntry: Sendable {
    enum Content: Sendable {
        case source(Source)
        /// An entry of a list that names no source: `empty` or `comment`.
        case nothing(String)
        /// An entry of a list that can be no source.
        case invalid(SourceFailure)
    }

    /// The place among all arguments and entries, from 0.
    var index = 0
    /// The number of the entry in its list, from 1; nil for an argument.
    var line: Int?
    var content: Content

    init(_ content: Content, line: Int? = nil) {
        self.line = line
        self.content = content
        guard case .source(var source) = content else { return }
        source.line = line
        self.content = .source(source)
    }

    /// The source; nil for an entry that names none.
    var source: Source? {
        if case .source(let source) = content { return source }
        return nil
    }

    /// Returns the line for `--json` of an entry that names no source.
    ///
    /// - Parameter reason: The reason, as in ``Content/nothing(_:)``.
    func json(skipped reason: String) -> JSONValue {
        .object(
            [("source", .null), ("index", .number(index + 1))] + line.member
                + [("skipped", .text(reason))])
    }
}
