import WebImage

/// The kind of a failure for counting: without sources, addresses and sizes, so that there are few
/// kinds.
struct FailureKind: Hashable, Sendable {
    /// The stage of the pipeline; `list` for the list itself.
    let stage: String
    /// The reason in words, such as `status 404`.
    let reason: String

    init(stage: String, reason: String) {
        self.stage = stage
        self.reason = reason
    }

    init(_ error: ImageError) {
        self.init(stage: error.stage, reason: Self.words(error))
    }

    /// The kind of a failure of a source; of one of the command, its reason without names of files.
    init(_ failure: SourceFailure, of source: Source) {
        self =
            failure.kind
            ?? FailureKind(stage: failure.stage, reason: Self.words(failure, source))
    }

    /// The kind of a stale result, by the reason that the origin failed.
    init(stale error: ImageError) {
        self.init(stage: "stale", reason: Self.words(error))
    }

    /// The kind of a source in whose place another was loaded.
    init(fallback error: ImageError) {
        self.init(stage: "fallback", reason: Self.words(error))
    }

    private static func words(_ failure: SourceFailure, _ source: Source) -> String {
        let reason = failure.reason(without: source)
        // The system's words come after the path.
        if ["store", "write"].contains(failure.stage) { return lastPart(of: reason) }
        let name = source.path?.printable ?? source.name
        guard !name.isEmpty, reason.hasPrefix(name + " ") else { return reason }
        return "it" + reason.dropFirst(name.count)
    }

    private static func words(_ error: ImageError) -> String {
        switch error {
        case .load(let failure): words(failure)
        case .decode(let error): words(error)
        case .request: "not a URL that can be loaded"
        case .store(let error): lastPart(of: error.description)
        case .remembered(_, let cause): words(cause)
        default: withoutURLs(error.reason)
        }
    }

    private static func lastPart(of reason: String) -> String {
        reason.split(separator: ": ").last.map(String.init) ?? reason
    }

    /// Returns a reason in which "a URL" stands for each URL; one at the beginning is left out.
    private static func withoutURLs(_ reason: String) -> String {
        var words = reason.split(separator: " ", omittingEmptySubsequences: false)
        if let first = words.first, first.contains("://"), first.hasSuffix(":") {
            words.removeFirst()
        }
        return words.map { $0.contains("://") ? "a URL" : $0 }.joined(separator: " ")
    }

    private static func words(_ failure: LoadFailure) -> String {
        switch failure.kind {
        case .status(let status): "status \(status)"
        case .hostNotFound: "host not found"
        case .connectionFailed: "no connection"
        case .tls: withoutURLs(failure.reason)
        case .timedOut: "timed out"
        case .truncated: "broken off"
        case .tooLarge: "too large"
        case .redirect: "redirect not followed"
        case .malformed: "not HTTP"
        case .fileUnreadable: lastPart(of: failure.reason)
        case .fileNotFound: "there is no such file"
        default: withoutURLs(failure.reason)
        }
    }

    private static func words(_ error: CodecError) -> String {
        switch error {
        case .unrecognized: "not an image"
        case .damaged, .truncated: "damaged"
        case .limit: "over the limit"
        default: error.description
        }
    }
}
