#if Server
    import NIOCore

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

        /// Returns the presence of the client of a channel; nil if no handler watches it.
        static func presence(on channel: any Channel) async -> ClientPresence? {
            try? await channel.pipeline.handler(type: ClientWatch.self).map { $0.presence }.get()
        }
    }
#endif
