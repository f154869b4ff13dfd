#if HTTP
    public import WebImageLoading

    /// Resolves host names to addresses for a network policy.
    public struct HostResolver: Sendable {
        private let lookUp: @Sendable (String) async throws -> [IPAddress]

        /// The resolver of the system.
        public static let system = HostResolver { try await SystemResolver.addresses(of: $0) }

        /// Creates a custom resolver.
        ///
        /// - Parameter addresses: Returns all addresses of a name in the order to try, none for an
        ///   unknown name. Cancelled after the connect time-out.
        public init(_ addresses: @escaping @Sendable (_ host: String) async throws -> [IPAddress]) {
            lookUp = addresses
        }

        /// Returns the distinct addresses of a name; nil after the time-out.
        func addresses(of host: String, within timeout: Duration) async throws -> [IPAddress]? {
            let found = try await withThrowingTaskGroup(of: [IPAddress]?.self) { group in
                // The resolver may block, which the thread of connections must not.
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
