#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTPCompression
    import NIOSSL
    import WebImagePipeline

    /// The clients of a transport: one for each set of limits that a client has for all exchanges.
    ///
    /// There is one set in most programs. Of more than eight the client used longest ago is let go;
    /// it ends with its last transfer.
    struct ClientTable {
        /// What AsyncHTTPClient takes for a whole client, not for an exchange.
        struct Key: Hashable {
            let connectTimeout: Duration
            let idleTimeout: Duration
            let decodedLimit: Int

            init(_ limits: LoadLimits) {
                connectTimeout = limits.connectTimeout
                idleTimeout = limits.idleTimeout
                // Rounded up, so that callers with limits of their own share clients. The exact
                // limit is kept while reading; this one bounds what one packet may unfold to.
                let bits = Int.bitWidth - (max(limits.maxBodyBytes, 2) - 1).leadingZeroBitCount
                decodedLimit = bits > 40 ? .max : 1 << bits
            }
        }

        private static let capacity = 8

        let settings: HTTPSettings
        /// The client used last stands last.
        private var clients: [(key: Key, client: OwnedClient)] = []

        init(_ settings: HTTPSettings) { self.settings = settings }

        /// The client for some limits, made when it is needed first.
        mutating func client(for limits: LoadLimits) -> OwnedClient {
            let key = Key(limits)
            let found = clients.firstIndex { $0.key == key }.map { clients.remove(at: $0).client }
            let client = found ?? OwnedClient(configuration(key))
            if clients.count >= Self.capacity { clients.removeFirst() }
            clients.append((key, client))
            return client
        }

        /// Empties the table.
        mutating func removeAll() -> [OwnedClient] {
            defer { clients = [] }
            return clients.map(\.client)
        }

        private func configuration(_ key: Key) -> HTTPClient.Configuration {
            var tls = TLSConfiguration.makeClientConfiguration()
            if let roots = settings.extraTrustRoots { tls.additionalTrustRoots = [.file(roots)] }
            var pool = HTTPClient.Configuration.ConnectionPool()
            // How many transfers run at once is the pipeline's to say, not the pool's.
            pool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1 << 20
            // A refused connection is an answer; trying again is an interceptor's.
            pool.retryConnectionEstablishment = false
            var configuration = HTTPClient.Configuration(
                tlsConfiguration: tls,
                redirectConfiguration: .disallow,
                timeout: .init(
                    connect: TimeAmount(key.connectTimeout), read: TimeAmount(key.idleTimeout),
                    write: TimeAmount(key.idleTimeout)),
                connectionPool: pool,
                proxy: settings.proxy.map(HTTPClient.Configuration.Proxy.init))
            if settings.decompresses {
                configuration.decompression = .enabled(limit: .size(key.decodedLimit))
            }
            return configuration
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
        /// The same time, at least a nanosecond, at most a hundred years.
        fileprivate init(_ duration: Duration) {
            let bounded = min(max(duration, .nanoseconds(1)), .seconds(100 * 365 * 86_400))
            let (seconds, attoseconds) = bounded.components
            self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        }
    }
#endif
