import WebImage

/// Why a source came to nothing.
struct SourceFailure: Error, Sendable {
    /// The stage of the pipeline, or `write`.
    var stage: String
    /// One line: what was expected, what was found.
    var reason: String
    /// The HTTP status that ended it, if one did.
    var status: Int?

    init(stage: String, reason: String, status: Int? = nil) {
        self.stage = stage
        self.reason = reason
        self.status = status
    }

    init(_ error: ImageError) {
        self.init(stage: error.stage, reason: error.reason, status: error.status)
    }

    /// The line of `--json`.
    func json(for source: Source) -> JSONValue {
        .object([
            ("source", .text(source.text)),
            (
                "error",
                .object([
                    ("stage", .text(stage)), ("reason", .text(reason)),
                    ("status", status.map { .number($0) } ?? .null),
                ])
            ),
        ])
    }

    /// The line on standard error.
    func line(for source: Source) -> String {
        let subject = "\(source.display): "
        // The pipeline's reasons may begin with the address, which stands in front already.
        let reason = reason.hasPrefix(subject) ? String(reason.dropFirst(subject.count)) : reason
        return "webimage: \(subject)\(stage): \(reason.onOneLine)"
    }
}

extension String {
    /// The text without line breaks and what else could steer a terminal.
    var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : " " }))
    }
}
