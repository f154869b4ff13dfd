#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import NIOHTTP2
    import NIOSSL
    import WebImageCaching
    import WebImageLoading

    /// The clients of a transport: one for each set of limits that apply to a whole client.
    ///
    /// Most programs use one set. Beyond eight clients the least recently used one is removed; it
    /// ends with its last transfer. Under a network policy each checked address of a host has its
    /// own client with one address of a name, whose connections serve no other route. Of these, and
    /// of the clients of hosts with certificates or pins, 64 are kept.
    struct ClientTable {
        /// The limits that AsyncHTTPClient takes for a whole client, not for an exchange.
        struct Key: Hashable {
            let connectTimeout: Duration
            let idleTimeout: Duration
            /// The only route of its connections, nil for any.
            let route: Route?
            /// The settings of its hosts.
            let rule: HostRule

            init(_ limits: LoadLimits, _ route: Route?, _ rule: HostRule = HostRule()) {
                self.route = route
                self.rule = rule
                connectTimeout = limits.connectTimeout
                idleTimeout = limits.idleTimeout
            }

            /// `true` if its client serves few hosts, so that a program may need many.
            var isNarrow: Bool { route != nil || rule.certificate != nil || rule.pins != nil }
        }

        private static func capacity(isNarrow: Bool) -> Int { isNarrow ? 64 : 8 }

        let settings: HTTPSettings
        private let environment: [String: String]
        /// The clients, least recently used first.
        private var clients: [(key: Key, client: OwnedClient)] = []

        init(_ settings: HTTPSettings, _ environment: [String: String] = [:]) {
            self.settings = settings
            self.environment = environment
        }

        /// Returns the client for some limits, created at its first use.
        ///
        /// - Throws: A failure of kind `tls` if a client certificate cannot be read.
        mutating func client(
            for limits: LoadLimits, _ route: Route? = nil, _ rule: HostRule = HostRule()
        ) throws(LoadFailure) -> OwnedClient {
            let key = Key(limits, route, rule)
            if let last = clients.last, last.key == key { return last.client }
            let found = clients.firstIndex { $0.key == key }.map { clients.remove(at: $0).client }
            let client = if let found { found } else { OwnedClient(try configuration(key)) }
            makeRoom(isNarrow: key.isNarrow)
            clients.append((key, client))
            return client
        }

        /// Returns the routes in the order to try them: first those whose client may be connected.
        func ordered(
            _ routes: [Route], for limits: LoadLimits, _ rule: HostRule = HostRule()
        ) -> [Route] {
            let known = Set(clients.map(\.key))
            let isKnown = routes.map { known.contains(Key(limits, $0, rule)) }
            return [true, false].flatMap { wanted in
                zip(routes, isKnown).filter { $0.1 == wanted }.map(\.0)
            }
        }

        private mutating func makeRoom(isNarrow: Bool) {
            let alike = clients.indices.filter { clients[$0].key.isNarrow == isNarrow }
            guard alike.count >= Self.capacity(isNarrow: isNarrow), let oldest = alike.first
            else { return }
            clients.remove(at: oldest)
        }

        /// Removes and returns all clients.
        mutating func removeAll() -> [OwnedClient] {
            defer { clients = [] }
            return clients.map(\.client)
        }

        private func configuration(
            _ key: Key
        ) throws(LoadFailure) -> HTTPClient.Configuration {
            let tls = try TLSConfiguration(settings, key.rule, environment)
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
                proxy: key.rule.isForwarded
                    ? nil : key.rule.proxy.flatMap(HTTPClient.Configuration.Proxy.init))
            let timeout = TimeAmount(key.idleTimeout)
            let forwarder = key.rule.isForwarded ? key.rule.proxy : nil
            let addHandlers = { @Sendable (channel: any Channel) in
                channel.eventLoop.submit {
                    // The last one is nearest to the network: a proxy gets the final target.
                    try channel.addHandlerAfterCodec(RequestTarget())
                    if let forwarder {
                        try channel.addHandlerAfterCodec(ForwardedRequest(by: forwarder))
                    }
                    try WriteTimeout.watch(channel, timeout)
                    try channel.addHandlerAfterCodec(InterimWatch())
                }
            }
            configuration.http1_1ConnectionDebugInitializer = addHandlers
            configuration.http2StreamChannelDebugInitializer = addHandlers
            if let route = key.route { Self.bind(&configuration, to: route) }
            if let pins = key.rule.pins.map(KeyPins.init) {
                Self.check(&configuration, by: pins.check)
            }
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
            check(&configuration, by: route.check)
        }

        /// Checks each new connection before the existing initializers and before any request.
        private static func check(
            _ configuration: inout HTTPClient.Configuration,
            by check: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
        ) {
            for path in [
                \HTTPClient.Configuration.http1_1ConnectionDebugInitializer,
                \HTTPClient.Configuration.http2ConnectionDebugInitializer,
            ] {
                let others = configuration[keyPath: path]
                configuration[keyPath: path] = { channel in
                    check(channel).flatMap {
                        others?(channel) ?? channel.eventLoop.makeSucceededVoidFuture()
                    }
                }
            }
        }
    }

    extension Channel {
        /// Adds a handler between the codec of HTTP/1.1, or of a stream of HTTP/2, and the client.
        fileprivate func addHandlerAfterCodec(_ handler: any ChannelHandler) throws {
            let pipeline = pipeline.syncOperations
            let position: ChannelPipeline.SynchronousOperations.Position =
                if let codec = try? pipeline.handler(
                    type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                {
                    .after(codec)
                } else {
                    .after(try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self))
                }
            try pipeline.addHandler(handler, position: position)
        }
    }

    extension HTTPClient.Configuration.Proxy {
        fileprivate init?(_ proxy: HTTPSettings.Proxy) {
            switch proxy {
            case .http(let host, let port, let user?, let password?):
                self = .server(
                    host: host, port: port,
                    authorization: .basic(username: user, password: password))
            case .http(let host, let port, _, _):
                self = .server(host: host, port: port)
            case .socks(let host, let port):
                self = .socksServer(host: host, port: port)
            case .environment: return nil
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
