#if Server
    import HTTPTypes
    import NIOCore
    import NIOEmbedded
    import NIOHTTPTypes
    import Testing

    @testable import WebImageServer

    /// Connections that stall.
    struct TimeoutTests {
        private static let head = HTTPRequest(
            method: .get, scheme: "http", authority: "a", path: "/")

        /// Returns the loop of a connection with a handler, and the connection.
        private func connection(
            _ handler: some RemovableChannelHandler
        ) throws -> (loop: EmbeddedEventLoop, channel: EmbeddedChannel) {
            let channel = EmbeddedChannel(handler: handler)
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
            return (channel.embeddedEventLoop, channel)
        }

        @Test func `a request that does not end closes its connection`() throws {
            let (loop, channel) = try connection(ReadTimeout(limit: .seconds(5)))
            try channel.writeInbound(HTTPRequestPart.head(Self.head))
            loop.advanceTime(by: .seconds(4))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
            #expect(channel.isActive)
            loop.advanceTime(by: .seconds(1))
            #expect(!channel.isActive)
        }

        @Test func `a request that has ended needs no more time`() throws {
            let (loop, channel) = try connection(ReadTimeout(limit: .seconds(5)))
            try channel.writeInbound(HTTPRequestPart.head(Self.head))
            try channel.writeInbound(HTTPRequestPart.end(nil))
            loop.advanceTime(by: .seconds(60))
            #expect(channel.isActive)
            _ = try channel.finish()
        }

        @Test func `a client that takes no byte closes its connection`() throws {
            let (loop, channel) = try connection(WriteTimeout(limit: .seconds(5)))
            channel.write(ByteBuffer(string: "a"), promise: nil)
            loop.advanceTime(by: .seconds(4))
            #expect(channel.isActive)
            loop.advanceTime(by: .seconds(1))
            #expect(!channel.isActive)
        }

        @Test func `a client that takes bytes slowly has time anew`() throws {
            let (loop, channel) = try connection(WriteTimeout(limit: .seconds(5)))
            channel.write(ByteBuffer(string: "a"), promise: nil)
            channel.flush()
            channel.write(ByteBuffer(string: "b"), promise: nil)
            loop.advanceTime(by: .seconds(4))
            channel.flush()
            channel.write(ByteBuffer(string: "c"), promise: nil)
            loop.advanceTime(by: .seconds(4))
            #expect(channel.isActive)
            loop.advanceTime(by: .seconds(5))
            #expect(!channel.isActive)
        }

        @Test func `a client that has taken all may be silent`() throws {
            let (loop, channel) = try connection(WriteTimeout(limit: .seconds(5)))
            channel.writeAndFlush(ByteBuffer(string: "a"), promise: nil)
            loop.advanceTime(by: .seconds(60))
            #expect(channel.isActive)
            _ = try channel.finish()
        }
    }
#endif
