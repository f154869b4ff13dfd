import WebImageCaching
import WebImageLoading

/// Replaces the real URL of an image by the requested one in responses and errors.
struct TwoStepURLMask: Sendable {
    /// Fields that may have the real URL, or others like it.
    private static let tellingFields = ["Location", "Content-Location", "Link", "Refresh"]
    private static let word = "(resolved URL)"

    private let shown: String
    private let secrets: [String]

    init(secret: HTTPAddress, shown: String) {
        self.shown = shown
        // A bare slash is in many innocent words.
        secrets = [secret.origin.host, secret.path, secret.query ?? ""].filter { $0.count > 1 }
    }

    /// Returns the response without its URL.
    func callAsFunction(_ response: LoadedBody) -> LoadedBody {
        var shown = LoadedBody(
            head: masked(response.originalHead), origin: response.origin,
            expectedByteCount: response.expectedByteCount,
            chunks: response.chunks.onFailure { self($0) })
        shown.head = masked(response.head)
        shown.statusReason = response.statusReason.map(masked)
        shown.timings = response.timings
        shown.wholeByteCount = response.wholeByteCount
        shown.comesAtOnce = response.comesAtOnce
        // The record has digests of URLs only.
        shown.record = response.record
        return shown
    }

    /// Returns the error with every word masked that may contain the URL.
    func callAsFunction(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError: return error
        case var again as RestartLoad:
            again.cause = masked(again.cause)
            return again
        case let same as NotModified:
            let stored = StoredResponse(
                head: masked(same.stored.head), record: same.stored.record)
            return NotModified(stored: stored, head: masked(same.head))
        case is DiskError: return error
        case let error as any LoadError: return error.loadFailure.map(masked) ?? error
        default: return masked(LoadFailure(.other, "\(error)"))
        }
    }

    private func masked(_ failure: LoadFailure) -> LoadFailure {
        var failure = failure
        failure.reason = masked(failure.reason)
        failure.head = failure.head.map(masked)
        failure.originalHead = failure.originalHead.map(masked)
        return failure
    }

    private func masked(_ head: ResponseHead) -> ResponseHead {
        var head = head
        head.url = shown
        for name in Self.tellingFields { head.headers[name] = nil }
        return head
    }

    private func masked(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let isTelling = word.contains("://") || secrets.contains { word.contains($0) }
            return isTelling ? Self.word + (word.hasSuffix(":") ? ":" : "") : String(word)
        }.joined(separator: " ")
    }
}
