#if HTTP && os(Linux)
    import CCurlShim
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
        let settings: HTTPSettings
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
            transfer.begin()
            guard case .head(let head, let timings) = try await transfer.next() else {
                transfer.abandon()
                throw context.truncated(after: 0)
            }
            let reader = TransferReader(transfer)
            context.take(head, answering: sent.method)
            try context.checkHead()
            var body = LoadedBody(
                head: head, origin: .network, expectedByteCount: context.expected,
                chunks: reader.chunks(context))
            body.timings = (sent.nameTime.map { [("load.name", $0)] } ?? []) + timings
            return body
        }

        /// Closes all connections; running and later exchanges fail.
        public func shutdown() async {
            guard !isShared else { return }
            let caches = caches.withLock { $0.take() }
            caches?.shutdown()
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
            let policy = exchange.limits.networkPolicy
            request.peerPolicy = policy
            request.connection = try connection(for: rule)
            let (origin, literal) = (address.origin, IPAddress(anySpelling: address.origin.host))
            try policy?.check(scheme: origin.scheme, host: origin.host, port: origin.port)
            let start = ContinuousClock.now
            if let proxy = rule.proxy {
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
            of proxy: HTTPSettings.Proxy, under policy: NetworkPolicy?, _ context: FailureContext
        ) async throws -> String? {
            guard let (name, port) = proxy.place else { return nil }
            let host = try Self.address(of: "http://\(proxy.authority)").origin.host
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

    /// The owner of a transfer until its body is read; releasing it ends the transfer.
    private final class TransferReader: Sendable {
        /// The transfer; releasing the last reference ends it.
        private final class Held: Sendable {
            let transfer: CurlTransfer
            init(_ transfer: CurlTransfer) { self.transfer = transfer }
            deinit { transfer.abandon() }
        }

        private let held: Mutex<Held?>

        init(_ transfer: CurlTransfer) { held = Mutex(Held(transfer)) }

        /// Returns the chunks of the body, checked against the allowed length; a second reader finds
        /// none.
        func chunks(_ context: FailureContext) -> BodyStream {
            BodyStream {
                var held = self.held.withLock { $0.take() }
                var count = 0
                return {
                    // Kept only as long as bytes come.
                    let reading = held.take()
                    guard case .bytes(let block) = try await reading?.transfer.next() else {
                        return nil
                    }
                    count += block.count
                    if count > context.limits.maxBodyBytes { throw context.tooLarge(count) }
                    held = reading
                    return block
                }
            }
        }
    }
#endif
