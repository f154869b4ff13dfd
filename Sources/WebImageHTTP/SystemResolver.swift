#if HTTP
    import NIOPosix
    import Synchronization
    import WebImageLoading
    import WebImageRuntime

    /// `getaddrinfo`, on threads that may block.
    enum SystemResolver {
        /// A name server may be slow for one host, and many hosts may be its: they wait for each
        /// other here, in bounded number, and nobody else does.
        private static let threads: NIOThreadPool = {
            let threads = NIOThreadPool(numberOfThreads: 16)
            threads.start()
            return threads
        }()

        /// The addresses of a name; none if there is no such name.
        ///
        /// - Throws: `CancellationError`, at once, though the system's answer is still awaited.
        static func addresses(of host: String) async throws -> [IPAddress] {
            let answer = Answer()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    guard answer.await(by: continuation) else { return }
                    threads.submit { _ in
                        guard answer.isAwaited else { return }
                        answer.give(.success(SocketNames.addresses(of: host)))
                    }
                }
            } onCancel: {
                answer.give(.failure(CancellationError()))
            }
        }

        /// Who waits for one answer; told once.
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

            /// False if the task was cancelled before, whose continuation has been told.
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
