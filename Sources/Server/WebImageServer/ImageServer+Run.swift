#if Server
    import HTTPTypes
    import Hummingbird
    import HummingbirdCore
    import HummingbirdHTTP2
    import Logging
    import NIOCore
    import ServiceLifecycle
    import Synchronization
    import UnixSignals
    import WebImage

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    extension ImageServer {
        /// Runs the server until the process gets SIGTERM or SIGINT; requests under way are
        /// answered, unless SIGINT comes again.
        ///
        /// - Parameter onStart: Receives the port once the server listens, on the port of metrics,
        ///   too.
        /// - Throws: An error that names the address, if one cannot be listened on.
        public func run(onStart: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
            var logger = Logger(label: "webimage-server") { _ in SwiftLogNoOpLogHandler() }
            logger.logLevel = .critical
            // The last one ends first: clients learn of it before connections close.
            let settings = core.settings
            let start = StartGate(ports: settings.metricsAddress == nil ? 1 : 2, onStart)
            var services: [any Service] = [
                Listening(try application(logger, start), on: (settings.host, settings.port)),
                EndWatch(core: core),
            ]
            if let address = settings.metricsAddress {
                let metrics = metricsApplication(logger, address, start)
                services.insert(Listening(metrics, on: address, for: "metrics"), at: 0)
            }
            if let file = settings.sources.rules {
                services.append(RulesWatch(file: file, core: core))
            }
            var configuration = ServiceGroupConfiguration(
                services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            configuration.maximumGracefulShutdownDuration =
                settings.drainTime + settings.graceTimeout
            try await ServiceGroup(configuration: configuration).run()
            await core.pipeline.flush()
        }

        private func application(
            _ logger: Logger, _ start: StartGate
        ) throws -> some ApplicationProtocol {
            let settings = core.settings
            let read = TimeAmount(settings.readTimeout)
            let write = TimeAmount(settings.writeTimeout)
            let connection = HTTP1Channel.Configuration(
                additionalChannelHandlers: [
                    ClientWatch(), RequestWatch(), AnswerWatch(), ReadTimeout(limit: read),
                    WriteTimeout(limit: write),
                ],
                idleTimeout: TimeAmount(settings.idleTimeout),
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 32 << 10, maxHeaderListSize: 64 << 10,
                    maxHeaderFieldCount: 200))
            let responder = CallbackResponder<ServerContext> { [self] request, context in
                await respond(to: request, by: RequestConnection(channel: context.channel))
            }
            return Application(
                responder: responder, server: try builder(connection),
                configuration: ApplicationConfiguration(
                    address: .hostname(settings.host, port: settings.port), backlog: 1_024,
                    availableConnectionsDelegate: MaximumAvailableConnections(
                        settings.maxConnections)),
                onServerRunning: { start.open($0.localAddress?.port ?? settings.port) },
                logger: logger)
        }

        /// Returns the builder of connections, with TLS if the settings have its files.
        private func builder(_ connection: HTTP1Channel.Configuration) throws -> HTTPServerBuilder {
            let connections = ConnectionTable(core.settings) { core.noteRefusal(of: $0) }
            guard let tls = try core.settings.tls?.configuration() else {
                return HTTPServerBuilder { responder in
                    LoopChannel(
                        base: HTTP1Channel(responder: responder, configuration: connection),
                        connections: connections)
                }
            }
            let configuration = HTTP2UpgradeChannel.Configuration(
                idleTimeout: core.settings.idleTimeout, streamConfiguration: connection)
            return HTTPServerBuilder { responder in
                LoopChannel(
                    base: try HTTP2UpgradeChannel(
                        tlsConfiguration: tls, configuration: configuration, responder: responder),
                    connections: connections)
            }
        }

        private func metricsApplication(
            _ logger: Logger, _ address: (host: String, port: Int), _ start: StartGate
        ) -> some ApplicationProtocol {
            let port = OperatorPort(core: core)
            let responder = CallbackResponder<ServerContext> { request, _ in
                await port.answer(to: request).response(isHead: request.method == .head)
            }
            return Application(
                responder: responder,
                server: .http1(
                    configuration: .init(
                        additionalChannelHandlers: [ClientWatch()], idleTimeout: .seconds(30))),
                configuration: ApplicationConfiguration(
                    address: .hostname(address.host, port: address.port)),
                onServerRunning: { _ in start.open(nil) }, logger: logger)
        }
    }

    /// The values that belong to a request of the whole program.
    struct ServerContext: RequestContext {
        var coreContext: CoreRequestContextStorage
        let channel: any Channel

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            channel = source.channel
        }
    }

    /// The service that notes when the server is to end.
    private struct EndWatch: Service {
        let core: ServerCore

        func run() async throws {
            try? await gracefulShutdown()
            core.end()
            Task {
                // A second Ctrl-C waits for no request.
                for await _ in await UnixSignalsSequence(trapping: .sigint) { _exit(130) }
            }
            try? await Task.sleep(for: core.settings.drainTime)
        }
    }

    /// The failure of an address that cannot be listened on, in words for the operator.
    struct ListenFailure: Error, CustomStringConvertible {
        /// Address, use and the reason in the words of the system, in one line.
        let description: String

        init(_ address: (host: String, port: Int), for use: String?, _ error: any Error) {
            let host = address.host.contains(":") ? "[\(address.host)]" : address.host
            let code = (error as? IOError)?.errnoCode
            let reason = code.map { String(cString: strerror($0)) } ?? "\(error)"
            description =
                "cannot listen on \(host):\(address.port)\(use.map { " for \($0)" } ?? ""): \(reason)"
        }
    }

    /// A service that listens on one address, whose errors name it.
    struct Listening<Base: Service>: Service {
        private let base: Base
        private let address: (host: String, port: Int)
        private let use: String?

        /// - Parameter use: The word for the answers on that port; nil for pictures.
        init(_ base: Base, on address: (host: String, port: Int), for use: String? = nil) {
            (self.base, self.address, self.use) = (base, address, use)
        }

        func run() async throws {
            do {
                try await base.run()
            } catch let error where !(error is CancellationError) {
                throw ListenFailure(address, for: use, error)
            }
        }
    }

    /// The start of a server, which is reported once all its ports are open.
    final class StartGate: Sendable {
        private let state: Mutex<(left: Int, port: Int)>
        private let onStart: @Sendable (Int) -> Void

        init(ports: Int, _ onStart: @escaping @Sendable (Int) -> Void) {
            state = Mutex((left: ports, port: 0))
            self.onStart = onStart
        }

        /// Notes that a port is open: the port of pictures, or nil for another one.
        func open(_ port: Int?) {
            let opened = state.withLock { state -> Int? in
                state.left -= 1
                if let port { state.port = port }
                return state.left == 0 ? state.port : nil
            }
            if let opened { onStart(opened) }
        }
    }
#endif
