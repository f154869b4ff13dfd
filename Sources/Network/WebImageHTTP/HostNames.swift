#if HTTP && os(Linux)
    import CCurlShim
    import Synchronization
    import WebImageCaching
    import WebImageLoading

    /// The addresses of hosts: looked up for each load with a policy, else kept for a minute.
    final class HostNames: Sendable {
        private static let (lifetime, mostKept): (Duration, Int) = (.seconds(60), 256)

        private let resolver: HostResolver
        private let kept = Mutex<[String: (addresses: [IPAddress], time: ContinuousClock.Instant)]>(
            [:])

        init(_ resolver: HostResolver) { self.resolver = resolver }

        /// Returns the checked addresses of a host; its only one if the host is an address.
        ///
        /// - Throws: A `LoadFailure` of kind `refusedAddress`, `hostNotFound` or `timedOut`;
        ///   `CancellationError`; the resolver's errors.
        func addresses(
            of host: String, under policy: NetworkPolicy?, _ context: FailureContext
        ) async throws -> [IPAddress] {
            if let literal = IPAddress(anySpelling: host)?.unmapped {
                try policy?.check([literal], of: host)
                return [literal]
            }
            let entry = policy == nil ? kept.withLock { $0[host] } : nil
            if let entry, entry.time.duration(to: .now) < Self.lifetime { return entry.addresses }
            let timeout = context.limits.connectTimeout
            guard let found = try await resolver.addresses(of: host, within: timeout) else {
                throw context.failure(
                    .timedOut, "the host name was not resolved within \(timeout.spelling)")
            }
            guard !found.isEmpty else {
                throw context.failure(of: CurlError(CURLE_COULDNT_RESOLVE_HOST))
            }
            try policy?.check(found, of: host)
            kept.withLock { kept in
                if kept.count >= Self.mostKept { kept = [:] }
                kept[host] = (found, .now)
            }
            return found
        }
    }
#endif
