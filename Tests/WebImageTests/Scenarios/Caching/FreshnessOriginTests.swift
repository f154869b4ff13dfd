#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// Freshness from end to end: a real origin, real connections, two caches.
    struct FreshnessOriginTests {
        @Test(arguments: [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")])
        func `a stale image is revalidated by what the origin gave with it`(
            field: String, condition: String
        ) async throws {
            let job = try Job()
            let date = "Sun, 06 Nov 1994 08:49:37 GMT"
            var picture = RefreshedPicture(job, tag: field == "ETag" ? "\"1\"" : nil)
            if field == "Last-Modified" { picture.modified = date }
            picture.cacheControl = "max-age=0"
            let served = picture
            job.origin.reply("/a.png") { served.reply(to: $0) }
            let pipeline = job.pipeline()
            for isFirst in [true, false, false] {
                let response = try await pipeline.image(for: job.request("/a.png"))
                #expect(response.unchanged != isFirst)
            }
            let value = field == "ETag" ? "\"1\"" : date
            #expect(job.origin.sent(condition, to: "/a.png") == [nil, value, value])
        }

        @Test func `a confirmation makes an entry fresh for every process`() async throws {
            let job = try Job()
            let first = RefreshedPicture(job)
            var stale = first
            stale.cacheControl = "max-age=0"
            let (before, after) = (stale, first)
            job.origin.reply("/a.png") { request in
                (request["If-None-Match"] == nil ? before : after).reply(to: request)
            }
            let (one, two) = (job.pipeline(), job.pipeline())
            _ = try await one.image(for: job.request("/a.png"))
            let entries = job.entries
            #expect(try await two.image(for: job.request("/a.png")).unchanged)
            #expect(job.entries == entries)
            one.memory.removeAll()
            #expect(try await one.image(for: job.request("/a.png")).origin == .disk)
            #expect(try await job.pipeline().image(for: job.request("/a.png")).origin == .disk)
            #expect(job.origin.requestCount("/a.png") == 2)
        }

        @Test func `two pipelines that revalidate at once leave one whole entry`() async throws {
            let job = try Job()
            var picture = RefreshedPicture(job)
            picture.cacheControl = "max-age=0"
            let served = picture
            job.origin.reply("/a.png") { served.reply(to: $0) }
            _ = try await job.pipeline().image(for: job.request("/a.png"))
            let pipelines = (0..<8).map { _ in job.pipeline() }
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for pipeline in pipelines {
                    group.addTask {
                        try await pipeline.image(for: job.request("/a.png")).unchanged
                    }
                }
                for try await unchanged in group { #expect(unchanged) }
            }
            var offline = job.request("/a.png")
            offline.headers["Cache-Control"] = "max-stale"
            #expect(try await job.pipeline().cachedImage(for: offline)?.origin == .disk)
            #expect(job.entries.count == 1)
        }

        @Test func `Vary keeps pictures for others apart, and asks which one is meant`()
            async throws
        {
            let job = try Job()
            let bytes = job.bytes.withUnsafeBytes { Array($0) }
            job.origin.reply("/a.png") { request in
                let tag = "\"\(request["Accept"] ?? "")\""
                let headers = [("Vary", "Accept"), ("ETag", tag), ("Cache-Control", "max-age=60")]
                return request["If-None-Match"] == tag
                    ? OriginReply(status: 304, headers: headers)
                    : OriginReply(headers: headers, body: bytes)
            }
            let (one, two) = (job.pipeline(accept: "image/png"), job.pipeline(accept: "image/*"))
            #expect(try await one.image(for: job.request("/a.png")).origin == .network)
            #expect(try await one.image(for: job.request("/a.png")).origin == .memory)
            #expect(try await two.image(for: job.request("/a.png")).origin == .network)
            #expect(try await two.image(for: job.request("/a.png")).origin == .memory)
            #expect(
                job.origin.sent("If-None-Match", to: "/a.png") == [nil, "\"image/png\""])
        }

        @Test func `no-store is loaded each time`() async throws {
            let job = try Job()
            var picture = RefreshedPicture(job)
            picture.cacheControl = "no-store"
            let served = picture
            job.origin.reply("/a.png") { served.reply(to: $0) }
            let pipeline = job.pipeline()
            for _ in 0..<2 {
                #expect(try await pipeline.image(for: job.request("/a.png")).origin == .network)
            }
            #expect(job.origin.sent("If-None-Match", to: "/a.png") == [nil, nil])
            #expect(job.entries.isEmpty)
        }

        @Test func `stale-if-error lets an image stand in, must-revalidate forbids it`()
            async throws
        {
            for (directives, isAllowed) in [
                ("max-age=0", true), ("max-age=0, must-revalidate", false),
                ("max-age=0, stale-if-error=0", false),
            ] {
                let job = try Job()
                var picture = RefreshedPicture(job)
                picture.cacheControl = directives
                let served = picture
                job.origin.reply("/a.png") { served.reply(to: $0) }
                let pipeline = job.pipeline()
                _ = try await pipeline.image(for: job.request("/a.png"))
                for failure in [
                    OriginReply.status(503), OriginReply(body: []).droppingBeforeHead(),
                ] {
                    job.origin.reply("/a.png", with: failure)
                    let response = try? await pipeline.image(for: job.request("/a.png"))
                    #expect((response?.staleReason != nil) == isAllowed, "\(directives)")
                }
                job.origin.reply("/a.png", with: .status(404))
                await #expect(throws: ImageError.self) {
                    try await pipeline.image(for: job.request("/a.png"))
                }
            }
        }

        @Test func `stale-while-revalidate answers before the origin does`() async throws {
            let job = try Job()
            var picture = RefreshedPicture(job)
            picture.cacheControl = "max-age=0, stale-while-revalidate=600"
            let served = picture
            job.origin.reply("/a.png") { served.reply(to: $0) }
            let pipeline = job.pipeline()
            _ = try await pipeline.image(for: job.request("/a.png"))
            var next = picture
            next.tag = "\"2\""
            next.cacheControl = "max-age=60"
            let renewed = next
            job.origin.reply("/a.png") { renewed.reply(to: $0).held() }
            for _ in 0..<3 {
                let response = try await pipeline.image(for: job.request("/a.png"))
                #expect(response.origin == .memory)
                #expect(response.head?.headers["ETag"] == "\"1\"")
            }
            await job.origin.waitUntil { $0.requestCount("/a.png") == 2 }
            job.origin.release("/a.png")
            let prepared = try await pipeline.prepare(job.request("/a.png"))
            #expect(
                await eventually {
                    pipeline.memory.image(for: prepared.imageKey)?.response?.headers["ETag"]
                        == "\"2\""
                })
            #expect(try await pipeline.image(for: job.request("/a.png")).origin == .memory)
            #expect(job.origin.requestCount("/a.png") == 2)
        }

        @Test(arguments: [("max-age=60", 2), ("public, max-age=60", 1), ("s-maxage=60", 1)])
        func `a shared pipeline keeps what was authorized only where the answer allows it`(
            directives: String, requestCount: Int
        ) async throws {
            let job = try Job()
            var picture = RefreshedPicture(job)
            picture.cacheControl = directives
            let served = picture
            job.origin.reply("/a.png") { served.reply(to: $0) }
            var pipeline = job.pipeline()
            pipeline.cacheMode = .shared
            var request = job.request("/a.png")
            request.headers["Authorization"] = "Bearer secret"
            for _ in 0..<2 { _ = try await pipeline.image(for: request) }
            #expect(job.origin.requestCount("/a.png") == requestCount)
            #expect(job.entries.count == 2 - requestCount)
            for entry in job.entries.keys {
                let file = try Data(contentsOf: URL(fileURLWithPath: "\(job.folder)/\(entry)"))
                #expect(file.range(of: Data("secret".utf8)) == nil)
            }
        }

        @Test func `a redirect that leads elsewhere is not confirmed by the new place`()
            async throws
        {
            let job = try Job()
            var picture = RefreshedPicture(job)
            picture.cacheControl = "max-age=0"
            let served = picture
            for path in ["/one.png", "/two.png"] { job.origin.reply(path) { served.reply(to: $0) } }
            job.origin.reply(
                "/a.png", with: [.redirect(to: "/one.png"), .redirect(to: "/two.png")])
            let pipeline = job.pipeline()
            _ = try await pipeline.image(for: job.request("/a.png"))
            let response = try await pipeline.image(for: job.request("/a.png"))
            #expect(response.head?.url == job.origin.url("/two.png"))
            #expect(job.origin.sent("If-None-Match", to: "/two.png") == ["\"1\"", nil])
        }
    }

    extension Job {
        /// Returns a pipeline that sends that `Accept`, with a memory cache of its own.
        fileprivate func pipeline(accept: String) -> ImagePipeline {
            var pipeline = pipeline()
            if let transport = ImagePipeline.makeTransport() {
                pipeline.loader = SchemeLoader(over: transport, defaultHeaders: ["Accept": accept])
            }
            return pipeline
        }
    }
#endif
