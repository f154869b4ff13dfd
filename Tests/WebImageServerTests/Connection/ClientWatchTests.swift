#if Server
    import NIOCore
    import NIOEmbedded
    import NIOHTTPTypesHTTP1
    import Testing

    @testable import WebImageServer

    /// Clients that leave.
    struct ClientWatchTests {
        private struct Broken: Error {}

        private let watch = ClientWatch()

        /// Returns `true` if the client of a connection, or of a stream of it, has left by an
        /// event.
        private func hasLeft(
            within limit: Duration = .seconds(60), isStream: Bool = false,
            _ event: (ChannelPipeline) -> Void
        ) async throws -> Bool {
            let connection = StubChannel(parent: StubChannel())
            let channel = isStream ? StubChannel(parent: connection) : connection
            try channel.pipeline.syncOperations.addHandler(watch)
            event(channel.pipeline)
            let outcome = await bounded(by: .now + limit, watch.presence) {
                try? await Task.sleep(for: .seconds(600))
            }
            if case .gone = outcome { return true }
            return false
        }

        @Test(arguments: [false, true])
        func `the end of the input is that of the client, not of a stream`(
            isStream: Bool
        ) async throws {
            let limit = Duration.milliseconds(isStream ? 20 : 60_000)
            let hasLeft = try await hasLeft(within: limit, isStream: isStream) {
                $0.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            }
            #expect(hasLeft == !isStream)
        }

        @Test(arguments: [false, true])
        func `the end of a connection or stream is that of the client`(
            isStream: Bool
        ) async throws {
            #expect(try await hasLeft(isStream: isStream) { $0.fireChannelInactive() })
            let other = ClientWatchTests()
            #expect(
                try await other.hasLeft(isStream: isStream) { $0.fireErrorCaught(Broken()) })
        }

        @Test func `other events are none of it`() async throws {
            let hasLeft = try await hasLeft(within: .milliseconds(20)) {
                $0.fireUserInboundEventTriggered(ChannelEvent.outputClosed)
            }
            #expect(!hasLeft)
        }

        @Test func `a channel has the presence that its handler notes`() async throws {
            let channel = NIOAsyncTestingChannel()
            #expect(await RequestConnection(channel: channel).presence() == nil)
            try await channel.pipeline.addHandler(watch).get()
            #expect(await RequestConnection(channel: channel).presence() === watch.presence)
        }

        @Test func `a connection of HTTP/1 gets the rules of its heads with it`() throws {
            let old = EmbeddedChannel()
            try old.pipeline.syncOperations.addHandler(HTTP1ToHTTPServerCodec(secure: false))
            try old.pipeline.syncOperations.addHandler(ClientWatch())
            #expect(throws: Never.self) {
                try old.pipeline.syncOperations.handler(type: RequestRules.self)
            }
            let stream = EmbeddedChannel(handler: ClientWatch())
            #expect(throws: (any Error).self) {
                try stream.pipeline.syncOperations.handler(type: RequestRules.self)
            }
        }
    }
#endif
