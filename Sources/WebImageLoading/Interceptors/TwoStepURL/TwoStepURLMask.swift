import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// Hides the real URL of a picture: what its step answers and throws, told of the URL asked for.
struct TwoStepURLMask: Sendable {
    /// Fields that may repeat the real URL, or name others like it.
    private static let tellingFields = ["Location", "Content-Location", "Link", "Refresh"]
    private static let word = "(resolved URL)"

    private let shown: String
    private let secrets: [String]

    /// A mask over `secret`, in place of which `shown` is told.
    init(secret: HTTPAddress, shown: TwoStepURLPlace) {
        self.shown = shown.url
        // A bare slash is in many an innocent word.
        secrets = [secret.origin.host, secret.path, secret.query ?? ""].filter { $0.count > 1 }
    }

    /// The answer without the URL it came from.
    func callAsFunction(_ answer: LoadedBody) -> LoadedBody {
        var shown = LoadedBody(
            head: masked(answer.originalHead), origin: answer.origin,
            expectedByteCount: answer.expectedByteCount,
            chunks: BodyStream(MaskedChunks(chunks: answer.chunks, mask: self)))
        shown.head = masked(answer.head)
        shown.wholeByteCount = answer.wholeByteCount
        shown.comesAtOnce = answer.comesAtOnce
        // It has digests only.
        shown.receipt = answer.receipt
        return shown
    }

    /// The error with every word masked that may tell the URL.
    func callAsFunction(_ error: any Error) -> any Error {
        switch error {
        case is CancellationError: return error
        case let again as RestartLoad: return RestartLoad(after: masked(again.cause))
        case let same as NotModified:
            let stored = StoredResponse(
                head: masked(same.stored.head), receipt: same.stored.receipt)
            return NotModified(stored: stored, answer: masked(same.answer))
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

/// A body whose failure tells no URL.
private struct MaskedChunks: AsyncSequence, Sendable {
    let chunks: BodyStream
    let mask: TwoStepURLMask

    struct AsyncIterator: AsyncIteratorProtocol {
        var chunks: BodyStream.Iterator
        let mask: TwoStepURLMask

        mutating func next() async throws -> ByteBlock? {
            do { return try await chunks.next() } catch { throw mask(error) }
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: chunks.makeAsyncIterator(), mask: mask)
    }
}
