#if HTTP
    import Testing
    import WebImageCaching
    import WebImageCoding
    import WebImageHTTP
    import WebImageLoading
    import WebImagePipeline
    import WebImageTesting

    /// The guarantees of this transport that ``TransportConformance`` does not test.
    @Suite struct CurlTransportTests {
        let fixture: Fixture
        var origin: OriginServer { fixture.origin }

        init() throws { fixture = try Fixture() }

        @Test func `fields of the settings are sent where there are none`() async throws {
            origin.reply("/a", with: OriginReply())
            _ = try await fixture.exchange(
                "/a", headers: ["Accept": "image/png", "Host": "h.example"])
            let request = try #require(origin.requests.first)
            #expect(request["Host"] == "h.example")
            #expect(request["Accept"] == "image/png")
            #expect(request["User-Agent"] == HTTPSettings.standardUserAgent)
        }

        @Test func `without decompression nothing is asked for`() async throws {
            let reply = OriginReply(headers: [("Content-Encoding", "gzip")], body: [1, 2, 3])
            origin.reply("/a", with: reply)
            let transport = CurlTransport(HTTPSettings(decompresses: false))
            let answer = try await transport.exchange(HTTPExchange(url: origin.url("/a")))
            #expect(try await answer.bytes() == [1, 2, 3])
            #expect(origin.requests.first?["Accept-Encoding"] == nil)
        }

        @Test func `limits of many kinds share a connection`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            for seconds in 101...112 {
                let limits = LoadLimits(idleTimeout: .seconds(seconds))
                #expect(try await fixture.bytes("/a", limits: limits) == [1])
            }
            #expect(origin.openConnections == 1)
        }

        @Test func `the shared transport is never shut down`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            await CurlTransport.shared.shutdown()
            let answer = try await CurlTransport.shared.exchange(
                HTTPExchange(url: origin.url("/a")))
            #expect(try await answer.bytes() == [1])
        }

        @Test func `a kept connection closed without an answer is tried once more`() async throws {
            let drop = OriginReply().droppingBeforeHead()
            origin.reply("/new", with: drop)
            #expect(await fixture.failure("/new")?.kind == .truncated)
            #expect(origin.requestCount("/new") == 1)
            origin.reply("/first", with: OriginReply(body: [1]))
            for (path, replies) in [("/a", [drop, OriginReply(body: [7])]), ("/b", [drop])] {
                #expect(try await fixture.bytes("/first") == [1])
                origin.reply(path, with: replies)
                let failure = await fixture.failure(path)
                #expect(failure?.kind == (path == "/a" ? nil : .truncated))
                #expect(origin.requestCount(path) == 2)
            }
        }

        @Test(.timeLimit(.minutes(5)))
        func `a slow look-up delays no other load, and ends at once if it is cancelled`()
            async throws
        {
            origin.reply("/a", with: OriginReply(body: [7]))
            let transport = CurlTransport(
                resolver: HostResolver { host in
                    if host == "slow.example" { try await Task.sleep(for: .seconds(3600)) }
                    return [IPAddress(v4: 0x7f00_0001)]
                })
            let limits = LoadLimits(connectTimeout: .seconds(3600))
            let slow = Task { [origin] in
                try await transport.exchange(
                    HTTPExchange(url: "http://slow.example:\(origin.port)/a", limits: limits))
            }
            for host in ["one.example", "two.example", "one.example"] {
                let answer = try await transport.exchange(
                    HTTPExchange(url: "http://\(host):\(origin.port)/a"))
                #expect(try await answer.bytes() == [7])
            }
            slow.cancel()
            await #expect(throws: CancellationError.self) { try await slow.value }
        }

        @Test(arguments: [
            ("/refused", "no connection (refused)"), ("/silent", "no head arrived for 0.2s"),
            ("/early", "the connection closed before a response"),
            ("/late", "the transport was shut down"),
        ])
        func `a failure says why in a line`(_ path: String, _ reason: String) async throws {
            origin.reply("/silent", with: OriginReply().held())
            origin.reply("/early", with: OriginReply().droppingBeforeHead())
            let closed = try ClosedPort()
            let url = path == "/refused" ? closed.url(path) : origin.url(path)
            if path == "/late" { await fixture.transport.shutdown() }
            // Only the silent path has a short time-out: the others may be slow to close.
            let limits = LoadLimits(
                idleTimeout: path == "/silent" ? .milliseconds(200) : .seconds(120))
            let exchange = HTTPExchange(url: "\(url)?secret", limits: limits)
            let failure = await loadFailure { try await fixture.transport.exchange(exchange) }
            #expect(failure?.reason == "\(url): \(reason)")
            withExtendedLifetime(closed) {}
        }

        @Test(.timeLimit(.minutes(1)))
        func `silence is noticed in time, however long a connection may take`() async {
            origin.reply("/silent", with: OriginReply().held())
            let limits = LoadLimits(connectTimeout: .seconds(3600), idleTimeout: .milliseconds(50))
            #expect(await fixture.failure("/silent", limits: limits)?.kind == .timedOut)
        }

        @Test func `a body that breaks off tells both numbers`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(1000)).dropping(after: 400))
            let failure = await fixture.failure("/a")
            #expect(failure?.reason.contains("expected 1000 bytes, received ") == true)
        }
    }
#endif
