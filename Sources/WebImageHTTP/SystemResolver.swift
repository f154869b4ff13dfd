#if HTTP
    import Synchronization
    import WebImageLoading
    import WebImageRuntime

    /// Resolves names by `getaddrinfo`, on threads that may block.
    enum SystemResolver {
        /// The threads of all look-ups, bounded in number: those of a slow name server wait for each
        /// other here and block no other work.
        private static let threads = WorkExecutor(maxThreads: 16)

        /// Returns the addresses of a name; empty for an unknown name.
        ///
        /// - Throws: `CancellationError`, at once, even while the system's resolution continues.
        static func addresses(of host: String) async throws -> [IPAddress] {
            let answer = Answer()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    guard answer.await(by: continuation) else { return }
                    Task(executorPreference: threads) {
                        guard answer.isAwaited else { return }
                        answer.give(.success(SocketNames.addresses(of: host)))
                    }
                }
            } onCancel: {
                answer.give(.failure(CancellationError()))
            }
        }

        /// The continuation of one look-up, resumed once.
        private final class Answer: Sendable {
            typealias Continuation = CheckedContinuation<[IPAddress], any Error>

            private enum State {
                case new
                case awaited(Continuation)
                case given
            }

            private let state = Mutex(State.new)

            var isAwaited: Bool {
                state.withLock { if case .awaited = $0 { true } else { false } }
            }

            /// Stores the continuation; if the task was already cancelled, resumes it and returns
            /// `false`.
            func await(by continuation: Continuation) -> Bool {
                let isNew = state.withLock { state -> Bool in
                    guard case .new = state else { return false }
                    state = .awaited(continuation)
                    return true
                }
                if !isNew { continuation.resume(throwing: CancellationError()) }
                return isNew
            }

            func give(_ result: Result<[IPAddress], any Error>) {
                let waiting = state.withLock { state -> Continuation? in
                    defer { state = .given }
                    if case .awaited(let continuation) = state { return continuation }
                    return nil
                }
                waiting?.resume(with: result)
            }
        }
    }
#endif
