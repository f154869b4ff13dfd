#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// The built-in interceptors, in their documented order.
    struct InterceptorsTogetherTests {
        @Test(.timeLimit(.minutes(5)))
        func `a busy server, a stale token and a broken download cost the caller nothing`()
            async throws
        {
            let job = try Job()
            let all = job.bytes.withUnsafeBytes { Array($0) }
            let field = "bytes 60-\(all.count - 1)/\(all.count)"
            job.origin.reply(
                "/a.png",
                with: [
                    OriginReply(status: 503, headers: [("Retry-After", "0")]),
                    .status(401),
                    job.picture.header("ETag", "\"v1\"").dropping(after: 60),
                    OriginReply().droppingBeforeHead(),
                    OriginReply(
                        status: 206, headers: [("Content-Range", field)], body: Array(all[60...])),
                ])
            let tokens = SharedValue<[String?]>([])
            let pipeline = job.pipeline([
                .changeRequest("client") { $0.headers["X-Client"] = "gallery/2" },
                .rejectResponses(header: "ErrorCode", number: 100),
                .retry(random: { 0 }),
                .resume(random: { 0 }),
                try .bearerAuthentication(account: "me", for: job.origin.url("/")) { refused in
                    tokens.add(refused)
                    return refused == nil ? "one" : "two"
                },
                .rateLimit(perSecond: 1000, burst: 10),
            ])
            let response = try await pipeline.image(for: job.request("/a.png"))
            #expect(response.encodedByteCount == all.count)
            #expect(response.head?.status == 200)
            let sent = job.origin.requests
            #expect(tokens.value == [nil, "one"])
            #expect(
                sent.map { $0["Authorization"] }
                    == (["one", "one"] + Array(repeating: "two", count: 3)).map { "Bearer \($0)" })
            #expect(sent.map { $0["Range"] != nil } == [false, false, false, true, true])
            #expect(sent.allSatisfy { $0["X-Client"] == "gallery/2" })
        }

        @Test(.timeLimit(.minutes(5)))
        func `a redirect to another origin leaves the credentials behind`() async throws {
            let job = try Job()
            let other = try OriginServer()
            other.reply("/b.png", with: job.picture)
            job.origin.reply("/a.png", with: .redirect(to: other.url("/b.png")))
            for access in [
                try .basicAuthentication(user: "me", password: "secret", for: job.origin.url("/")),
                try .bearerAuthentication(account: "me", for: job.origin.url("/")) { _ in "secret"
                },
            ] as [any LoadInterceptor] {
                _ = try await job.pipeline([access]).image(for: job.request("/a.png"))
            }
            #expect(job.origin.requests.count == 2)
            #expect(job.origin.requests.allSatisfy { $0["Authorization"] != nil })
            #expect(other.requests.count == 2)
            #expect(other.requests.allSatisfy { $0["Authorization"] == nil })
        }

        @Test func `what is loaded for one account is not another's`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let pipeline = { (account: String) throws(LoadFailure) in
                job.pipeline([
                    try .bearerAuthentication(account: account, for: job.origin.url("/")) { _ in
                        account
                    }
                ])
            }
            let request = job.request("/a.png")
            #expect(try await pipeline("a").image(for: request).origin == .network)
            #expect(try await pipeline("b").image(for: request).origin == .network)
            #expect(try await pipeline("a").image(for: request).origin == .disk)
        }
    }
#endif
