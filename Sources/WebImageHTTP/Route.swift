#if HTTP
    import NIOCore
    import WebImageCaching
    import WebImageLoading

    /// The destination of an exchange under a network policy: a host and a checked address of it.
    struct Route: Hashable, Sendable {
        /// The host as AsyncHTTPClient reads it from ``url``.
        let host: String
        /// The address to connect to.
        let peer: IPAddress
        /// The policy that checked the address; connections are shared only under an equal one.
        let policy: NetworkPolicy

        /// The error for a connection to another address than the checked one.
        struct OtherPeer: Error {}

        /// Fails a new connection before it carries a request, unless it is connected to the peer.
        var check: @Sendable (any Channel) -> EventLoopFuture<Void> {
            { [peer] channel in
                guard let found = channel.remoteAddress else {
                    // Already closed, as a busy server may do.
                    return channel.eventLoop.makeFailedFuture(ChannelError.ioOnClosedChannel)
                }
                if IPAddress(found)?.unmapped == peer {
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(OtherPeer())
            }
        }
    }

    /// The routes of one exchange, in the order to be tried.
    struct RoutePlan: Sendable {
        /// The URL to send; an address in it has its canonical spelling.
        let url: String
        /// The routes; empty without a policy, when the client resolves the host itself.
        var routes: [Route] = []

        /// Creates a plan without routes.
        init(url: String) { self.url = url }

        /// Checks a URL and all addresses of its host.
        ///
        /// - Throws: ``LoadFailure`` of kind `refusedAddress`, `hostNotFound`, `timedOut`, or
        ///   `refusedRequest` for an invalid URL; `CancellationError`; the resolver's errors.
        init(
            judging url: String, by policy: NetworkPolicy, with resolver: HostResolver,
            _ transfer: Transfer
        ) async throws {
            let address: HTTPAddress
            do throws(HTTPAddress.Refusal) {
                address = try HTTPAddress(url)
            } catch {
                throw LoadFailure(.refusedRequest, error.reason)
            }
            let origin = address.origin
            do throws(LoadFailure) {
                try policy.check(scheme: origin.scheme, host: origin.host, port: origin.port)
            } catch {
                throw error
            }
            let literal = IPAddress(anySpelling: origin.host)?.unmapped
            let found: [IPAddress]
            if let literal {
                found = [literal]
            } else {
                found = try await Self.resolve(origin.host, with: resolver, transfer)
            }
            do throws(LoadFailure) {
                try policy.check(found, of: origin.host)
            } catch {
                throw error
            }
            let spelled = literal.map { $0.version == .v6 ? "[\($0)]" : "\($0)" } ?? origin.host
            self.url = address.url(withHost: spelled)
            routes = found.map { Route(host: spelled, peer: $0, policy: policy) }
        }

        private static func resolve(
            _ host: String, with resolver: HostResolver, _ transfer: Transfer
        ) async throws -> [IPAddress] {
            let timeout = transfer.limits.connectTimeout
            guard let found = try await resolver.addresses(of: host, within: timeout) else {
                throw transfer.failure(
                    .timedOut, "the host name was not resolved within \(timeout.spelling)")
            }
            guard !found.isEmpty else {
                throw transfer.failure(.hostNotFound, "the host name has no address")
            }
            return found
        }
    }
#endif
