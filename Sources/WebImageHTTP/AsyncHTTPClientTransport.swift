#if HTTP
    import AsyncHTTPClient
    import NIOCore
    import NIOHTTP1
    import Synchronization
    import WebImageCaching
    import WebImageCoding
    public import WebImageLoading
    import WebImageRuntime

    /// Exchanges over AsyncHTTPClient: pooled connections, HTTP/1.1 and HTTP/2, streamed bodies.
    ///
    /// Nothing is started before the first exchange. A transport that is dropped closes its
    /// connections as soon as the last body is read or dropped; ``shutdown()`` does it at once.
    ///
    /// The idle time-out also ends a transfer whose reader takes nothing for so long while more
    /// is to come, and one whose server takes nothing of what is sent for so long. Bytes that a
    /// server sends beyond the announced length never reach the body; its connection is closed.
    /// Connections speak TLS 1.2 or later.
    public final class AsyncHTTPClientTransport: HTTPTransport {
        /// The process's own, with the standard settings; ``shutdown()`` leaves it running.
        public static let shared = AsyncHTTPClientTransport(isShared: true)

        /// How it speaks and whom it trusts.
        public let settings: HTTPSettings
        private let resolver: HostResolver
        private let isShared: Bool
        /// Nil once it is shut down.
        private let table: Mutex<ClientTable?>

        /// It connects to addresses that were judged, and to no others.
        public var keepsNetworkPolicy: Bool { true }

        /// The loop of the host's connections.
        public func executor(for url: String) -> (any TaskExecutor)? {
            LoopExecutor.of(url)
        }

        /// A transport to be closed by ``shutdown()``, or by being dropped.
        ///
        /// - Parameter resolver: Finds what a network policy judges; not used without one.
        public convenience init(
            _ settings: HTTPSettings = HTTPSettings(), resolver: HostResolver = .system
        ) {
            self.init(settings, resolver: resolver, isShared: false)
        }

        private init(
            _ settings: HTTPSettings = HTTPSettings(), resolver: HostResolver = .system,
            isShared: Bool
        ) {
            self.settings = settings
            self.resolver = resolver
            self.isShared = isShared
            table = Mutex(ClientTable(settings))
        }

        /// Sends the request and returns when the head is there.
        ///
        /// - Throws: ``LoadFailure`` as ``HTTPTransport`` says, of kind `refusedRequest` if a URL or a field
        ///   cannot be sent; `CancellationError`.
        public func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
            var transfer = Transfer(
                url: request.url, limits: request.limits.underPolicy)
            let plan = try await plan(for: request, transfer)
            // The client hears of a cancellation by a task of its own, which may come too late.
            try Task.checkCancellation()
            let (answer, client) = try await answer(to: request, by: plan, transfer)
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

        /// Closes all connections; exchanges under way fail, later ones too.
        public func shutdown() async {
            guard !isShared else { return }
            let clients = table.withLock { table -> [OwnedClient] in
                defer { table = nil }
                return table?.removeAll() ?? []
            }
            for client in clients { await client.shutdown() }
        }

        private func plan(
            for request: HTTPExchange, _ transfer: Transfer
        ) async throws -> RoutePlan {
            guard let policy = request.limits.networkPolicy else {
                return RoutePlan(url: request.url)
            }
            // What a proxy connects to, this end cannot compare.
            guard settings.proxy == nil else {
                throw transfer.failure(
                    .refusedAddress, "a network policy cannot be kept through a proxy")
            }
            do {
                return try await RoutePlan(
                    judging: request.url, by: policy, with: resolver, transfer)
            } catch {
                throw error is any LoadError ? error : transfer.translating(error, after: 0)
            }
        }

        /// Sends the message by the first route whose connection comes up.
        ///
        /// Up to three are tried, which share the time that a connection may take.
        private func answer(
            to request: HTTPExchange, by plan: RoutePlan, _ transfer: Transfer
        ) async throws -> (Answer, OwnedClient) {
            var transfer = transfer
            // Before they are put in order: the clients are known by the time they have.
            transfer.limits.connectTimeout /= min(max(plan.routes.count, 1), 3)
            var routes = ordered(plan.routes, transfer).prefix(3)
            while true {
                let client = try client(for: transfer, routes.popFirst())
                let message = try message(for: request, to: plan.url, over: client)
                do {
                    return (try await answer(to: message, over: client, transfer), client)
                } catch {
                    let told = transfer.translating(error, after: 0)
                    guard !routes.isEmpty, Transfer.isWithoutConnection(error, for: message) else {
                        throw told
                    }
                }
            }
        }

        /// Sends the message; once more if the connection closes without an answer.
        ///
        /// A server may close an idle connection at the moment it is used again, which says
        /// nothing about the request (RFC 9110, section 9.2.2). Only GET and HEAD are repeated.
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

        private func ordered(_ routes: [Route], _ transfer: Transfer) -> [Route] {
            guard routes.count > 1 else { return routes }
            return table.withLock { $0?.ordered(routes, for: transfer.limits) } ?? routes
        }

        private func client(
            for transfer: Transfer, _ route: Route?
        ) throws(LoadFailure) -> OwnedClient {
            let client = table.withLock { $0?.client(for: transfer.limits, route) }
            guard let client else {
                throw transfer.failure(.other, "the transport was shut down")
            }
            return client
        }

        private func message(
            for request: HTTPExchange, to url: String, over client: OwnedClient
        ) throws(LoadFailure) -> HTTPClientRequest {
            // It is written as it is: a line break in it would begin a request of its own.
            guard !request.method.isEmpty, request.method.utf8.allSatisfy({ $0 > 32 && $0 < 127 })
            else { throw LoadFailure(.refusedRequest, "the method must be ASCII without spaces") }
            var message = HTTPClientRequest(url: url)
            message.method = HTTPMethod(rawValue: request.method)
            for field in request.headers.fields {
                guard !field.name.isEmpty else {
                    throw LoadFailure(.refusedRequest, "a field without a name")
                }
                message.headers.add(name: field.name, value: field.value)
            }
            let standard = [("User-Agent", settings.userAgent), ("Accept", settings.accept)]
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

        /// The length of the body as it will be read: unknown if it is encoded.
        private static func byteCount(of head: ResponseHead, answering method: String) -> Int? {
            if method == "HEAD" || head.status == 204 || head.status == 304 { return 0 }
            guard head.headers["Content-Encoding"] == nil,
                head.headers["Transfer-Encoding"] == nil
            else { return nil }
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
        /// Whether sending it twice does nothing that sending it once does not.
        var isRepeatable: Bool { body == nil && (method == .GET || method == .HEAD) }
    }
#endif
