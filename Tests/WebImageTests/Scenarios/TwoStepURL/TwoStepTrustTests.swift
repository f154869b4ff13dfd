#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// Credentials, redirects, filters, refreshing, prefetching and observing.
    struct TwoStepTrustTests {
        @Test(.scenario("003-22")) func `credentials of the caller are those of the first step`()
            async throws
        {
            let job = try TwoStepJob()
            job.api.reply("/p/1") { request in
                request["Authorization"] == "Bearer good"
                    ? job.text(job.real) : OriginReply.status(401)
            }
            let pipeline = job.pipeline()
            let good = job.request(headers: ["Authorization": "Bearer good"])
            _ = try await pipeline.image(for: good)
            #expect(job.cdn.requests.first?["Authorization"] == nil)
            let bad = job.request(headers: ["Authorization": "Bearer bad"])
            #expect(await pipeline.error(of: bad)?.status == 401)
            #expect(job.counts == [2, 1])
        }

        @Test(.scenario("003-22")) func `each step may have credentials of its own`() async throws {
            let job = try TwoStepJob()
            let port = job.cdn.port
            job.answer("http://them:two@127.0.0.1:\(port)/secret.png")
            let own = "http://me:one@127.0.0.1:\(job.api.port)/p/1"
            _ = try await job.pipeline().image(for: ImageRequest(own))
            #expect(job.api.requests.map { $0["Authorization"] } == ["Basic bWU6b25l"])
            #expect(job.cdn.requests.map { $0["Authorization"] } == ["Basic dGhlbTp0d28="])
        }

        @Test(.scenario("003-22"))
        func `an authentication in front answers the first step's challenge once`()
            async throws
        {
            let job = try TwoStepJob()
            job.api.reply("/p/1") { request in
                request["Authorization"] == "Bearer good" ? job.text(job.real) : .status(401)
            }
            let (access, asked) = try Self.authentication(for: job, tokens: ["stale", "good"])
            let pipeline = job.pipeline([access, job.resolve()])
            #expect(try await pipeline.image(for: job.request()).image.size.width == 40)
            #expect(asked.value == [nil, "stale"])
            let sent = job.api.requests.map { $0["Authorization"] }
            #expect(sent == ["Bearer stale", "Bearer good"])
            #expect(job.cdn.requests.map { $0["Authorization"] } == [nil])
        }

        @Test(.scenario("003-22"))
        func `one token is asked for and sent with both steps of its origin`()
            async throws
        {
            let job = try TwoStepJob()
            job.scriptPairs(1...1)
            let (access, asked) = try Self.authentication(for: job, tokens: ["good"])
            _ = try await job.pipeline([access, job.resolve()]).image(for: job.request())
            #expect(asked.value == [nil])
            #expect(job.api.requests.map(\.path) == ["/p/1", "/real/1"])
            let sent = job.api.requests.map { $0["Authorization"] }
            #expect(sent == ["Bearer good", "Bearer good"])
        }

        @Test(.scenario("003-22")) func `a first step that refuses two tokens ends the load`()
            async throws
        {
            let job = try TwoStepJob()
            job.api.reply("/p/1", with: .status(401))
            let (access, asked) = try Self.authentication(
                for: job, tokens: ["one", "two", "three"])
            let pipeline = job.pipeline([access, job.resolve()])
            #expect(await pipeline.error(of: job.request())?.status == 401)
            #expect(asked.value == [nil, "one"])
            #expect(job.counts == [2, 0])
        }

        /// Returns tokens for the first origin, one after the other, and records the rejected ones.
        private static func authentication(
            for job: TwoStepJob, tokens: [String]
        ) throws -> (BuiltInInterceptor, asked: SharedValue<[String?]>) {
            let asked = SharedValue<[String?]>([])
            let access = try BuiltInInterceptor.bearerAuthentication(
                account: "me", for: job.api.url("/")
            ) { refused in
                asked.add(refused)
                return tokens[min(asked.value.count, tokens.count) - 1]
            }
            return (access, asked)
        }

        @Test(.scenario("003-23")) func `a redirect of the first step is followed`() async throws {
            let job = try TwoStepJob()
            job.api.reply("/p/1", with: .redirect(to: job.cdn.url("/deep/names")))
            job.cdn.reply("/deep/names", with: job.text("../secret.png"))
            _ = try await job.pipeline().image(for: job.request())
            #expect(job.cdn.requests.map(\.path) == ["/deep/names", "/secret.png"])
        }

        @Test(
            .scenario("003-24"), arguments: [1, 2],
            [
                RefusingMarked(),
                BuiltInInterceptor.rejectResponses(header: "ErrorCode", number: 100),
            ] as [any LoadInterceptor])
        func `a filter behind it sees both steps`(
            step: Int, filter: any LoadInterceptor
        ) async throws {
            let job = try TwoStepJob()
            let mark = [("ErrorCode", "100")]
            job.answer(headers: step == 1 ? mark : [])
            if step == 2 {
                job.cdn.reply("/secret.png", with: job.picture.header("ErrorCode", "100"))
            }
            let pipeline = job.pipeline([job.resolve(), filter])
            #expect(await pipeline.error(of: job.request())?.status == 444)
            #expect(job.counts == [1, step - 1])
            #expect(try await pipeline.cachedImage(for: job.request()) == nil)
            #expect(await pipeline.error(of: job.request())?.status == 444)
        }

        @Test(.scenario("003-25")) func `secrets of the first step are not sent to another host`()
            async throws
        {
            let job = try TwoStepJob()
            job.answer()
            let headers: HeaderFields = [
                "Authorization": "Bearer secret", "Cookie": "id=secret", "X-Api-Key": "secret",
                "Accept-Language": "de", "User-Agent": "test/1",
            ]
            _ = try await job.pipeline().image(for: job.request(headers: headers))
            let first = try #require(job.api.requests.first)
            for field in headers.fields { #expect(first[field.name] == field.value) }
            let second = try #require(job.cdn.requests.first)
            #expect(second["User-Agent"] == "test/1")
            #expect(second["Accept-Language"] == "de")
            #expect(!second.headers.contains { $0.value.contains("secret") })
        }

        @Test(.scenario("003-25")) func `an interceptor behind it changes both requests`()
            async throws
        {
            let job = try TwoStepJob()
            job.answer()
            let both = job.pipeline([job.resolve(), Tagging()])
            _ = try await both.image(for: job.request())
            let requests = job.api.requests + job.cdn.requests
            #expect(requests.map { $0["X-Tag"] } == ["1", "1"])
            try job.clear()
            let first = job.pipeline([Tagging(), job.resolve()])
            _ = try await first.image(for: job.request())
            #expect(job.api.requests.last?["X-Tag"] == "1")
            #expect(job.cdn.requests.last?["X-Tag"] == nil)
        }

        @Test(.scenario("003-26"), arguments: [403, 404, 410])
        func `a real URL that is gone is asked for anew`(status: Int) async throws {
            let job = try TwoStepJob()
            job.answer(headers: [("Cache-Control", "max-age=600")])
            job.cdn.reply("/secret.png", with: [job.picture, .status(status)])
            let pipeline = job.pipeline()
            _ = try await pipeline.image(for: job.request())
            try job.clear()
            #expect(await pipeline.error(of: job.request())?.status == status)
            #expect(job.counts == [1, 2])
            job.answer(job.cdn.url("/renewed.png"))
            job.cdn.reply("/renewed.png", with: job.picture)
            _ = try await pipeline.image(for: job.request())
            #expect(job.counts == [2, 3])
        }

        @Test(.scenario("003-27"))
        func `a refresh asks for the URL again, then whether the picture changed`()
            async throws
        {
            let job = try TwoStepJob()
            job.answer(headers: [("Cache-Control", "max-age=600")])
            let tagged = job.picture.header("ETag", "\"one\"")
            job.cdn.reply("/secret.png") { request in
                request["If-None-Match"] == "\"one\"" ? .status(304) : tagged
            }
            let pipeline = job.pipeline()
            _ = try await pipeline.image(for: job.request())
            var refresh = job.request()
            refresh.cachePolicy = .refresh
            let refreshed = try await pipeline.image(for: refresh)
            #expect(refreshed.unchanged)
            #expect(job.counts == [2, 2])
            #expect(job.api.requests.allSatisfy { $0["If-None-Match"] == nil })
            #expect(job.cdn.requests.map { $0["If-None-Match"] } == [nil, "\"one\""])
            #expect(refreshed.head?.url == job.api.url("/p/1"))
            #expect(!job.diskContains("secret.png"))
        }

        @Test(.scenario("003-27"))
        func `where the URL leads elsewhere, the picture is loaded anew`() async throws {
            let job = try TwoStepJob()
            job.answer()
            job.cdn.reply("/secret.png", with: job.picture.header("ETag", "\"one\""))
            job.cdn.reply("/other.png", with: job.picture.header("ETag", "\"one\""))
            let pipeline = job.pipeline()
            _ = try await pipeline.image(for: job.request())
            job.answer(job.cdn.url("/other.png"))
            var refresh = job.request()
            refresh.cachePolicy = .refresh
            _ = try await pipeline.image(for: refresh)
            #expect(job.cdn.requests.map { $0["If-None-Match"] } == [nil, nil])
        }

        @Test(.scenario("003-29"))
        func `both steps can be observed, and each begins and ends once`() async throws {
            let job = try TwoStepJob()
            job.answer()
            _ = try await job.pipeline().image(for: job.request())
            #expect(job.steps == ["load", "resolving", "resolved", "responded", "loadEnded"])
            job.trace.reset()
            try job.clear()
            job.api.reply("/p/1", with: .status(500))
            _ = await job.pipeline().error(of: job.request())
            #expect(job.steps == ["load", "resolving", "resolved: 500", "loadEnded: 500"])
        }

        @Test(.scenario("003-29")) func `the real URL is in no event`() async throws {
            let job = try TwoStepJob()
            job.answer()
            job.cdn.reply("/secret.png", with: [job.picture, .redirect(to: "/secret-too.png")])
            let pipeline = job.pipeline()
            _ = try await pipeline.image(for: job.request())
            try job.clear()
            job.cdn.shutdown()
            let error = await pipeline.error(of: job.request())
            #expect(error?.stage == "load")
            #expect(!"\(job.trace.events) \(String(describing: error))".contains("secret"))
            #expect(!"\(job.trace.events)".contains(":\(job.cdn.port)"))
        }
    }

    /// The filter of article 000, in a user's ten lines.
    struct RefusingMarked: LoadInterceptor {
        var identity: String { "refusing-marked" }

        func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
            var answer = try await next(request)
            if answer.head.headers["ErrorCode"] == "100" { answer.head.status = 444 }
            return answer
        }
    }

    private struct Tagging: LoadInterceptor {
        var identity: String { "tagging" }

        func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
            var request = request
            request.headers["X-Tag"] = "1"
            return try await next(request)
        }
    }

    extension TwoStepJob {
        /// The events of loading, with the status of failures.
        fileprivate var steps: [String] {
            trace.events.compactMap { event in
                switch event {
                case .load: "load"
                case .resolving: "resolving"
                case .resolved(_, let error): "resolved" + (error?.mark ?? "")
                case .responded: "responded"
                case .loadEnded(_, _, let error): "loadEnded" + (error?.mark ?? "")
                default: nil
                }
            }
        }
    }

    extension ImageError {
        fileprivate var mark: String { ": " + (status.map(String.init) ?? reason) }
    }
#endif
