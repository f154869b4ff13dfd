import Synchronization
public import WebImageCaching
public import WebImageCoding
public import WebImageLoading
import WebImagePipeline
import WebImageRuntime

/// A loader whose answers a test writes, and which stands still until the test lets it go on.
public final class ScriptedLoader: ImageLoader {
    private struct State: Sendable {
        var isFrozen: Bool
        var loadCount = 0
        var cancelCount = 0
        var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        var lastTicket: UInt64 = 0
    }

    private let state: Mutex<State>
    private let answer: @Sendable (LoadRequest) throws -> LoadedBody

    /// The same bytes for any loader that would load them.
    public var identity: String? { nil }

    /// A loader that answers with what `answer` returns.
    ///
    /// - Parameter isFrozen: Whether loads wait for ``thaw()`` before they answer.
    public init(
        isFrozen: Bool = false, answer: @escaping @Sendable (LoadRequest) throws -> LoadedBody
    ) {
        state = Mutex(State(isFrozen: isFrozen))
        self.answer = answer
    }

    /// A loader that answers every request with these bytes, as if they came over the network.
    public convenience init(
        bytes: ByteBlock, headers: HeaderFields = HeaderFields(), isFrozen: Bool = false
    ) {
        self.init(isFrozen: isFrozen) { request in
            guard case .url(let url) = request.source else {
                throw LoadFailure(.other, "only URLs are scripted")
            }
            return LoadedBody(
                head: ResponseHead(url: url, headers: headers), origin: .network,
                expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
        }
    }

    /// How many loads began.
    public var loadCount: Int { state.withLock { $0.loadCount } }

    /// How many loads were cancelled while they stood still.
    public var cancelCount: Int { state.withLock { $0.cancelCount } }

    /// Lets all loads go on, those to come too.
    public func thaw() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.isFrozen = false
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits until it is thawed, then answers.
    public func load(_ request: LoadRequest) async throws -> LoadedBody {
        let ticket = state.withLock { state in
            state.loadCount += 1
            state.lastTicket += 1
            return state.lastTicket
        }
        try await standStill(ticket)
        return try answer(request)
    }

    private func standStill(_ ticket: UInt64) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFrozen = state.withLock { state in
                    if state.isFrozen { state.waiting[ticket] = continuation }
                    return state.isFrozen
                }
                if !isFrozen { continuation.resume() }
                if isFrozen && Task.isCancelled { cancel(ticket) }
            }
        } onCancel: {
            cancel(ticket)
        }
    }

    private func cancel(_ ticket: UInt64) {
        let continuation = state.withLock { state in
            let found = state.waiting.removeValue(forKey: ticket)
            if found != nil { state.cancelCount += 1 }
            return found
        }
        continuation?.resume(throwing: CancellationError())
    }
}
