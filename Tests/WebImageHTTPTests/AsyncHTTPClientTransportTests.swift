#if HTTP
    import Testing
    import WebImageCoding
    import WebImageHTTP
    import WebImagePipeline
    import WebImageTesting

    @Suite struct AsyncHTTPClientTransportTests {
        let fixture: Fixture
        var origin: OriginServer { fixture.origin }

        init() throws { fixture = try Fixture() }

        @Test func `a body with a length arrives whole and announces it`() async throws {
            let body = pattern(100_000)
            origin.reply("/a", with: OriginReply(headers: [("ETag", "\"x\"")], body: body))
            let answer = try await fixture.exchange("/a")
            #expect(answer.head.status == 200)
            #expect(answer.head.url == origin.url("/a"))
            #expect(answer.head.headers["etag"] == "\"x\"")
            #expect(answer.origin == .network)
            #expect(answer.expectedByteCount == 100_000)
            #expect(try await answer.bytes() == body)
        }

        @Test(arguments: [true, false])
        func `a body without a length arrives whole`(_ isChunked: Bool) async throws {
            let body = pattern(20_000)
            let reply = OriginReply(body: body)
            origin.reply("/a", with: isChunked ? reply.chunked(size: 1000) : reply.withoutLength())
            let answer = try await fixture.exchange("/a")
            #expect(answer.expectedByteCount == nil)
            #expect(try await answer.bytes() == body)
        }

        @Test func `an empty body has no chunks`() async throws {
            origin.reply("/a", with: OriginReply())
            #expect(try await fixture.bytes("/a").isEmpty)
        }

        @Test func `a status is passed on with its head`() async throws {
            let reply = OriginReply(status: 404, headers: [("X-Why", "gone")], body: [1])
            origin.reply("/a", with: reply)
            let answer = try await fixture.exchange("/a")
            #expect(answer.head.status == 404)
            #expect(answer.head.headers["X-Why"] == "gone")
        }

        @Test func `a redirect is passed on, not followed`() async throws {
            origin.reply("/a", with: .redirect(to: "/b"))
            #expect(try await fixture.exchange("/a").head.status == 302)
            #expect(origin.requestCount("/b") == 0)
        }

        @Test func `fields are sent, those of the settings where none are`() async throws {
            origin.reply("/a", with: OriginReply())
            _ = try await fixture.exchange("/a", headers: ["X-Own": "1", "Accept": "image/png"])
            let request = try #require(origin.requests.first)
            #expect(request["X-Own"] == "1")
            #expect(request["Accept"] == "image/png")
            #expect(request["User-Agent"] == HTTPSettings.standardUserAgent)
            #expect(request["Accept-Encoding"]?.contains("gzip") == true)
        }

        @Test func `a request's body is sent`() async throws {
            origin.reply("/a", with: OriginReply())
            let exchange = HTTPExchange(
                url: origin.url("/a"), method: "POST",
                body: RequestBody(ByteBlock(copying: [1, 2, 3])))
            _ = try await fixture.transport.exchange(exchange).bytes()
            #expect(origin.requests.first?.body == [1, 2, 3])
            #expect(origin.requests.first?.method == "POST")
        }

        @Test(arguments: ["", "GET /x HTTP/1.1\r\nX: y", "G T"])
        func `a method that would break the message is refused`(_ method: String) async throws {
            await #expect(throws: ImageError.self) {
                try await fixture.transport.exchange(
                    HTTPExchange(url: origin.url("/a"), method: method))
            }
            #expect(origin.requests.isEmpty)
        }

        @Test func `a second reader finds nothing`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            let answer = try await fixture.exchange("/a")
            #expect(try await answer.bytes() == [1])
            #expect(try await answer.bytes().isEmpty)
        }

        @Test func `connections are used again`() async throws {
            origin.reply("/a", with: OriginReply(body: [1]))
            for _ in 0..<3 { _ = try await fixture.bytes("/a") }
            #expect(origin.openConnections == 1)
        }

        @Test func `200 exchanges at once all succeed`() async throws {
            origin.reply("/a", with: OriginReply(body: pattern(5000)))
            let expected = pattern(5000)
            let wholeCount = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<200 { group.addTask { try await fixture.bytes("/a") == expected } }
                return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
            }
            #expect(wholeCount == 200)
            #expect(origin.requestCount("/a") == 200)
        }

        @Test func `more exchanges run at once than the client's own limit of eight`() async throws
        {
            origin.reply("/a", with: OriginReply(body: [1]).held())
            try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<20 { group.addTask { try await fixture.bytes("/a") } }
                #expect(await origin.waitUntil { $0.requestCount("/a") == 20 })
                origin.release("/a")
                try await group.waitForAll()
            }
        }
    }
#endif
