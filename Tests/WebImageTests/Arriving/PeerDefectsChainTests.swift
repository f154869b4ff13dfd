#if HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting

    /// Defects of other image libraries in 2025 and 2026, tested here: the interceptors' part.
    struct PeerDefectsChainTests {
        private static func doubled(_ width: Int) -> BuiltInTransform {
            .resize(to: PixelSize(width * 2, 0), fit: .fit, enlarges: true)
        }

        @Test(.timeLimit(.minutes(5)))
        func `a load cancelled while credentials are fetched never reaches the network`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let entered = SharedValue(0)
            let left = SharedValue(0)
            let pipeline = job.pipeline([
                try .bearerAuthentication(account: "me", for: job.origin.url("/")) { _ in
                    entered.change { $0 += 1 }
                    defer { left.change { $0 += 1 } }
                    try await Task.sleep(for: .seconds(3600))
                    return "token"
                }
            ])
            let task = Task { await pipeline.error(of: job.request("/a.png")) }
            #expect(await eventually { entered.value == 1 })
            task.cancel()
            #expect(await task.value?.stage == "cancelled")
            #expect(await eventually { left.value == 1 })
            #expect(job.origin.requests.isEmpty)
        }

        @Test(.timeLimit(.minutes(5)))
        func `what was received survives a retry that dies before its response`() async throws {
            let job = try Job()
            let all = job.bytes.withUnsafeBytes { Array($0) }
            let tagged = job.picture.header("ETag", "\"v1\"")
            let rest = OriginReply(
                status: 206,
                headers: [("Content-Range", "bytes 60-\(all.count - 1)/\(all.count)")],
                body: Array(all[60...]))
            job.origin.reply(
                "/a.png",
                with: [
                    tagged.dropping(after: 60), OriginReply().droppingBeforeHead(), rest,
                ])
            let pipeline = job.pipeline([.resume(random: { 0 })])
            let response = try await pipeline.image(for: job.request("/a.png"))
            #expect(response.encodedByteCount == all.count)
            let once = try await pipeline.image(for: ImageRequest(ImageSource.data(job.bytes)))
            #expect(response.image.poster == once.image.poster)
            let ranges = job.origin.requests.map { $0["Range"] }
            #expect(ranges == [nil, "bytes=60-", "bytes=60-"])
            #expect(job.origin.requests.dropFirst().allSatisfy { $0["If-Range"] == "\"v1\"" })
            // The stored picture is complete.
            #expect(try await job.pipeline().image(for: job.request("/a.png")).origin == .disk)
        }

        @Test(.timeLimit(.minutes(5)))
        func `one interceptor serves many loads at once, and each key keeps its own picture`()
            async throws
        {
            let job = try Job()
            for width in 1...60 {
                job.origin.reply(
                    "/\(width).png", with: OriginReply(body: try Job.png(width: width)))
            }
            let shared = Around("shared") { request, next in
                var request = request
                request.headers["X-Seen"] = "\(request.source)"
                return try await next(request)
            }
            let pipeline = job.pipeline([shared])
            try await withThrowingTaskGroup(of: Void.self) { group in
                for width in 1...60 {
                    for flip in [false, true] {
                        group.addTask {
                            var request = job.request("/\(width).png")
                            if flip { request.transforms = [Self.doubled(width)] }
                            let size = try await pipeline.image(for: request).image.size
                            #expect(size.width == (flip ? width * 2 : width))
                        }
                    }
                }
                try await group.waitForAll()
            }
            // Another process finds the right picture under each key.
            let later = job.pipeline([shared])
            for width in 1...60 {
                let stored = try await later.image(for: job.request("/\(width).png"))
                #expect(stored.image.size.width == width)
                #expect(stored.origin == .disk)
            }
        }
    }
#endif
