#if Server
    import NIOCore

    /// The handler of a connection that closes it if the client takes no bytes for some time.
    ///
    /// Idle time-outs end when a request has arrived; they cut no client that reads its response slowly.
    /// Time passes while parts of a response wait to be sent, and none of them is.
    final class WriteTimeout: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = NIOAny

        private let limit: TimeAmount
        /// The parts that wait, and those that were sent.
        private var counts = (waiting: 0, sent: 0)
        private var timer: Scheduled<Void>?

        init(limit: TimeAmount) { self.limit = limit }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
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
