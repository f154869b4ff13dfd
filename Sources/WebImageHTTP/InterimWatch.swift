#if HTTP
    import NIOCore
    import NIOHTTP1
    import NIOHTTP2
    import WebImageCaching
    import WebImageLoading

    /// Bounds the interim responses (status 1xx) of a connection, and hides them from the client.
    ///
    /// AsyncHTTPClient ignores any number of them, and each renews its read time-out. A hidden one
    /// does not. So the head has to be complete within that time-out, counted from the end of the
    /// request.
    final class InterimWatch: ChannelDuplexHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        /// There were more interim responses than allowed.
        struct TooMany: Error {}

        private var count = 0

        /// Adds a watch to a new connection of HTTP/1.1, behind the decoder of responses.
        static func watchConnection(_ channel: any Channel) throws {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(
                type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(InterimWatch(), position: .after(decoder))
        }

        /// Adds a watch to a new stream of HTTP/2, behind the decoder of responses.
        static func watchStream(_ channel: any Channel) throws {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            try pipeline.addHandler(InterimWatch(), position: .after(decoder))
        }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            if case .head = unwrapOutboundIn(data) { count = 0 }
            context.write(data, promise: promise)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            // Behind status 101 another protocol begins; the client closes such a connection.
            guard case .head(let head) = unwrapInboundIn(data), head.status.code < 200,
                head.status != .switchingProtocols
            else { return context.fireChannelRead(data) }
            count += 1
            guard count == LoadLimits.maxInterimResponses + 1 else { return }
            context.fireErrorCaught(TooMany())
            // A stream that ends leaves its connection to the flood.
            (context.channel.parent ?? context.channel).close(promise: nil)
        }
    }
#endif
