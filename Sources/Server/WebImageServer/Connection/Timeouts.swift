#if Server
    import NIOCore
    import NIOHTTPTypes

    /// The handler of a connection that closes it if a request does not end in time.
    ///
    /// Idle time-outs begin anew with each byte, so that a slow body would hold the connection for
    /// ever. A request's head has the time of an idle connection, since nothing is read
    /// before it is whole.
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

    /// The handler of a connection that closes it if the client takes no bytes for some time.
    ///
    /// Idle time-outs end when a request has arrived; they cut no client that reads its response
    /// slowly. Time passes while parts of a response wait to be sent, and none of them is.
    final class WriteTimeout: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = NIOAny

        private let limit: TimeAmount
        /// The parts that wait, and those that were sent.
        private var counts = (waiting: 0, sent: 0)
        private var timer: Scheduled<Void>?

        init(limit: TimeAmount) { self.limit = limit }

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            let promise = promise ?? context.eventLoop.makePromise()
            counts.waiting += 1
            promise.futureResult.assumeIsolated().whenComplete { _ in
                self.counts.waiting -= 1
                self.counts.sent += 1
            }
            if timer == nil { watch(context) }
            context.write(data, promise: promise)
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            timer?.cancel()
            timer = nil
        }

        private func watch(_ context: ChannelHandlerContext) {
            let sent = counts.sent
            timer = context.eventLoop.assumeIsolated().scheduleTask(in: limit) {
                self.timer = nil
                guard self.counts.waiting > 0 else { return }
                if self.counts.sent == sent {
                    context.close(promise: nil)
                } else {
                    self.watch(context)
                }
            }
        }
    }
#endif
