import WebImage

/// The reason that a source failed.
struct SourceFailure: Error, Sendable {
    /// The stage of the pipeline, or `write`.
    var stage: String
    /// The expected and the actual result, on one line.
    var reason: String
    /// The HTTP status of the failure, if any.
    var status: Int?
    /// The kind of a failure of the pipeline; nil for another.
    private(set) var kind: FailureKind?

    init(stage: String, reason: String) {
        self.stage = stage
        self.reason = reason
    }

    init(_ error: ImageError) {
        self.init(stage: error.stage, reason: error.reason)
        status = error.status
        kind = FailureKind(error)
    }

    /// Returns the line for `--json`.
    ///
    /// - Parameters:
    ///   - index: The place of the source among all, from 0; nil in a list.
    ///   - line: The number of its line in a list; nil for an argument.
    func json(for source: Source, at index: Int? = nil, line: Int? = nil) -> JSONValue {
        .object(
            [("source", .text(source.label))]
                + (index.map { [("index", .number($0 + 1))] } ?? [])
                + (line.map { [("line", .number($0))] } ?? []) + [
                    (
                        "error",
                        .object([
                            ("stage", .text(stage)), ("reason", .text(source.masked(in: reason))),
                            ("status", status.map { .number($0) } ?? .null),
                        ])
                    )
                ])
    }

    /// Returns the line for standard error.
    func line(for source: Source) -> String {
        "webimage: \(source.display): \(stage): \(reason(without: source).onOneLine)"
            + (stage == "load" && source.mayLackScheme ? "; a URL begins with https://" : "")
    }

    /// Returns the reason without the URL that the pipeline's may begin with.
    func reason(without source: Source) -> String {
        let subject = source.isData ? "data:: " : "\(source.display): "
        let reason = source.masked(in: reason)
        return reason.hasPrefix(subject) ? String(reason.dropFirst(subject.count)) : reason
    }
}

extension String {
    /// The text without line breaks and other characters that control a terminal.
    var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : " " }))
    }
}
