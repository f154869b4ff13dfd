#if HTTP && os(Linux)
    import FoundationEssentials
    import TestSupport
    import Testing
    import WebImageCaching
    import WebImageInterceptors
    import WebImageLoading
    import WebImageS3
    import WebImageTesting

    /// Stores that fail, deceive, or ask for other requests.
    @Suite struct S3FaultyStoreTests {
        let fixture: S3Fixture
        var origin: OriginServer { fixture.origin }
        private let whole = OriginReply(body: [7])

        init() throws { fixture = try S3Fixture() }

        /// Returns the text of the failure that a response's status is.
        private func reason(_ url: String = "s3://bucket/a") async throws -> String? {
            let response = try await fixture.load(url)
            return await loadFailure {
                try ResponseCheck(ImageOptions(), LoadLimits()).check(response)
            }?.reason
        }

        @Test func `the code of an error is the reason of its status`() async throws {
            origin.reply(
                "/bucket/a", with: OriginReply(status: 404, body: S3Fixture.fault("NoSuchKey")))
            #expect(try await reason() == "status 404 (NoSuchKey), expected 200 to 299")
            let response = try await fixture.load("s3://bucket/a")
            // A document may tell of keys.
            #expect(try await response.bytes().isEmpty)
        }

        @Test func `a code that is a key is not told`() async throws {
            origin.reply(
                "/bucket/a", with: OriginReply(status: 403, body: S3Fixture.fault("AKIDTEST")))
            #expect(try await reason() == "status 403, expected 200 to 299")
        }

        @Test func `a busy store is asked again after a while, and no more than allowed`()
            async throws
        {
            let busy = OriginReply(status: 503, body: S3Fixture.fault("SlowDown"))
            origin.reply("/bucket/a", with: [busy, busy, whole])
            #expect(try await fixture.load("s3://bucket/a").bytes() == [7])
            #expect(fixture.time.waits == [.milliseconds(250), .milliseconds(500)])
            origin.reply("/bucket/b", with: busy)
            #expect(
                try await reason("s3://bucket/b") == "status 503 (SlowDown), expected 200 to 299")
            #expect(origin.requestCount("/bucket/b") == 3)
        }

        @Test func `a store that waited too long is asked again`() async throws {
            let late = OriginReply(status: 400, body: S3Fixture.fault("RequestTimeout"))
            origin.reply("/bucket/a", with: [late, whole])
            #expect(try await fixture.load("s3://bucket/a").bytes() == [7])
        }

        @Test("A wrong clock is corrected by the store's", arguments: ["GET", "HEAD"])
        func skew(_ method: String) async throws {
            let skewed = OriginReply(
                status: 403, headers: [("Date", "Sun, 09 Sep 2001 02:46:40 GMT")],
                body: S3Fixture.fault("RequestTimeTooSkewed"))
            origin.reply("/bucket/a", with: [skewed, whole])
            let loader = try fixture.loader()
            let response = try await fixture.load("s3://bucket/a", by: loader, method: method)
            #expect(response.head.status == 200)
            _ = try await fixture.load("s3://bucket/a", by: loader)
            #expect(
                origin.requests.map { $0["x-amz-date"] }
                    == ["20010909T014640Z", "20010909T024640Z", "20010909T024640Z"])
        }

        @Test func `a clock that stays wrong ends the load`() async throws {
            let skewed = OriginReply(
                status: 403, headers: [("Date", "Sun, 09 Sep 2001 02:46:40 GMT")],
                body: S3Fixture.fault("RequestTimeTooSkewed"))
            origin.reply("/bucket/a", with: skewed)
            #expect(
                try await reason() == "status 403 (RequestTimeTooSkewed), expected 200 to 299")
            #expect(origin.requestCount("/bucket/a") == 2)
        }

        @Test func `a clock that the store refuses, too, is not used again`() async throws {
            let forged = OriginReply(
                status: 403, headers: [("Date", "Fri, 31 Dec 9999 02:46:40 GMT")],
                body: S3Fixture.fault("RequestTimeTooSkewed"))
            origin.reply("/bucket/a", with: forged)
            origin.reply("/bucket/b", with: whole)
            let loader = try fixture.loader()
            _ = try await fixture.load("s3://bucket/a", by: loader)
            _ = try await fixture.load("s3://bucket/b", by: loader)
            #expect(
                origin.requests.map { $0["x-amz-date"] }
                    == ["20010909T014640Z", "99991231T024640Z", "20010909T014640Z"])
        }

        @Test(
            "A bucket of another region is asked there",
            arguments: [
                OriginReply(status: 301, headers: [("x-amz-bucket-region", "us-west-2")]),
                OriginReply(
                    status: 307,
                    headers: [
                        ("x-amz-bucket-region", "us-west-2"),
                        ("Location", "http://localhost:1/steal"),
                    ]),
                OriginReply(
                    status: 400,
                    body: S3Fixture.fault(
                        "AuthorizationHeaderMalformed", "<Region>us-west-2</Region>")),
            ])
        func region(_ reply: OriginReply) async throws {
            origin.reply("/bucket/a", with: [reply, whole])
            let loader = try fixture.loader()
            #expect(try await fixture.load("s3://bucket/a", by: loader).bytes() == [7])
            _ = try await fixture.load("s3://bucket/a", by: loader)
            #expect(
                origin.requests.map { $0["Authorization"]?.contains("/us-west-2/") }
                    == [false, true, true])
        }

        @Test func `a redirect is not followed`() async throws {
            let thief = try OriginServer()
            thief.reply("/", with: whole)
            for region in ["eu-central-1", "evil.example/", nil] {
                var reply = OriginReply.redirect(to: thief.url("/"), status: 307)
                if let region { reply = reply.header("x-amz-bucket-region", region) }
                origin.reply("/bucket/a", with: reply)
                let failure = await loadFailure { try await fixture.load("s3://bucket/a") }
                #expect(failure?.kind == .redirect)
            }
            #expect(thief.requests.isEmpty)
        }

        @Test func `regions that a store keeps changing end the load`() async throws {
            origin.reply(
                "/bucket/a",
                with: { request in
                    let isWest = request["Authorization"]?.contains("/us-west-2/") == true
                    return OriginReply(
                        status: 301,
                        headers: [("x-amz-bucket-region", isWest ? "us-east-1" : "us-west-2")])
                })
            let failure = await loadFailure { try await fixture.load("s3://bucket/a") }
            #expect(failure?.kind == .redirect)
            #expect(origin.requestCount("/bucket/a") == 2)
        }

        @Test func `an expired token is replaced once`() async throws {
            let expired = OriginReply(status: 400, body: S3Fixture.fault("ExpiredToken"))
            origin.reply("/bucket/a", with: [expired, whole])
            let count = Locked(0)
            let loader = try fixture.loader(credentials: CountedSource(count: count))
            #expect(try await fixture.load("s3://bucket/a", by: loader).bytes() == [7])
            #expect(
                origin.requests.map { $0["x-amz-security-token"] } == ["token-1", "token-2"])
            origin.reply("/bucket/b", with: expired)
            let response = try await fixture.load("s3://bucket/b", by: loader)
            #expect(response.head.status == 400)
            #expect(origin.requestCount("/bucket/b") == 2)
        }

        @Test func `an endless document of an error is read no further than 64 KB`() async throws {
            let endless = [UInt8](repeating: 60, count: 32 << 20)
            origin.reply(
                "/bucket/a", with: OriginReply(status: 404, body: endless).withoutLength())
            let response = try await fixture.load("s3://bucket/a")
            #expect(response.head.status == 404)
            #expect(try await response.bytes().isEmpty)
            await origin.waitUntil { $0.abortedCount("/bucket/a") == 1 }
            #expect(origin.abortedCount("/bucket/a") == 1)
        }

        @Test func `a document that breaks off leaves the status`() async throws {
            origin.reply(
                "/bucket/a",
                with: OriginReply(status: 404, body: S3Fixture.fault("NoSuchKey")).dropping(
                    after: 30))
            #expect(try await reason() == "status 404, expected 200 to 299")
        }

        @Test func `a body that breaks off begins again, or is resumed`() async throws {
            let body = [UInt8](0..<200)
            origin.reply(
                "/bucket/a",
                with: { request in
                    guard request["Range"] == "bytes=100-" else {
                        return OriginReply(headers: [("ETag", "\"1\"")], body: body)
                            .dropping(after: 100)
                    }
                    return OriginReply(
                        status: 206,
                        headers: [("ETag", "\"1\""), ("Content-Range", "bytes 100-199/200")],
                        body: Array(body[100...]))
                })
            let loader = try fixture.loader()
            await #expect(throws: RestartLoad.self) {
                try await fixture.load("s3://bucket/a", by: loader).bytes()
            }
            let chain = NextLoad(
                [Resume(clock: fixture.time.clock, random: { 0 })][...], then: loader)
            let response = try await chain(LoadRequest(source: .url("s3://bucket/a")))
            #expect(try await response.bytes() == body)
        }
    }
#endif
