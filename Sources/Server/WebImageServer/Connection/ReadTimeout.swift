#if Server
    import NIOCore
    import NIOHTTPTypes

    /// The handler of a connection that closes it if a request does not end in time.
    ///
    /// Idle time-outs begin anew with each byte, so that a slow body would hold the connection for ever. The
    /// time of a request's head is that of an idle connection, since nothing is read before it is whole.
    final class ReadTimeout: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart
        typealias InboundOut = HTTPRequestPart

        private let limit: TimeAmount
        private var isReading = false
        private var timer: Scheduled<Void>?

        init(limit: TimeAmount) { self.limit = limit }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head: isReading = true
            case .body: break
            case .end:
                isReading = false
                stop()
            }
            context.fireChannelRead(data)
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            // Most requests have ended here and need no timer.
            if isReading, timer == nil {
                timer = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
                    context.close(promise: nil)
                }
            }
            context.fireChannelReadComplete()
        }

        func handlerRemoved(context: ChannelHandlerContext) { stop() }

        private func stop() {
            timer?.cancel()
            timer = nil
        }
    }
#endif
