#if HTTP && os(Linux)
    import CCurlShim
    import FoundationEssentials
    import Synchronization
    import WebImageCaching
    import WebImageCoding
    public import WebImageLoading
    import WebImageRuntime

    /// Makes HTTP exchanges with the system's libcurl: kept connections, HTTP/1.1 and HTTP/2,
    /// streamed bodies.
    ///
    /// libcurl is loaded with the first exchange. A released transport closes its connections after
    /// the last body; ``shutdown()`` does so at once.
    ///
    /// The idle time-out also ends a transfer whose reader takes no bytes while more are to come,
    /// or whose server takes no bytes of the request. Bytes beyond the announced length never reach
    /// the body, and close its connection. Connections use TLS 1.2 or later.
    public final class CurlTransport: HTTPTransport {
        /// The transport of the process, with standard settings; ``shutdown()`` has no effect on
        /// it.
        public static let shared = CurlTransport(isShared: true)

        /// The connection settings and trust roots.
        let settings: HTTPSettings
        private let names: HostNames
        let rules: HostRules
        private let isShared: Bool
        private static let mostCaches = 64
        /// The kept connections of each set of settings, since one that is kept is not checked
        /// again; nil after a shutdown.
        private let caches = Mutex<[ConnectionSettings: ConnectionCache]?>([:])

        /// `true`: it connects only to addresses that the policy has checked.
        public var keepsNetworkPolicy: Bool { true }

        /// The settings that change trust, as digests of files and names; nil for those by default.
        public var identity: String? { rules.trust.identity }

        /// The rule of the settings.
        public var onRedirect: RedirectRule? { settings.onRedirect }

        /// Returns the executor of the thread that reads all connections.
        public func executor(for url: String) -> (any TaskExecutor)? { CurlLoop.shared }

        /// Creates a transport, which ``shutdown()`` or releasing the last reference closes.
        ///
        /// - Parameters:
        ///   - settings: The proxy, trust roots and header fields of all connections.
        ///   - resolver: Resolves the names of hosts.
        public convenience init(
            _ settings: HTTPSettings = HTTPSettings(), resolver: HostResolver = .system
        ) {
            self.init(settings, resolver: resolver, isShared: false)
        }

        init(
            _ settings: HTTPSettings = HTTPSettings(), resolver: HostResolver = .system,
            isShared: Bool, environment: [String: String] = ProcessInfo.processInfo.environment
        ) {
            self.settings = settings
            self.isShared = isShared
            names = HostNames(resolver)
            rules = HostRules(settings, environment)
        }

        /// Sends the request and returns when the head has arrived.
        ///
        /// - Throws: `LoadFailure` as described at `HTTPTransport`, of kind `refusedRequest` if a
        ///   URL or field cannot be sent, of kind `other` if libcurl is missing;
        ///   `CancellationError`.
        public func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
            let address = try HTTPAddress(loading: request.url)
            var context = FailureContext(url: request.url, limits: request.limits.underPolicy)
            let loop = try Self.loop(context)
            let connection = try rules.settings(
                for: address.origin, under: request.limits.networkPolicy)
            context.proxy = connection.proxy
            let sent = try await self.request(for: request, to: address, connection, context)
            try Task.checkCancellation()
            guard let cache = cache(for: connection, on: loop) else {
                throw context.failure(.other, "the transport was shut down")
            }
            let owner = TransferOwner(CurlTransfer(sent, context, over: cache))
            owner.transfer.begin()
            guard case .head(let head, let timings) = try await owner.transfer.next() else {
                throw context.truncated(after: 0)
            }
            context.take(head, answering: sent.method)
            try context.checkHead()
            var body = LoadedBody(
                head: head, origin: .network, expectedByteCount: context.expected,
                chunks: Self.chunks(of: owner, context))
            body.timings = (sent.nameTime.map { [("load.name", $0)] } ?? []) + timings
            return body
        }

        /// Returns the chunks of a body, checked against the allowed length; a second reader finds
        /// none.
        private static func chunks(
            of owner: TransferOwner, _ context: FailureContext
        ) -> BodyStream {
            let held = Mutex<TransferOwner?>(owner)
            return BodyStream {
                var owner = held.withLock { $0.take() }
                var count = 0
                return {
                    // Kept only as long as bytes come.
                    let reading = owner.take()
                    guard case .bytes(let block) = try await reading?.transfer.next() else {
                        return nil
                    }
                    count += block.count
                    if count > context.limits.maxBodyBytes { throw context.tooLarge(count) }
                    owner = reading
                    return block
                }
            }
        }

        private func cache(
            for settings: ConnectionSettings, on loop: CurlLoop
        ) -> ConnectionCache? {
            caches.withLock { caches in
                if let known = caches?[settings] { return known }
                // Each is closed after its last transfer.
                if let count = caches?.count, count >= Self.mostCaches { caches = [:] }
                caches?[settings] = ConnectionCache(on: loop)
                return caches?[settings]
            }
        }

        /// Closes all connections; running and later exchanges fail.
        public func shutdown() async {
            guard !isShared else { return }
            let caches = caches.withLock { $0.take() }
            for cache in (caches ?? [:]).values { cache.shutdown() }
        }

        /// Returns the thread of connections, once libcurl is loaded.
        static func loop(_ context: FailureContext) throws(LoadFailure) -> CurlLoop {
            if let reason = ccurl_load() {
                throw context.failure(.other, String(cString: reason))
            }
            guard let loop = CurlLoop.shared else {
                throw context.failure(.other, "the system refuses a thread for connections")
            }
            return loop
        }

        // MARK: Requests

        private func request(
            for exchange: HTTPExchange, to address: HTTPAddress, _ connection: ConnectionSettings,
            _ context: FailureContext
        ) async throws -> CurlRequest {
            var request = CurlRequest(url: "", method: try Self.method(of: exchange))
            request.fields = try fields(of: exchange, isProxied: connection.proxy != nil)
            request.body = exchange.body ?? Self.emptyBody(of: exchange)
            request.connectTimeout = context.limits.connectTimeout
            request.connection = connection
            let policy = connection.policy
            let (origin, literal) = (address.origin, IPAddress(anySpelling: address.origin.host))
            try policy?.check(scheme: origin.scheme, host: origin.host, port: origin.port)
            let start = ContinuousClock.now
            if let proxy = connection.proxy {
                try policy?.check(literal.map { [$0] } ?? [], of: origin.host)
                if literal == nil, policy?.allowsProxyNames == false {
                    throw context.failure(
                        .refusedAddress, "the network policy allows no proxy to look up the host")
                }
                request.addresses = try await addresses(of: proxy, under: policy, context)
                request.url = address.url(withHost: origin.host)
                return request
            }
            let found = try await names.addresses(of: origin.host, under: policy, context)
            if literal == nil {
                request.addresses = Self.line(origin.host, origin.port, found)
                request.nameTime = start.duration(to: .now)
            }
            let host = literal == nil ? nil : found.first?.spelledInURL
            request.url = address.url(withHost: host ?? origin.host)
            return request
        }

        private static func method(of exchange: HTTPExchange) throws(LoadFailure) -> String? {
            // The method is sent verbatim, so a line break in it would start another request.
            guard !exchange.method.isEmpty,
                exchange.method.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
            else { throw LoadFailure(.refusedRequest, "the method must be ASCII without spaces") }
            return exchange.method == "HEAD" ? nil : exchange.method
        }

        /// Returns the body of a method that has one by its meaning (RFC 9110, section 8.6).
        private static func emptyBody(of exchange: HTTPExchange) -> RequestBody? {
            ["POST", "PUT", "PATCH"].contains(exchange.method)
                ? RequestBody(ByteBlock(copying: [])) : nil
        }

        private func fields(
            of exchange: HTTPExchange, isProxied: Bool
        ) throws(LoadFailure) -> [String] {
            var fields = exchange.headers
            let standard = [
                ("User-Agent", settings.userAgent), ("Accept", settings.accept),
                ("Accept-Encoding", settings.decompresses ? ContentCoding.accepted : nil),
            ]
            for case (let name, let value?) in standard where fields[name] == nil {
                fields.append(name, value)
            }
            var lines: [String] = []
            for field in fields.fields {
                guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isTokenByte),
                    field.value.utf8.allSatisfy({ $0 != 0 && $0 != 10 && $0 != 13 })
                else {
                    throw LoadFailure(.refusedRequest, "a header field has a forbidden character")
                }
                // libcurl names the host to a proxy, also in place of a field of the caller.
                if isProxied, field.name.lowercased() == "host" { continue }
                lines.append(
                    field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
            }
            // Fields that libcurl would add by itself.
            for name in ["Accept", "Expect"] where fields[name] == nil { lines.append("\(name):") }
            return lines
        }

        /// `true` for the bytes of a token (RFC 9110, section 5.6.2).
        private static func isTokenByte(_ byte: UInt8) -> Bool {
            byte > 32 && byte < 127 && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
        }

        private func addresses(
            of proxy: HTTPSettings.Proxy, under policy: NetworkPolicy?, _ context: FailureContext
        ) async throws -> String? {
            guard let (name, port) = proxy.place else { return nil }
            let host = try HTTPAddress(loading: "http://\(proxy.authority)").origin.host
            let found = try await names.addresses(of: host, under: policy, context)
            return IPAddress(anySpelling: name) == nil ? Self.line(host, port, found) : nil
        }

        private static func line(_ host: String, _ port: Int, _ found: [IPAddress]) -> String {
            let list = found.map(\.spelledInURL).joined(separator: ",")
            // Without the plus the entry would stay for ever.
            return "+\(host):\(port):\(list)"
        }
    }

    extension IPAddress {
        /// The address as it stands in a URL.
        fileprivate var spelledInURL: String { version == .v6 ? "[\(self)]" : "\(self)" }
    }

    /// The owner of a transfer; releasing it ends the transfer.
    private final class TransferOwner: Sendable {
        let transfer: CurlTransfer

        init(_ transfer: CurlTransfer) { self.transfer = transfer }
        deinit { transfer.abandon() }
    }
#endif
