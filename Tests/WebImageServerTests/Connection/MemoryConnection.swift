#if Server
    import Hummingbird
    import HummingbirdCore
    import HummingbirdHTTP2
    import Logging
    import NIOCore
    import NIOEmbedded

    @testable import WebImageServer

    /// A connection in memory whose requests a server answers on its loop, as in the program.
    struct MemoryConnection {
        /// The version that the client speaks.
        enum Version: CaseIterable {
            case http1
            case http2
        }

        let channel = NIOAsyncTestingChannel()
        private let version: Version
        private let answered: Task<Void, Never>

        /// - Parameter respond: Answers a request by its connection.
        init(
            _ version: Version,
            _ respond: @escaping @Sendable (Request, RequestConnection) async -> Response
        ) async throws {
            self.version = version
            let responder: HTTPChannelHandler.Responder = { request, writer, channel in
                let response = await respond(request, RequestConnection(channel: channel))
                try await writer.write(response: response.head, body: response.body)
            }
            let settings = HTTP1Channel.Configuration(additionalChannelHandlers: [AnswerWatch()])
            switch version {
            case .http1:
                let base = HTTP1Channel(responder: responder, configuration: settings)
                answered = try await Self.open(channel, base)
            case .http2:
                let base = HTTP2Channel(
                    responder: responder, configuration: .init(streamConfiguration: settings))
                answered = try await Self.open(channel, base)
            }
            try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.7", port: 80)).get()
        }

        private static func open(
            _ channel: NIOAsyncTestingChannel, _ base: some ServerChildChannel
        ) async throws -> Task<Void, Never> {
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let connection = LoopChannel(
                base: base, connections: ConnectionTable(ServerSettings()) { _ in })
            let loop = channel.testingEventLoop
            let value = try await loop.flatSubmit {
                connection.setup(channel: channel, logger: logger)
            }.get()
            return Task { await connection.handle(value: value, logger: logger) }
        }

        /// Asks for a path that has fewer than 127 characters.
        func ask(_ path: String) async throws {
            var bytes = ByteBuffer()
            switch version {
            case .http1: bytes.writeString("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
            case .http2:
                // Method and scheme are numbers of the static table (RFC 7541), the others texts.
                let fields: [UInt8] = [0x82, 0x86, 0x41, 1, 0x61, 0x04, UInt8(path.utf8.count)]
                bytes.writeString("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
                bytes.writeBytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
                bytes.writeBytes([0, 0, UInt8(fields.count + path.utf8.count), 1, 5, 0, 0, 0, 1])
                bytes.writeBytes(fields)
                bytes.writeString(path)
            }
            try await channel.writeInbound(bytes)
            // Runs what reading has put on the loop.
            await channel.testingEventLoop.run()
        }

        /// Closes the connection, and waits until its requests are answered.
        func close() async {
            try? await channel.close().get()
            await answered.value
        }
    }
#endif
