#if HTTP
    import Synchronization
    public import WebImageLoading
    import WebImageRuntime

    /// Resolves host names to addresses.
    public struct HostResolver: Sendable {
        private let lookUp: @Sendable (String) async throws -> [IPAddress]

        /// The resolver of the system.
        public static let system = HostResolver { host in
            await SystemNames.threads.run { SystemNames.addresses(of: host) }
        }

        /// Creates a custom resolver.
        ///
        /// - Parameter addresses: Returns all addresses of a name in the order to try, none for an
        ///   unknown name. Cancelled after the connect time-out.
        public init(_ addresses: @escaping @Sendable (_ host: String) async throws -> [IPAddress]) {
            lookUp = addresses
        }

        /// Returns the distinct addresses of a name; nil after the time-out.
        ///
        /// - Throws: `CancellationError`, at once, even while the look-up continues.
        func addresses(of host: String, within timeout: Duration) async throws -> [IPAddress]? {
            let first = FirstResult()
            // The look-up may block, which the thread of connections must not.
            let work = Task(executorPreference: globalConcurrentExecutor) {
                do {
                    first.give(.success(try await lookUp(host)))
                } catch {
                    first.give(.failure(error))
                }
            }
            let timer = Task {
                try await Task.sleep(for: min(timeout, .seconds(1 << 30)))
                first.give(.success(nil))
            }
            defer {
                work.cancel()
                timer.cancel()
            }
            let found = try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { first.await(by: $0) }
            } onCancel: {
                first.give(.failure(CancellationError()))
            }
            var seen: Set<IPAddress> = []
            return found?.map(\.unmapped).filter { seen.insert($0).inserted }
        }
    }

    /// The first of several results, for one task that waits.
    private final class FirstResult: Sendable {
        typealias Continuation = CheckedContinuation<[IPAddress]?, any Error>

        private let state = Mutex<
            (result: Result<[IPAddress]?, any Error>?, waiting: Continuation?)
        >(
            (nil, nil))

        func await(by continuation: Continuation) {
            let result = state.withLock { state in
                if state.result == nil { state.waiting = continuation }
                return state.result
            }
            if let result { continuation.resume(with: result) }
        }

        func give(_ result: Result<[IPAddress]?, any Error>) {
            let waiting = state.withLock { state in
                if state.result == nil { state.result = result }
                return state.waiting.take()
            }
            waiting?.resume(with: result)
        }
    }
#endif
