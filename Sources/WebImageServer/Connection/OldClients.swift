#if Server
    import NIOCore
    import NIOHTTP1
    import NIOHTTPTypesHTTP1

    /// The handler of a connection that ends it behind the response to a client of HTTP/1.0.
    ///
    /// Such a client waits for the end, unless it asks for the connection to be kept, and reads no chunks.
    /// Behind the codec, requests have no version.
    final class OldClients: ChannelDuplexHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias InboundOut = HTTPServerRequestPart
        typealias OutboundIn = HTTPServerResponsePart
        typealias OutboundOut = HTTPServerResponsePart

        private var isLast = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(var head) = unwrapInboundIn(data), head.version == .http1_0,
                head.headers["Connection"].first?.lowercased() != "keep-alive"
            else { return context.fireChannelRead(data) }
            isLast = true
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            guard isLast, case .head(var head) = unwrapOutboundIn(data) else {
                return context.write(data, promise: promise)
            }
            head.version = .http1_0
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        }

        /// Adds the handler to a connection; a stream of HTTP/2 has no such clients.
        static func watch(_ pipeline: ChannelPipeline.SynchronousOperations) {
            guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else {
                return
            }
            try? pipeline.addHandler(OldClients(), position: .before(codec))
        }
    }
#endif
