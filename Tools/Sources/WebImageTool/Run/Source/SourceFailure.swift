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

    /// The failure of a run without sources.
    static let noPictures = SourceFailure(stage: "list", reason: "there are no pictures")

    init(_ error: ImageError) {
        self.init(stage: error.stage, reason: error.reason.inWordsOfTheCommand)
        status = error.status
        kind = FailureKind(error)
    }

    /// Returns the line for `--json`.
    ///
    /// - Parameters:
    ///   - source: The source; nil for a line of a list that is none.
    ///   - index: The place of the source among all, from 0; nil in a list.
    ///   - line: The number of its line in a list; nil for an argument.
    func json(for source: Source?, at index: Int? = nil, line: Int? = nil) -> JSONValue {
        let reason = source?.masked(in: reason) ?? reason
        let error = JSONValue.object([
            ("stage", .text(stage)), ("reason", .text(reason)),
            ("status", status.map { .number($0) } ?? .null),
        ])
        return .object(
            [("source", source.map { .text($0.label) } ?? .null)]
                + (index.map { [("index", .number($0 + 1))] } ?? [])
                + (line ?? source?.line).member + [("error", error)])
    }

    /// Returns the line for standard error.
    func line(for source: Source) -> String {
        "webimage: \(source.display): \(stage): \(reason(without: source).onOneLine)"
            + (stage == "load" && source.mayLackScheme ? "; a URL begins with https://" : "")
    }

    /// Returns the reason without the URL that the pipeline's may begin with.
    func reason(without source: Source) -> String {
        let subject = source.isData ? "data:: " : "\(source.name): "
        let reason = source.masked(in: reason)
        return reason.hasPrefix(subject) ? String(reason.dropFirst(subject.count)) : reason
    }
}

extension String {
    /// A message of the library, with the command's options in place of a program's.
    var inWordsOfTheCommand: String {
        let text = replacing("set `allowsSharedFolder`", with: "use --allow-shared-cache")
            .replacing("; use ImageSource.file for a local file", with: "")
        // The advice for programs that draw SVG.
        guard let advice = text.firstRange(of: "; set \"codecs = ") else { return text }
        return String(text[..<advice.lowerBound])
            + "; --sandbox on-demand draws in a process without rights"
    }

    /// The text without line breaks and other characters that control a terminal.
    var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isPrintable ? $0 : " " }))
    }
}
