import WebImage

/// The kind of a failure for counting: without addresses and sizes, so that there are few kinds.
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
        stage = error.stage
        switch error {
        case .load(let failure): reason = Self.words(failure.kind)
        case .decode(let error): reason = Self.words(error)
        case .request: reason = "not a URL that can be loaded"
        case .store(let error):
            reason = error.description.split(separator: ": ").last.map(String.init) ?? "failed"
        default: reason = "failed"
        }
    }

    private static func words(_ kind: LoadFailure.Kind) -> String {
        switch kind {
        case .status(let status): "status \(status)"
        case .hostNotFound: "host not found"
        case .connectionFailed: "no connection"
        case .tls: "TLS failed"
        case .timedOut: "timed out"
        case .truncated: "broken off"
        case .tooLarge: "too large"
        case .redirect: "redirect not followed"
        case .malformed: "not HTTP"
        default: "failed"
        }
    }

    private static func words(_ error: CodecError) -> String {
        switch error {
        case .unrecognized: "not an image"
        case .damaged, .truncated: "damaged"
        case .limit: "over the limit"
        default: "no codec"
        }
    }
}
