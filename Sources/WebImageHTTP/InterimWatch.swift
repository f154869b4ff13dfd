#if HTTP
    import NIOCore
    import NIOHTTP1
    import WebImageCaching
    import WebImageLoading

    /// Limits the interim responses (status 1xx) of a request, and hides them from the client.
    ///
    /// AsyncHTTPClient accepts any number of them, and each restarts its read time-out. Hidden ones
    /// do not restart it, so the head must be complete within that time-out after the end of the
    /// request.
    final class InterimWatch: ChannelDuplexHandler {
        typealias InboundIn = HTTPClientResponsePart
        typealias InboundOut = HTTPClientResponsePart
        typealias OutboundIn = HTTPClientRequestPart
        typealias OutboundOut = HTTPClientRequestPart

        /// The error for more interim responses than allowed.
        struct TooMany: Error {}

        private var count = 0

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            if case .head = unwrapOutboundIn(data) { count = 0 }
            context.write(data, promise: promise)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            // After status 101 another protocol begins; the client closes such a connection.
            guard case .head(let head) = unwrapInboundIn(data), head.status.code < 200,
                head.status != .switchingProtocols
            else { return context.fireChannelRead(data) }
            count += 1
            guard count == LoadLimits.maxInterimResponses + 1 else { return }
            context.fireErrorCaught(TooMany())
            // Closing only the stream would leave the connection open to more interim responses.
            (context.channel.parent ?? context.channel).close(promise: nil)
        }
    }
#endif
