#if Server
    import NIOCore
    import NIOEmbedded

    /// A channel with a parent and an address, as those of sockets have, that sends nothing.
    final class StubChannel: Channel, @unchecked Sendable {
        let parent: (any Channel)?
        let remoteAddress: SocketAddress?
        // Safe because it is set once, by `init`.
        private var ownPipeline: ChannelPipeline?
        private let base = EmbeddedChannel()

        init(parent: (any Channel)? = nil, remoteAddress: SocketAddress? = nil) {
            (self.parent, self.remoteAddress) = (parent, remoteAddress)
            ownPipeline = ChannelPipeline(channel: self)
        }

        var eventLoop: any EventLoop { base.eventLoop }
        var allocator: ByteBufferAllocator { base.allocator }
        var closeFuture: EventLoopFuture<Void> { base.closeFuture }
        var pipeline: ChannelPipeline { ownPipeline ?? base.pipeline }
        var localAddress: SocketAddress? { nil }
        var isWritable: Bool { true }
        var isActive: Bool { true }
        var _channelCore: any ChannelCore { base._channelCore }

        func setOption<Option: ChannelOption>(
            _ option: Option, value: Option.Value
        ) -> EventLoopFuture<Void> { base.setOption(option, value: value) }

        func getOption<Option: ChannelOption>(_ option: Option) -> EventLoopFuture<Option.Value> {
            base.getOption(option)
        }
    }
#endif
