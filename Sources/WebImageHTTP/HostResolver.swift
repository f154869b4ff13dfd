#if HTTP
    public import WebImageLoading

    /// Finds the addresses of host names, where a network policy has to judge them.
    public struct HostResolver: Sendable {
        private let lookUp: @Sendable (String) async throws -> [IPAddress]

        /// The system's, as its files and name servers say.
        public static let system = HostResolver { try await SystemResolver.addresses(of: $0) }

        /// A resolver of one's own.
        ///
        /// - Parameter addresses: Returns all addresses of a name, the one to try first in front;
        ///   none if there is no such name. Cancelled when it takes too long.
        public init(_ addresses: @escaping @Sendable (_ host: String) async throws -> [IPAddress]) {
            lookUp = addresses
        }

        /// The addresses of a name, each once; nil if there are none in time.
        func addresses(of host: String, within timeout: Duration) async throws -> [IPAddress]? {
            let found = try await withThrowingTaskGroup(of: [IPAddress]?.self) { group in
                // It may block, which the loop of the connections must not.
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    try await lookUp(host)
                }
                group.addTask {
                    try await Task.sleep(for: min(timeout, .seconds(1 << 30)))
                    return nil
                }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
            var seen: Set<IPAddress> = []
            return found?.map(\.unmapped).filter { seen.insert($0).inserted }
        }
    }
#endif
