#if HTTP
    import Testing
    import WebImageHTTP
    import WebImagePipeline
    import WebImageTesting

    @Suite struct TransferFailureTests {
        let fixture: Fixture
        var origin: OriginServer { fixture.origin }

        init() throws { fixture = try Fixture() }

        @Test func `a closed port is a failed connection`() async throws {
            let closed = try OriginServer()
            closed.shutdown()
            let failure = await loadFailure {
                try await fixture.transport.exchange(HTTPExchange(url: closed.url("/a?secret")))
            }
            #expect(failure?.kind == .connectionFailed)
            #expect(failure?.reason == "\(closed.url("/a")): no connection (refused)")
        }

        @Test func `a name without an address is a host not found`() async throws {
            let url = "http://no-such-host.invalid/a"
            let failure = await loadFailure {
                try await fixture.transport.exchange(HTTPExchange(url: url))
            }
            #expect(failure?.kind == .hostNotFound)
            #expect(failure?.reason == "\(url): the host's name has no address")
        }

        @Test func `a server without TLS is a TLS failure`() async throws {
            let url = "https://127.0.0.1:\(origin.port)/a"
            let failure = await loadFailure {
                try await fixture.transport.exchange(HTTPExchange(url: url))
            }
            #expect(failure?.kind == .tls)
        }

        @Test(arguments: [
            OriginReply(body: pattern(100)).stalling(after: 10), OriginReply().held(),
        ])
        func `silence is a time-out`(_ reply: OriginReply) async throws {
            origin.reply("/a", with: reply)
            let limits = LoadLimits(idleTimeout: .milliseconds(200))
            let failure = await fixture.failure("/a", limits: limits)
            #expect(failure?.kind == .timedOut)
            #expect(failure?.reason == "\(origin.url("/a")): no byte arrived for 0.2s")
        }

        @Test func `a connection that never comes up is a time-out`() async throws {
            // A handshake that nobody answers: the origin waits for a request, the client for TLS.
            let url = "https://127.0.0.1:\(try SilentPort.shared.get())/a"
            let failure = await loadFailure {
                try await fixture.transport.exchange(
                    HTTPExchange(
                        url: url, limits: LoadLimits(connectTimeout: .milliseconds(200))))
            }
            #expect(failure?.kind == .timedOut)
        }

        @Test func `a connection that breaks off tells both numbers`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(1000)).dropping(after: 400))
            let failure = await fixture.failure("/a")
            #expect(failure?.kind == .truncated)
            #expect(failure?.head?.status == 200)
            #expect(failure?.reason.contains("expected 1000 bytes, got ") == true)
        }

        @Test func `a body shorter than announced is truncated`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(1000)).claimingLength(1001))
            #expect(await fixture.failure("/a")?.kind == .truncated)
        }

        @Test func `chunks without an end are truncated`() async throws {
            let reply = OriginReply(body: pattern(1000)).chunked(size: 100).dropping(after: 500)
            origin.reply("/a", with: reply)
            #expect(await fixture.failure("/a")?.kind == .truncated)
        }

        @Test func `a connection closed without an answer twice is truncated`() async throws {
            origin.reply("/a", with: OriginReply().droppingBeforeHead())
            let failure = await fixture.failure("/a")
            #expect(failure?.kind == .truncated)
            #expect(failure?.head == nil)
            #expect(origin.requestCount("/a") == 2)
        }

        @Test func `a connection closed without an answer is tried once more`() async throws {
            origin.reply(
                "/a", with: [OriginReply().droppingBeforeHead(), OriginReply(body: [7])])
            #expect(try await fixture.bytes("/a") == [7])
        }

        @Test func `what changes something is not sent twice`() async throws {
            origin.reply("/a", with: OriginReply().droppingBeforeHead())
            let failure = await loadFailure {
                try await fixture.transport.exchange(
                    HTTPExchange(url: origin.url("/a"), method: "POST"))
            }
            #expect(failure?.kind == .truncated)
            #expect(origin.requestCount("/a") == 1)
        }

        @Test func `a body longer than announced ends where it was to end`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(1000)).claimingLength(900))
            #expect(try await fixture.bytes("/a") == Array(pattern(1000).prefix(900)))
            origin.reply("/b", with: OriginReply(body: [5]))
            #expect(try await fixture.bytes("/b") == [5])
        }

        @Test(arguments: [
            "hello, I am not HTTP\r\n\r\n", "HTTP/9.9 what\r\n\r\n", "\u{0}\u{1}\u{2}",
        ])
        func `what is not HTTP is malformed`(_ text: String) async throws {
            origin.reply("/a", with: .garbage(Array(text.utf8)))
            #expect(await fixture.failure("/a")?.kind == .malformed)
        }

        @Test func `an announced length over the limit is refused at once`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(1000)).held(after: 0))
            let failure = await fixture.failure("/a", limits: LoadLimits(maxBodyBytes: 999))
            #expect(failure?.kind == .tooLarge)
            #expect(failure?.head?.status == 200)
            #expect(await origin.waitUntil { $0.abortedCount("/a") == 1 })
        }

        @Test func `a body that grows over the limit is left`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(5000)).chunked(size: 500))
            #expect(
                await fixture.failure("/a", limits: LoadLimits(maxBodyBytes: 4999))?.kind
                    == .tooLarge)
            #expect(
                try await fixture.bytes("/a", limits: LoadLimits(maxBodyBytes: 5000)).count == 5000)
        }

        @Test func `a failure's reason has no query`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(10)).dropping(after: 5))
            #expect(await fixture.failure("/a?token=secret")?.reason.contains("secret") == false)
        }
    }
#endif
