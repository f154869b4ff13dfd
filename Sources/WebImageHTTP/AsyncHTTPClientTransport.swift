#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import Synchronization
    import WebImageCaching
    import WebImageCoding
    public import WebImageLoading
    import WebImageRuntime

    /// Makes HTTP exchanges with AsyncHTTPClient: pooled connections, HTTP/1.1 and HTTP/2, streamed
    /// bodies.
    ///
    /// Nothing is started before the first exchange. A released transport closes its connections
    /// after the last body; ``shutdown()`` does so at once.
    ///
    /// The idle time-out also ends a transfer whose reader takes no bytes while more are to come,
    /// or whose server takes no bytes of the request. Bytes beyond the announced length never reach
    /// the body, and close its connection. Connections use TLS 1.2 or later.
    public final class AsyncHTTPClientTransport: HTTPTransport {
        /// The transport of the process, with standard settings; ``shutdown()`` has no effect on
        /// it.
        public static let shared = AsyncHTTPClientTransport(isShared: true)

        /// The connection settings and trust roots.
        public let settings: HTTPSettings
        private let resolver: HostResolver
        private let rules: HostRules
        private let isShared: Bool
        /// nil after a shutdown.
        private let table: Mutex<ClientTable?>

        /// `true`: it connects only to addresses that the policy has checked.
        public var keepsNetworkPolicy: Bool { true }

        /// Returns the executor of the event loop that serves the host's connections.
        public func executor(for url: String) -> (any TaskExecutor)? {
            LoopExecutor.of(url)
        }

        /// Creates a transport, which ``shutdown()`` or releasing the last reference closes.
        ///
        /// - Parameters:
        ///   - settings: The proxy, trust roots and header fields of all connections.
        ///   - resolver: Resolves hosts for a network policy; unused without one.
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
            self.resolver = resolver
            self.isShared = isShared
            rules = HostRules(settings, environment)
            table = Mutex(ClientTable(settings, environment))
        }

        /// Sends the request and returns when the head has arrived.
        ///
        /// - Throws: `LoadFailure` as described at `HTTPTransport`, of kind `refusedRequest` if
        ///   a URL or field cannot be sent; `CancellationError`.
        public func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
            var transfer = Transfer(
                url: request.url, limits: request.limits.underPolicy)
            let rule = try rules.rule(for: request.url)
            transfer.proxy = rule.proxy
            let plan = try await plan(for: request, rule, transfer)
            // The client is told of a cancellation by a separate task, which may be too late.
            try Task.checkCancellation()
            let (answer, client) = try await answer(to: request, by: plan, rule, transfer)
            let body = TransferBody.Unread(answer.chunks)
            try Task.checkCancellation()
            let head = ResponseHead(
                url: request.url, status: answer.status, headers: HeaderFields(answer.headers))
            transfer.head = head
            transfer.expected = Self.byteCount(of: head, answering: request.method)
            try transfer.checkHead()
            return LoadedBody(
                head: head, origin: .network, expectedByteCount: transfer.expected,
                chunks: BodyStream(TransferBody(transfer, body, of: client)))
        }

        /// Closes all connections; running and later exchanges fail.
        public func shutdown() async {
            guard !isShared else { return }
            let clients = table.withLock { table -> [OwnedClient] in
                defer { table = nil }
                return table?.removeAll() ?? []
            }
            for client in clients { await client.shutdown() }
        }

        private func plan(
            for request: HTTPExchange, _ rule: HostRule, _ transfer: Transfer
        ) async throws -> RoutePlan {
            guard let policy = request.limits.networkPolicy else {
                return RoutePlan(url: request.url)
            }
            // The address to which a proxy connects cannot be checked here.
            guard rule.proxy == nil else {
                throw transfer.failure(
                    .refusedAddress, "a network policy cannot be enforced through a proxy")
            }
            do {
                return try await RoutePlan(
                    judging: request.url, by: policy, with: resolver, transfer)
            } catch {
                throw error is any LoadError ? error : transfer.translating(error, after: 0)
            }
        }

        /// Sends the message over the first route that connects.
        ///
        /// Tries up to three routes, which share the connect time-out.
        private func answer(
            to request: HTTPExchange, by plan: RoutePlan, _ rule: HostRule, _ transfer: Transfer
        ) async throws -> (Answer, OwnedClient) {
            var transfer = transfer
            // Set before the routes are sorted, because the time-out is part of a client's key.
            transfer.limits.connectTimeout /= min(max(plan.routes.count, 1), 3)
            var routes = ordered(plan.routes, transfer, rule).prefix(3)
            while true {
                let route = routes.popFirst()
                let client = try client(for: transfer, route, rule)
                let message = try message(for: request, to: plan.url, rule, over: client)
                do {
                    return (try await answer(to: message, over: client, transfer), client)
                } catch {
                    let told = transfer.translating(error, after: 0)
                    guard !routes.isEmpty, Transfer.isWithoutConnection(error, for: message) else {
                        guard TLSReason.isRefusedChain(error) else { throw told }
                        throw await explained(told, plan.url, rule, route, transfer)
                    }
                }
            }
        }

        /// Returns the failure of refused certificates with the reason, which a probe finds.
        private func explained(
            _ told: any Error, _ url: String, _ rule: HostRule, _ route: Route?,
            _ transfer: Transfer
        ) async -> any Error {
            guard rule.proxy == nil, let origin = try? HTTPAddress(url).origin else {
                return told
            }
            let probe = CertificateProbe(
                origin: origin, peer: route?.peer,
                timeout: TimeAmount(transfer.limits.connectTimeout))
            guard let reason = await probe.reason() else { return told }
            return Task.isCancelled ? CancellationError() : transfer.failure(.tls, reason)
        }

        /// Sends the message; once more if the connection closes without a response.
        ///
        /// A server may close an idle connection at the moment it is reused, which is no failure of
        /// the request (RFC 9110, section 9.2.2). Only GET and HEAD are repeated.
        private func answer(
            to message: HTTPClientRequest, over client: OwnedClient, _ transfer: Transfer
        ) async throws -> Answer {
            var isRepeatable = message.isRepeatable
            while true {
                do {
                    return try await Answer(to: message, over: client)
                } catch {
                    let told = transfer.translating(error, after: 0)
                    guard isRepeatable, let failure = told as? LoadFailure,
                        failure.kind == .truncated
                    else { throw error }
                    isRepeatable = false
                }
            }
        }

        private func ordered(
            _ routes: [Route], _ transfer: Transfer, _ rule: HostRule
        ) -> [Route] {
            guard routes.count > 1 else { return routes }
            return table.withLock { $0?.ordered(routes, for: transfer.limits, rule) } ?? routes
        }

        private func client(
            for transfer: Transfer, _ route: Route?, _ rule: HostRule
        ) throws(LoadFailure) -> OwnedClient {
            let client = try table.withLock { table throws(LoadFailure) in
                try table?.client(for: transfer.limits, route, rule)
            }
            guard let client else {
                throw transfer.failure(.other, "the transport was shut down")
            }
            return client
        }

        private func message(
            for request: HTTPExchange, to url: String, _ rule: HostRule, over client: OwnedClient
        ) throws(LoadFailure) -> HTTPClientRequest {
            // The method is sent verbatim, so a line break in it would start another request.
            guard !request.method.isEmpty, request.method.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
            else { throw LoadFailure(.refusedRequest, "the method must be ASCII without spaces") }
            var message = HTTPClientRequest(url: rule.target(of: url))
            message.method = HTTPMethod(rawValue: request.method)
            for field in request.headers.fields {
                guard !field.name.isEmpty else {
                    throw LoadFailure(.refusedRequest, "a header field has no name")
                }
                message.headers.add(name: field.name, value: field.value)
            }
            RequestTarget.keep(of: url, in: &message)
            if rule.isForwarded, let origin = try? HTTPAddress(url).origin {
                // Names the server to the proxy, also in place of a field of the caller.
                message.headers.replaceOrAdd(name: "Host", value: origin.authority)
            }
            let standard = [
                ("User-Agent", settings.userAgent), ("Accept", settings.accept),
                ("Accept-Encoding", settings.decompresses ? ContentCoding.accepted : nil),
            ]
            for case (let name, let value?) in standard where request.headers[name] == nil {
                message.headers.add(name: name, value: value)
            }
            message.body = request.body.map { Self.body($0, over: client) }
            return message
        }

        private static func body(
            _ body: RequestBody, over client: OwnedClient
        ) -> HTTPClientRequest.Body {
            if body.bytes?.count == 0 { return .bytes(ByteBuffer()) }
            return .stream(
                RequestBodySequence(body.chunks(), loops: client.client.eventLoopGroup),
                length: body.byteCount.map { .known(Int64($0)) } ?? .unknown)
        }

        /// Returns the announced length of the body in bytes; nil without one.
        private static func byteCount(of head: ResponseHead, answering method: String) -> Int? {
            if method == "HEAD" || head.status == 204 || head.status == 304 { return 0 }
            guard head.headers["Transfer-Encoding"] == nil else { return nil }
            return head.headers["Content-Length"].flatMap(Int.init)
        }
    }

    extension HeaderFields {
        fileprivate init(_ headers: HTTPHeaders) {
            self.init()
            for (name, value) in headers { append(name, value) }
        }
    }

    extension HTTPClientRequest {
        /// `true` if sending it twice has the same effect as sending it once.
        var isRepeatable: Bool { body == nil && (method == .GET || method == .HEAD) }
    }
#endif
