#if HTTP
    import NIOCore
    import WebImageCaching
    import WebImageLoading

    /// Where an exchange goes under a network policy: a name and the judged address it stands for.
    struct Route: Hashable, Sendable {
        /// The host as AsyncHTTPClient reads it from ``url``.
        let host: String
        /// The address to connect to.
        let peer: IPAddress
        /// Whose judgement it was; connections are not shared with another's.
        let policy: NetworkPolicy

        /// The peer of a connection was not the one that was judged.
        struct OtherPeer: Error {}

        /// Fails a new connection before it carries a request, unless its other end is the peer.
        var check: @Sendable (any Channel) -> EventLoopFuture<Void> {
            { [peer] channel in
                guard let found = channel.remoteAddress else {
                    // Closed already, as a busy server's connections may be.
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
        /// The URL to send; an address in it is spelled as everybody reads it.
        let url: String
        /// Empty without a policy: the client finds the address itself.
        var routes: [Route] = []

        /// Nothing to judge.
        init(url: String) { self.url = url }

        /// Judges a URL and all addresses of its host.
        ///
        /// - Throws: ``LoadFailure`` of kind `refusedAddress`, `hostNotFound` or `timedOut`, of kind
        ///   `refusedRequest` for text that is no URL; cancellation; what the resolver throws.
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
                throw transfer.failure(.timedOut, "no address within \(timeout.spelling)")
            }
            guard !found.isEmpty else {
                throw transfer.failure(.hostNotFound, "the host's name has no address")
            }
            return found
        }
    }
#endif
