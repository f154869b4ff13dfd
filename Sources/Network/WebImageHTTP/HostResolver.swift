#if HTTP
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
            // The first result counts; a stream ends as soon as its reader is cancelled.
            let (results, first) = AsyncThrowingStream<[IPAddress]?, any Error>.makeStream()
            // The look-up may block, which the thread of connections must not.
            let work = Task(executorPreference: globalConcurrentExecutor) {
                do {
                    first.yield(try await lookUp(host))
                } catch {
                    first.finish(throwing: error)
                }
            }
            let timer = Task {
                try await Task.sleep(for: min(timeout, .seconds(1 << 30)))
                first.yield(nil)
            }
            defer {
                work.cancel()
                timer.cancel()
            }
            for try await found in results {
                var seen: Set<IPAddress> = []
                return found?.map(\.unmapped).filter { seen.insert($0).inserted }
            }
            throw CancellationError()
        }
    }
#endif
