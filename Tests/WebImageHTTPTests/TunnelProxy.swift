#if HTTP
    import NIOCore
    import NIOPosix
    import Synchronization

    /// An HTTP proxy on 127.0.0.1 that opens tunnels to ports of this machine.
    final class TunnelProxy: Sendable {
        private final class Record: Sendable {
            let heads = Mutex<[String]>([])
        }

        let port: Int
        private let channel: any Channel
        private let record: Record

        /// The heads of the requests for tunnels, in order.
        var heads: [String] { record.heads.withLock { $0 } }

        init() async throws {
            let record = Record()
            channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            Tunnel { head in record.heads.withLock { $0.append(head) } })
                    }
                }.bind(host: "127.0.0.1", port: 0).get()
            port = channel.localAddress?.port ?? 0
            self.record = record
        }

        deinit { channel.close(promise: nil) }

        /// The client's end of a tunnel.
        private final class Tunnel: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            typealias OutboundOut = ByteBuffer
            private let onHead: (String) -> Void
            private var head = ""
            private var server: (any Channel)?

            init(onHead: @escaping (String) -> Void) { self.onHead = onHead }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                if let server {
                    return server.writeAndFlush(unwrapInboundIn(data), promise: nil)
                }
                head += String(buffer: unwrapInboundIn(data))
                guard head.hasSuffix("\r\n\r\n") else { return }
                onHead(head)
                let target = head.split(separator: " ").dropFirst().first ?? ""
                guard let port = target.split(separator: ":").last.flatMap({ Int($0) }) else {
                    return context.close(promise: nil)
                }
                open(context, to: port)
            }

            private func open(_ context: ChannelHandlerContext, to port: Int) {
                let client = context.channel
                ClientBootstrap(group: context.eventLoop).channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Copy(to: client))
                    }
                }.connect(host: "127.0.0.1", port: port).assumeIsolated().whenSuccess { server in
                    self.server = server
                    client.writeAndFlush(
                        ByteBuffer(string: "HTTP/1.1 200 Connected\r\n\r\n"), promise: nil)
                }
            }

            func channelInactive(context: ChannelHandlerContext) { server?.close(promise: nil) }
        }

        /// The server's end of a tunnel.
        private final class Copy: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            private let client: any Channel

            init(to client: any Channel) { self.client = client }

            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                client.writeAndFlush(unwrapInboundIn(data), promise: nil)
            }

            func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }
        }
    }
#endif
