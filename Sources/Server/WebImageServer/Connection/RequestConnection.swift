#if Server
    import NIOCore
    import WebImage

    /// The connection that a request came by, or a stream of it.
    struct RequestConnection: Sendable {
        let channel: any Channel

        /// The address of the other end; nil if it is none of the internet protocol.
        var address: IPAddress? { channel.remoteAddress.flatMap(IPAddress.init) }

        /// Returns the presence of the client; nil if no handler watches it.
        func presence() async -> ClientPresence? { await ClientWatch.presence(on: channel) }
    }
#endif
