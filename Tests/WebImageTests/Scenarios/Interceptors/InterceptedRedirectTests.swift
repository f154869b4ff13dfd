#if HTTP && PNG
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// Redirects and challenges of intercepted requests.
    struct InterceptedRedirectTests {
        @Test(.scenario("001-21"))
        func `a redirect is followed behind the interceptor, whose mark it keeps`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/old.png", with: .redirect(to: "/new.png"))
            job.origin.reply("/new.png", with: job.picture)
            let seen = SharedValue<[String]>([])
            let pipeline = job.pipeline([Self.marking(seen)])
            let response = try await pipeline.image(for: job.request("/old.png"))
            #expect(response.head?.url == job.origin.url("/new.png"))
            // Intercepted once, for any number of HTTP requests.
            #expect(seen.value == ["200 " + job.origin.url("/new.png")])
            #expect(job.origin.requests.map(\.path) == ["/old.png", "/new.png"])
            #expect(job.origin.requests.map { $0["X-Handled"] } == ["1", "1"])
        }

        @Test(.scenario("001-21")) func `a redirect to another origin leaves the mark behind`()
            async throws
        {
            let (job, other) = (try Job(), try OriginServer())
            defer { other.shutdown() }
            job.origin.reply("/old.png", with: .redirect(to: other.url("/new.png")))
            other.reply("/new.png", with: job.picture)
            _ = try await job.pipeline([Self.marking()]).image(for: job.request("/old.png"))
            #expect(job.origin.requests.map { $0["X-Handled"] } == ["1"])
            #expect(other.requests.map { $0["X-Handled"] } == [nil])
        }

        @Test(.scenario("001-21"), arguments: [nil, 2])
        func `redirects of an intercepted request are limited, also by the interceptor`(
            limit: Int?
        ) async throws {
            let job = try Job()
            job.origin.reply("/loop.png", with: .redirect(to: "/loop.png"))
            let pipeline = job.pipeline([
                Around("limit") { request, next in
                    var request = request
                    if let limit { request.limits.maxRedirects = limit }
                    return try await next(request)
                }
            ])
            let error = await pipeline.error(of: job.request("/loop.png"))
            #expect(error?.loadFailure?.kind == .redirect)
            #expect(job.origin.requestCount("/loop.png") == (limit ?? 20) + 1)
        }

        /// Returns an interceptor that marks its requests, and records their responses.
        private static func marking(_ seen: SharedValue<[String]> = SharedValue([])) -> Around {
            Around("mark") { request, next in
                var request = request
                request.headers["X-Handled"] = "1"
                let answer = try await next(request)
                seen.add("\(answer.head.status) \(answer.head.url)")
                return answer
            }
        }

        @Test(.scenario("001-22"))
        func `a challenge met by an interceptor is the authentication's to answer`()
            async throws
        {
            let job = try Job()
            let picture = job.picture
            job.origin.reply("/real.png") { request in
                request["Authorization"] == "Bearer good" ? picture : .status(401)
            }
            let target = job.origin.url("/real.png")
            let asked = SharedValue<[String?]>([])
            let pipeline = job.pipeline([
                Around("rewrite") { request, next in
                    var request = request
                    request.source = .url(target)
                    return try await next(request)
                },
                try .bearerAuthentication(account: "me", for: job.origin.url("/")) { refused in
                    asked.add(refused)
                    return refused == nil ? "stale" : "good"
                },
            ])
            let response = try await pipeline.image(for: job.request("/asked.png"))
            #expect(response.image.size.width == 40)
            #expect(asked.value == [nil, "stale"])
            let sent = job.origin.requests.map { $0["Authorization"] }
            #expect(sent == ["Bearer stale", "Bearer good"])
        }
    }
#endif
