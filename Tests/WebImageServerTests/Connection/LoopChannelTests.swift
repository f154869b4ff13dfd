#if Server
    import Hummingbird
    import HummingbirdCore
    import Logging
    import NIOConcurrencyHelpers
    import NIOCore
    import NIOEmbedded
    import Testing

    @testable import WebImageServer

    /// Requests on the event loop of their connection.
    struct LoopChannelTests {
        /// A channel whose requests are tasks of a test.
        private struct Tasks: ServerChildChannel {
            struct Value: ServerChildChannelValue { let channel: any Channel }

            let run: @Sendable (any EventLoop) async -> Void

            func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
                channel.eventLoop.makeSucceededFuture(Value(channel: channel))
            }

            func handle(value: Value, logger: Logger) async { await run(value.channel.eventLoop) }
        }

        private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

        private func channel(
            _ run: @escaping @Sendable (any EventLoop) async -> Void = { _ in },
            mostOfClient: Int = 1
        ) -> LoopChannel<some ServerChildChannel> {
            var settings = ServerSettings()
            settings.maxClientConnections = mostOfClient
            return LoopChannel(
                base: Tasks(run: run), connections: ConnectionTable(settings) { _ in })
        }

        @Test func `tasks run on the loop, however many`() async throws {
            let channel = NIOAsyncTestingChannel()
            let places = NIOLockedValueBox<[Bool]>([])
            let tasks = self.channel { loop in
                for _ in 0..<100 {
                    places.withLockedValue { $0.append(loop.inEventLoop) }
                    await Task.yield()
                }
            }
            let value = try await channel.testingEventLoop.flatSubmit {
                tasks.setup(channel: channel, logger: logger)
            }.get()
            await tasks.handle(value: value, logger: logger)
            #expect(places.withLockedValue { $0 } == Array(repeating: true, count: 100))
        }

        @Test func `a loop reads between the tasks of a connection that does not wait`()
            async throws
        {
            let channel = NIOAsyncTestingChannel()
            let counts = NIOLockedValueBox((tasks: 0, atRead: Int?.none))
            let tasks = self.channel { loop in
                // Stands for bytes of another connection, which come behind the first tasks.
                loop.execute { counts.withLockedValue { $0.atRead = $0.tasks } }
                for _ in 0..<1_000 {
                    counts.withLockedValue { $0.tasks += 1 }
                    await Task.yield()
                }
            }
            let value = try await channel.testingEventLoop.flatSubmit {
                tasks.setup(channel: channel, logger: logger)
            }.get()
            await tasks.handle(value: value, logger: logger)
            #expect(try #require(counts.withLockedValue { $0.atRead }) < 1_000)
        }

        @Test func `a connection beyond those of its client is closed`() throws {
            let loops = channel()
            let address = try SocketAddress(ipAddress: "192.0.2.7", port: 80)
            let (first, second) = (EmbeddedChannel(), EmbeddedChannel())
            for channel in [first, second] { try channel.connect(to: address).wait() }
            _ = try loops.setup(channel: first, logger: logger).wait()
            let mark = try first.pipeline.syncOperations.handler(type: ConnectionMark.self)
            mark.noteRequest(isForwarded: false)
            #expect(throws: ChannelError.self) {
                _ = try loops.setup(channel: second, logger: logger).wait()
            }
            #expect(first.isActive && !second.isActive)
        }
    }
#endif
