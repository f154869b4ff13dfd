#if HTTP
    import NIOCore
    import NIOHTTP1
    import NIOHTTP2
    import NIOPosix
    import NIOSSL
    import WebImageCaching

    /// A server of HTTP/2 on 127.0.0.1 that sends interim responses before each head; the body is the
    /// target of the request.
    final class InterimOrigin: Sendable {
        let port: Int
        private let channel: any Channel

        /// Starts a server with the certificate of ``SecureOrigin``.
        init(interimCount: Int) async throws {
            var tls = try SecureOrigin.configuration()
            tls.applicationProtocols = ["h2"]
            let context = try NIOSSLContext(configuration: tls)
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(NIOSSLServerHandler(context: context))
                        _ = try pipeline.configureHTTP2Pipeline(
                            mode: .server, connectionConfiguration: .init(),
                            streamConfiguration: .init()
                        ) { stream in
                            stream.eventLoop.makeCompletedFuture {
                                try stream.pipeline.syncOperations.addHandlers([
                                    HTTP2FramePayloadToHTTP1ServerCodec(),
                                    Answerer(interimCount: interimCount),
                                ])
                            }
                        }
                    }
                }.bind(host: "127.0.0.1", port: 0).get()
            port = channel.localAddress?.port ?? 0
        }

        deinit { channel.close(promise: nil) }

        private final class Answerer: ChannelInboundHandler {
            typealias InboundIn = HTTPServerRequestPart
            typealias OutboundOut = HTTPServerResponsePart
            private let interimCount: Int
            private var target = ""

            init(interimCount: Int) { self.interimCount = interimCount }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                if case .head(let head) = unwrapInboundIn(data) { target = head.uri }
                guard case .end = unwrapInboundIn(data) else { return }
                for status in Array(repeating: 103, count: interimCount) + [200] {
                    let head = HTTPResponseHead(
                        version: .http2, status: HTTPResponseStatus(statusCode: status))
                    context.write(wrapOutboundOut(.head(head)), promise: nil)
                }
                let body = ByteBuffer(string: target)
                context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
#endif
