#if Server
    import NIOCore
    import Synchronization
    import WebImage

    /// The connection that a request came by, or a stream of it.
    struct RequestConnection: Sendable {
        let channel: any Channel

        /// The address of the other end; nil if it is none of the internet protocol.
        var address: IPAddress? { channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) } }

        /// Returns the presence of the client; nil if no handler watches it.
        func presence() async -> ClientPresence? {
            try? await channel.pipeline.handler(type: ClientWatch.self).map { $0.presence }.get()
        }
    }

    /// The handler of a connection that notes when its client leaves.
    ///
    /// Half-closure is on in Hummingbird's channels, so that their future of the close comes late;
    /// and its own wait for the end of the input costs the connection. This one keeps it.
    final class ClientWatch: ChannelInboundHandler, RemovableChannelHandler, Sendable {
        typealias InboundIn = NIOAny

        let presence = ClientPresence()

        func handlerAdded(context: ChannelHandlerContext) {
            RequestRules.watch(context.pipeline.syncOperations)
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            // The input of a stream of HTTP/2, whose connection has a parent, ends with each
            // request.
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

    /// The presence of a client at the other end of a connection, whose requests are answered one
    /// by one.
    final class ClientPresence: Sendable {
        private struct State {
            var isGone = false
            var waiter: AsyncStream<Never>.Continuation?
        }

        private let state = Mutex(State())

        /// Wakes the task that waits for the client to leave; idempotent.
        func leave() {
            let waiter = state.withLock { state in
                state.isGone = true
                return state.waiter
            }
            waiter?.finish()
        }

        /// Returns when the client has left, or the task is cancelled; one task waits at a time.
        func untilGone() async {
            let (end, signal) = AsyncStream.makeStream(of: Never.self)
            let isGone = state.withLock { state in
                state.waiter = signal
                return state.isGone
            }
            guard !isGone else { return }
            for await _ in end {}
        }
    }

    /// The end of a request's work: it was done, or was cancelled by the deadline or as the client
    /// left.
    enum BoundedOutcome<Value: Sendable>: Sendable {
        case done(Value)
        case late
        case gone
    }

    /// Runs the work of a request until its deadline, and while its client is there, if that is
    /// known.
    func bounded<Value: Sendable>(
        by deadline: ContinuousClock.Instant, _ client: ClientPresence?,
        _ work: @escaping @Sendable () async -> Value
    ) async -> BoundedOutcome<Value> {
        await withTaskGroup(of: BoundedOutcome<Value>?.self) { group in
            group.addTask { .done(await work()) }
            group.addTask {
                try? await Task.sleep(until: deadline)
                return Task.isCancelled ? nil : .late
            }
            if let client {
                group.addTask {
                    await client.untilGone()
                    return Task.isCancelled ? nil : .gone
                }
            }
            for await outcome in group {
                guard let outcome else { continue }
                group.cancelAll()
                return outcome
            }
            return .gone
        }
    }
#endif
