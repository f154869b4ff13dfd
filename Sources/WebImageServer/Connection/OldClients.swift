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

        /// The heads that were read, and the responses that have ended.
        private var counts = (read: 0, written: 0)
        /// The number of the request of an old client, which is the last one.
        private var last: Int?

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(var head) = unwrapInboundIn(data) else {
                return context.fireChannelRead(data)
            }
            counts.read += 1
            guard head.version == .http1_0,
                head.headers["Connection"].first?.lowercased() != "keep-alive"
            else { return context.fireChannelRead(data) }
            last = last ?? counts.read
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.fireChannelRead(wrapInboundOut(.head(head)))
        }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            switch unwrapOutboundIn(data) {
            case .head(var head) where counts.written + 1 == last && head.status.code >= 200:
                head.version = .http1_0
                context.write(wrapOutboundOut(.head(head)), promise: promise)
            case .end:
                counts.written += 1
                context.write(data, promise: promise)
            default: context.write(data, promise: promise)
            }
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
