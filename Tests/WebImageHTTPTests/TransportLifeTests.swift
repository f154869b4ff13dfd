#if HTTP
    import Testing
    import WebImageCoding
    import WebImageHTTP
    import WebImagePipeline
    import WebImageTesting

    @Suite struct TransportLifeTests {
        let fixture: Fixture
        var origin: OriginServer { fixture.origin }

        init() throws { fixture = try Fixture() }

        @Test func `cancelling before the head closes the connection`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]).held())
            let task = Task { try await fixture.bytes("/a") }
            #expect(await origin.waitUntil { $0.requestCount("/a") == 1 })
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(await origin.waitUntil { $0.abortedCount("/a") == 1 })
        }

        @Test func `cancelling amid the body closes the connection`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(1000)).stalling(after: 100))
            let answer = try await fixture.exchange("/a")
            let task = Task { try await answer.bytes() }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(await origin.waitUntil { $0.abortedCount("/a") == 1 })
        }

        @Test func `leaving the body early closes the connection`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(1000)).stalling(after: 100))
            let answer = try await fixture.exchange("/a")
            for try await _ in answer.chunks { break }
            #expect(await origin.waitUntil { $0.abortedCount("/a") == 1 })
        }

        @Test func `dropping an answer unread closes the connection`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(1000)).stalling(after: 100))
            _ = try await fixture.exchange("/a")
            #expect(await origin.waitUntil { $0.abortedCount("/a") == 1 })
        }

        @Test func `a transport may be shut down more than once, used or not`() async throws {
            await fixture.transport.shutdown()
            await fixture.transport.shutdown()
            let other = AsyncHTTPClientTransport()
            origin.reply("/a", with: OriginReply())
            _ = try await other.exchange(HTTPExchange(url: origin.url("/a"))).bytes()
            await other.shutdown()
            await other.shutdown()
            #expect(await origin.waitUntil { $0.openConnections == 0 })
        }

        @Test func `a transport that is shut down makes no exchange`() async throws {
            await fixture.transport.shutdown()
            let failure = await fixture.failure("/a")
            #expect(failure?.reason.hasSuffix("the transport was shut down") == true)
            #expect(origin.requests.isEmpty)
        }

        @Test func `shutting down ends exchanges under way`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]).held())
            let task = Task { await fixture.failure("/a") }
            #expect(await origin.waitUntil { $0.requestCount("/a") == 1 })
            await fixture.transport.shutdown()
            #expect(await task.value?.reason.hasSuffix("the transport was shut down") == true)
        }

        @Test func `a dropped transport closes its connections`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            do {
                let transport = AsyncHTTPClientTransport()
                _ = try await transport.exchange(HTTPExchange(url: origin.url("/a"))).bytes()
            }
            #expect(await origin.waitUntil { $0.openConnections == 0 })
        }

        @Test func `a body outlives its transport`() async throws {
            let body = pattern(1000)
            origin.reply("/a", with: OriginReply(body: body).held(after: 100))
            func open() async throws -> LoadedBody {
                let transport = AsyncHTTPClientTransport()
                return try await transport.exchange(HTTPExchange(url: origin.url("/a")))
            }
            let answer = try await open()
            origin.release("/a")
            #expect(try await answer.bytes() == body)
        }

        @Test func `limits of many kinds are all served`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            for seconds in 1...12 {
                let limits = LoadLimits(idleTimeout: .seconds(seconds))
                #expect(try await fixture.bytes("/a", limits: limits) == [1])
            }
            // The clients that were let go close their connections, those kept keep them.
            #expect(await origin.waitUntil { $0.openConnections == 8 })
        }

        @Test func `the shared transport is never shut down`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            await AsyncHTTPClientTransport.shared.shutdown()
            let answer = try await AsyncHTTPClientTransport.shared.exchange(
                HTTPExchange(url: origin.url("/a")))
            #expect(try await answer.bytes() == [1])
        }
    }
#endif
