import WebImage

/// The reason that a source failed.
struct SourceFailure: Error, Sendable {
    /// The stage of the pipeline, or `write`.
    var stage: String
    /// The expected and the actual result, on one line.
    var reason: String
    /// The HTTP status of the failure, if any.
    var status: Int?

    init(stage: String, reason: String, status: Int? = nil) {
        self.stage = stage
        self.reason = reason
        self.status = status
    }

    init(_ error: ImageError) {
        self.init(stage: error.stage, reason: error.reason, status: error.status)
    }

    /// Returns the line for `--json`.
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

    /// Returns the line for standard error.
    func line(for source: Source) -> String {
        let subject = "\(source.display): "
        // The pipeline's reasons may begin with the URL, which is printed already.
        let reason = reason.hasPrefix(subject) ? String(reason.dropFirst(subject.count)) : reason
        return "webimage: \(subject)\(stage): \(reason.onOneLine)"
    }
}

extension String {
    /// The text without line breaks and other characters that control a terminal.
    var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : " " }))
    }
}
