import WebImage

/// The fallback whose picture is the result for a source.
struct UsedFallback: Sendable {
    /// The number of the fallback, from 1.
    let number: Int
    private let reason: String
    private let kind: FailureKind

    /// Creates the fallback of a result; nil for a result of the source itself.
    init?(_ result: some LoadedResult, of source: Source) {
        guard let place = result.alternative, let error = result.fallbackReason else { return nil }
        number = place + 1
        let failure = SourceFailure(error)
        reason = "\(failure.stage): \(failure.reason(without: source))"
        kind = FailureKind(fallback: error)
    }

    /// Returns the line for standard error about the source that failed.
    func warning(for source: Source) -> (line: String, kind: FailureKind) {
        let line =
            "webimage: \(source.display): fallback \(number) is used: \(reason.onOneLine)"
        return (line, kind)
    }
}
