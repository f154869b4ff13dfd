#if HTTP && os(Linux)
    import CCurlShim
    import Glibc
    import Synchronization
    import WebImageCaching
    import WebImageCoding
    public import WebImageLoading
    import WebImageRuntime

    /// Makes HTTP exchanges with the system's libcurl: kept connections, HTTP/1.1 and HTTP/2, streamed
    /// bodies.
    ///
    /// libcurl is loaded with the first exchange. A released transport closes its connections after the
    /// last body; ``shutdown()`` does so at once.
    ///
    /// The idle time-out also ends a transfer whose reader takes no bytes while more are to come, or
    /// whose server takes no bytes of the request. Bytes beyond the announced length never reach the
    /// body, and close its connection. Connections use TLS 1.2 or later.
    public final class CurlTransport: HTTPTransport {
        /// The transport of the process, with standard settings; ``shutdown()`` has no effect on it.
        public static let shared = CurlTransport(isShared: true)

        /// The connection settings and trust roots.
        public let settings: HTTPSettings
        private let names: HostNames
        private let rules: HostRules
        private let roots: LazyTrustRoots
        private let certificates = Mutex<[ClientCertificate: ClientCertificate.PEM]>([:])
        private let isShared: Bool
        /// nil after a shutdown.
        private let caches = Mutex<ConnectionCaches?>(ConnectionCaches())

        /// `true`: it connects only to addresses that the policy has checked.
        public var keepsNetworkPolicy: Bool { true }

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
            isShared: Bool, environment: [String: String] = ProcessEnvironment.current
        ) {
            self.settings = settings
            self.isShared = isShared
            names = HostNames(resolver)
            rules = HostRules(settings, environment)
            roots = LazyTrustRoots(settings, environment)
        }

        /// Sends the request and returns when the head has arrived.
        ///
        /// - Throws: `LoadFailure` as described at `HTTPTransport`, of kind `refusedRequest` if a URL or
        ///   field cannot be sent, of kind `other` if libcurl is missing; `CancellationError`.
        public func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
            let address = try Self.address(of: request.url)
            var context = FailureContext(url: request.url, limits: request.limits.underPolicy)
            let loop = try Self.loop(context)
            let rule = try rules.rule(for: address.origin)
            context.proxy = rule.proxy
            let sent = try await self.request(for: request, to: address, rule, context)
            try Task.checkCancellation()
            let key = ConnectionCaches.Key(
                settings: sent.connection, policy: request.limits.networkPolicy)
            guard let cache = caches.withLock({ $0?.cache(for: key, on: loop) }) else {
                throw context.failure(.other, "the transport was shut down")
            }
            let transfer = CurlTransfer(sent, context, over: cache)
            let head: ResponseHead
            do {
                head = try await transfer.head()
            } catch {
                guard let refusal = transfer.refusal, let failure = error as? LoadFailure else {
                    throw error
                }
                throw await explained(failure, refusal, sent, context, on: loop)
            }
            let body = TransferBody.Unread(transfer)
            context.take(head, answering: sent.method)
            try context.checkHead()
            return LoadedBody(
                head: head, origin: .network, expectedByteCount: context.expected,
                chunks: BodyStream(TransferBody(context, body)))
        }

        /// Closes all connections; running and later exchanges fail.
        public func shutdown() async {
            guard !isShared else { return }
            let caches = caches.withLock { $0.take() }
            caches?.shutdown()
        }

        private static func loop(_ context: FailureContext) throws(LoadFailure) -> CurlLoop {
            if let reason = ccurl_load() {
                throw context.failure(.other, String(cString: reason))
            }
            guard let loop = CurlLoop.shared else {
                throw context.failure(.other, "the system refuses a thread for connections")
            }
            return loop
        }

        private static func address(of url: String) throws(LoadFailure) -> HTTPAddress {
            do throws(HTTPAddress.Refusal) {
                return try HTTPAddress(url)
            } catch {
                throw LoadFailure(.refusedRequest, error.reason)
            }
        }

        // MARK: Requests

        private func request(
            for exchange: HTTPExchange, to address: HTTPAddress, _ rule: HostRule,
            _ context: FailureContext
        ) async throws -> CurlRequest {
            var request = CurlRequest(url: "", method: try Self.method(of: exchange))
            request.fields = try fields(of: exchange, isProxied: rule.proxy != nil)
            request.body = exchange.body ?? Self.emptyBody(of: exchange)
            request.connectTimeout = context.limits.connectTimeout
            request.peerPolicy = exchange.limits.networkPolicy
            request.connection = try connection(for: rule)
            var host = address.origin.host
            if let proxy = rule.proxy {
                // The address to which a proxy connects cannot be checked here.
                guard exchange.limits.networkPolicy == nil else {
                    throw context.failure(
                        .refusedAddress, "a network policy cannot be enforced through a proxy")
                }
                request.addresses = try await addresses(of: proxy, context)
            } else {
                let found = try await names.addresses(
                    of: address.origin, under: exchange.limits.networkPolicy, context)
                if IPAddress(anySpelling: host) == nil {
                    request.addresses = Self.line(host, address.origin.port, found)
                } else if let literal = found.first {
                    host = literal.spelledInURL
                }
            }
            request.url = address.url(withHost: host)
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
                // A proxy is told the host by libcurl, also in place of a field of the caller.
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

        private func connection(for rule: HostRule) throws(LoadFailure) -> ConnectionSettings {
            ConnectionSettings(
                trustsAnyCertificate: settings.trustsAnyCertificate, roots: roots.value,
                pins: rule.pins.map(Self.pins), certificate: try rule.certificate.map(read),
                requiresTLS13: settings.requiresTLS13, proxy: rule.proxy)
        }

        /// Returns the bytes of a certificate, whose files are read once.
        private func read(
            _ certificate: ClientCertificate
        ) throws(LoadFailure) -> ClientCertificate.PEM {
            if let known = certificates.withLock({ $0[certificate] }) { return known }
            let found = try certificate.read()
            certificates.withLock { $0[certificate] = found }
            return found
        }

        /// Returns pins as libcurl reads them; it would take one without the prefix for a file.
        private static func pins(_ pins: Set<String>) -> String {
            let digests = pins.map { $0.hasPrefix("sha256//") ? $0 : "sha256//" + $0 }
            return (digests.isEmpty ? ["sha256//none"] : digests.sorted()).joined(separator: ";")
        }

        private func addresses(
            of proxy: HTTPSettings.Proxy, _ context: FailureContext
        ) async throws -> String? {
            guard let (host, port) = proxy.place, IPAddress(anySpelling: host) == nil else {
                return nil
            }
            let origin = try Self.address(of: "http://\(host):\(port)").origin
            let found = try await names.addresses(of: origin, under: nil, context)
            return Self.line(origin.host, port, found)
        }

        private static func line(_ host: String, _ port: Int, _ found: [IPAddress]) -> String {
            let list = found.map(\.spelledInURL).joined(separator: ",")
            return "\(host):\(port):\(list)"
        }

        // MARK: Certificates

        /// Returns the failure of refused certificates with the reason, which a second handshake finds.
        private func explained(
            _ failure: LoadFailure, _ refusal: CertificateRefusal, _ request: CurlRequest,
            _ context: FailureContext, on loop: CurlLoop
        ) async -> any Error {
            let chain = await ServerCertificate.chain(of: request, context, on: loop)
            guard !Task.isCancelled else { return CancellationError() }
            switch refusal {
            case .key:
                let found = chain.first?.keyDigest ?? "none"
                return context.failure(
                    .tls, "the server's key is not pinned; it has sha256//\(found)")
            case .chain:
                guard let reason = ServerCertificate.reason(for: chain, at: time(nil)) else {
                    return failure
                }
                return context.failure(.tls, reason)
            }
        }
    }

    extension IPAddress {
        /// The address as it stands in a URL.
        fileprivate var spelledInURL: String { version == .v6 ? "[\(self)]" : "\(self)" }
    }
#endif
