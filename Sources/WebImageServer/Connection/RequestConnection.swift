#if Server
    import NIOCore
    import Synchronization
    import WebImage

    /// The connection that a request came by, or a stream of it.
    struct RequestConnection: Sendable {
        let channel: any Channel

        /// The address of the other end; nil if it is none of the internet protocol.
        var address: IPAddress? { channel.remoteAddress.flatMap(IPAddress.init) }

        /// Returns the presence of the client; nil if no handler watches it.
        func presence() async -> ClientPresence? {
            try? await channel.pipeline.handler(type: ClientWatch.self).map { $0.presence }.get()
        }
    }

    /// The handler of a connection that notes when its client leaves.
    ///
    /// Half-closure is on in Hummingbird's channels, so that their future of the close comes late; and
    /// its own wait for the end of the input costs the connection. This one keeps it.
    final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
        typealias InboundIn = NIOAny

        let presence = ClientPresence()

        func handlerAdded(context: ChannelHandlerContext) {
            RequestRules.watch(context.pipeline.syncOperations)
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            // The input of a stream of HTTP/2, whose connection has a parent, ends with each request.
            if case .inputClosed? = event as? ChannelEvent, context.channel.parent?.parent == nil {
                presence.leave()
            }
            context.fireUserInboundEventTriggered(event)
        }

        func channelInactive(context: ChannelHandlerContext) {
            presence.leave()
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            presence.leave()
            context.fireErrorCaught(error)
        }
    }

    /// The presence of a client at the other end of a connection.
    final class ClientPresence: Sendable {
        private struct State {
            var isGone = false
            var lastNumber = 0
            var waiters: [Int: AsyncStream<Never>.Continuation] = [:]
        }

        private let state = Mutex(State())

        /// Wakes those that wait for the client to leave; idempotent.
        func leave() {
            let waiters = state.withLock { state in
                state.isGone = true
                defer { state.waiters = [:] }
                return state.waiters.values
            }
            for waiter in waiters { waiter.finish() }
        }

        /// Returns when the client has left, or the task is cancelled.
        func untilGone() async {
            let (end, signal) = AsyncStream.makeStream(of: Never.self)
            let number = state.withLock { state -> Int? in
                guard !state.isGone else { return nil }
                state.lastNumber += 1
                state.waiters[state.lastNumber] = signal
                return state.lastNumber
            }
            guard let number else { return }
            for await _ in end {}
            _ = state.withLock { $0.waiters.removeValue(forKey: number) }
        }
    }
#endif
