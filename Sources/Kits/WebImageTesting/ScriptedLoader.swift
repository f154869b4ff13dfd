import Synchronization
public import WebImageCaching
public import WebImageCoding
public import WebImageLoading
import WebImagePipeline
import WebImageRuntime

/// A loader with scripted responses, which can be frozen until the test lets it continue.
public final class ScriptedLoader: ImageLoader {
    private struct State: Sendable {
        var isFrozen: Bool
        var loadCount = 0
        var cancelCount = 0
        var waiting: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        var lastTicket: UInt64 = 0
    }

    private let state: Mutex<State>
    private let response: @Sendable (LoadRequest) throws -> LoadedBody

    /// nil: any loader would return the same bytes.
    public var identity: String? { nil }

    /// Creates a loader that returns the result of `answer`.
    ///
    /// - Parameter isFrozen: `true` makes loads wait for ``thaw()``.
    public init(
        isFrozen: Bool = false, response: @escaping @Sendable (LoadRequest) throws -> LoadedBody
    ) {
        state = Mutex(State(isFrozen: isFrozen))
        self.response = response
    }

    /// Creates a loader that returns the same bytes for every URL, as if from the network.
    ///
    /// - Parameters:
    ///   - bytes: The body of each response.
    ///   - headers: The header fields of each response, whose status is 200.
    ///   - isFrozen: `true` makes loads wait for ``thaw()``.
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

    /// The number of started loads.
    public var loadCount: Int { state.withLock { $0.loadCount } }

    /// The number of loads cancelled while frozen.
    public var cancelCount: Int { state.withLock { $0.cancelCount } }

    /// Makes later loads wait for ``thaw()``.
    package func freeze() { state.withLock { $0.isFrozen = true } }

    /// Continues all frozen loads; later ones do not wait.
    public func thaw() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.isFrozen = false
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits while the loader is frozen, then returns the response.
    public func load(_ request: LoadRequest) async throws -> LoadedBody {
        let ticket = state.withLock { state in
            state.loadCount += 1
            state.lastTicket += 1
            return state.lastTicket
        }
        try await standStill(ticket)
        return try response(request)
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
