#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOSSL
    import WebImageCaching
    import WebImageLoading

    /// The clients of a transport: one for each set of limits that apply to a whole client.
    ///
    /// Most programs use one set. Beyond eight clients the least recently used one is removed; it
    /// ends with its last transfer. Under a network policy each checked address of a host has its
    /// own client, and 64 of these are kept. Such a client has one address of a name, and its
    /// connections serve no other route.
    struct ClientTable {
        /// The limits that AsyncHTTPClient takes for a whole client, not for an exchange.
        struct Key: Hashable {
            let connectTimeout: Duration
            let idleTimeout: Duration
            /// The only route of its connections, nil for any.
            let route: Route?

            init(_ limits: LoadLimits, _ route: Route?) {
                self.route = route
                connectTimeout = limits.connectTimeout
                idleTimeout = limits.idleTimeout
            }
        }

        private static func capacity(isRouted: Bool) -> Int { isRouted ? 64 : 8 }

        let settings: HTTPSettings
        /// The clients, least recently used first.
        private var clients: [(key: Key, client: OwnedClient)] = []

        init(_ settings: HTTPSettings) { self.settings = settings }

        /// Returns the client for some limits, created at its first use.
        mutating func client(for limits: LoadLimits, _ route: Route? = nil) -> OwnedClient {
            let key = Key(limits, route)
            if let last = clients.last, last.key == key { return last.client }
            let found = clients.firstIndex { $0.key == key }.map { clients.remove(at: $0).client }
            let client = found ?? OwnedClient(configuration(key))
            makeRoom(isRouted: route != nil)
            clients.append((key, client))
            return client
        }

        /// Returns the routes in the order to try them: first those whose client may be connected.
        func ordered(_ routes: [Route], for limits: LoadLimits) -> [Route] {
            let known = Set(clients.map(\.key))
            let isKnown = routes.map { known.contains(Key(limits, $0)) }
            return [true, false].flatMap { wanted in
                zip(routes, isKnown).filter { $0.1 == wanted }.map(\.0)
            }
        }

        private mutating func makeRoom(isRouted: Bool) {
            let alike = clients.indices.filter { (clients[$0].key.route != nil) == isRouted }
            guard alike.count >= Self.capacity(isRouted: isRouted), let oldest = alike.first
            else { return }
            clients.remove(at: oldest)
        }

        /// Removes and returns all clients.
        mutating func removeAll() -> [OwnedClient] {
            defer { clients = [] }
            return clients.map(\.client)
        }

        private func configuration(_ key: Key) -> HTTPClient.Configuration {
            var tls = TLSConfiguration.makeClientConfiguration()
            // RFC 8996 deprecates the earlier versions.
            tls.minimumTLSVersion = .tlsv12
            if let roots = settings.extraTrustRoots { tls.additionalTrustRoots = [.file(roots)] }
            var pool = HTTPClient.Configuration.ConnectionPool()
            // The pipeline limits the number of concurrent transfers, not the pool.
            pool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1 << 20
            // A refused connection is a result; an interceptor decides about retries.
            pool.retryConnectionEstablishment = false
            var configuration = HTTPClient.Configuration(
                tlsConfiguration: tls,
                redirectConfiguration: .disallow,
                timeout: .init(
                    connect: TimeAmount(key.connectTimeout), read: TimeAmount(key.idleTimeout),
                    write: TimeAmount(key.idleTimeout)),
                connectionPool: pool,
                proxy: settings.proxy.map(HTTPClient.Configuration.Proxy.init))
            let timeout = TimeAmount(key.idleTimeout)
            configuration.http1_1ConnectionDebugInitializer = { channel in
                channel.eventLoop.submit {
                    try WriteTimeout.watch(channel, timeout)
                    try InterimWatch.watchConnection(channel)
                }
            }
            configuration.http2StreamChannelDebugInitializer = { channel in
                channel.eventLoop.submit {
                    try WriteTimeout.watch(channel, timeout)
                    try InterimWatch.watchStream(channel)
                }
            }
            if let route = key.route { Self.bind(&configuration, to: route) }
            return configuration
        }

        /// Maps the name to the checked address for connecting only.
        ///
        /// Certificate, SNI and the field `Host` remain the name's. An address in the URL is used
        /// directly, and is no server name.
        static func bind(_ configuration: inout HTTPClient.Configuration, to route: Route) {
            if IPAddress(anySpelling: route.host) == nil {
                configuration.dnsOverride = [route.host: route.peer.description]
            }
            let others = configuration.http1_1ConnectionDebugInitializer
            configuration.http1_1ConnectionDebugInitializer = { channel in
                route.check(channel).flatMap {
                    others?(channel) ?? channel.eventLoop.makeSucceededVoidFuture()
                }
            }
            configuration.http2ConnectionDebugInitializer = route.check
        }
    }

    extension HTTPClient.Configuration.Proxy {
        fileprivate init(_ proxy: HTTPSettings.Proxy) {
            switch proxy {
            case .http(let host, let port, let user?, let password?):
                self = .server(
                    host: host, port: port,
                    authorization: .basic(username: user, password: password))
            case .http(let host, let port, _, _):
                self = .server(host: host, port: port)
            case .socks(let host, let port):
                self = .socksServer(host: host, port: port)
            }
        }
    }

    extension TimeAmount {
        /// Converts a duration, clamped to 1 ns to 100 years.
        init(_ duration: Duration) {
            let bounded = min(max(duration, .nanoseconds(1)), .seconds(100 * 365 * 86_400))
            let (seconds, attoseconds) = bounded.components
            self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
    }
#endif
