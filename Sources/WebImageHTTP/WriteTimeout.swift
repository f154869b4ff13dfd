#if HTTP
    import NIOCore
    import WebImageCaching

    /// Closes a connection whose peer takes no bytes for too long while bytes are to be sent.
    ///
    /// The write time-out of AsyncHTTPClient does not do this: it runs while the connection is
    /// writable and stops while it is full. It thus waits forever for a server that takes nothing.
    final class WriteTimeout: ChannelOutboundHandler {
        typealias OutboundIn = NIOAny
        typealias OutboundOut = NIOAny

        /// The error for a connection without progress.
        struct Stalled: Error {}

        private let timeout: TimeAmount
        private var pendingCount = 0
        private var progress = NIODeadline.distantPast
        private var timer: Scheduled<Void>?

        init(_ timeout: TimeAmount) { self.timeout = timeout }

        /// Adds a watch to a new connection, as the handler nearest to the network.
        static func watch(_ channel: any Channel, _ timeout: TimeAmount) throws {
            try channel.pipeline.syncOperations.addHandler(
                WriteTimeout(timeout), position: .first)
        }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            let promise = promise ?? context.eventLoop.makePromise()
            if pendingCount == 0 { progress = .now() }
            pendingCount += 1
            promise.futureResult.assumeIsolated().whenComplete { _ in
                self.pendingCount -= 1
                self.progress = .now()
            }
            if timer == nil { look(context) }
            context.write(data, promise: promise)
        }

        func handlerRemoved(context: ChannelHandlerContext) {
            timer?.cancel()
            timer = nil
        }

        /// Schedules the next check; there is one timer, whatever the number of writes.
        private func look(_ context: ChannelHandlerContext) {
            timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: progress + timeout) {
                self.timer = nil
                guard self.pendingCount > 0, context.channel.isActive else { return }
                guard self.progress + self.timeout <= .now() else { return self.look(context) }
                context.fireErrorCaught(Stalled())
                context.close(promise: nil)
            }
        }
    }
#endif
