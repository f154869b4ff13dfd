#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// Article 002: rewritten requests, own keys, and where results arrive.
    struct Article002RequestTests {
        @Test
        func `002-34 a hook adds retrying or a transform for one host, and sees every request`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let seen = Notes()
            var pipeline = job.pipeline()
            pipeline.rewrite = { request in
                seen.add("\(request.options[RetriesFailed.self])")
                var request = request
                guard case .url(let url) = request.source, url.contains("127.0.0.1") else {
                    return request
                }
                request.transforms.append(
                    Crop(PixelSize(width: 5, height: 5)))
                request.options[RetriesFailed.self] = true
                return request
            }
            let cropped = try await pipeline.image(for: job.request("/a.png"))
            #expect(cropped.image.size == PixelSize(width: 5, height: 5))
            let data = ImageRequest(ImageSource.data(job.bytes))
            #expect(try await pipeline.image(for: data).image.size.width == 40)
            #expect(seen.all == ["false", "false"])
        }

        @Test func `002-34 its result is what failures, keys, caches and loader go by`()
            async throws
        {
            let job = try Job()
            job.origin.reply(
                "/bad.png", with: OriginReply(body: Array("<html>no</html>".utf8)))
            job.origin.reply("/good.png", with: job.picture)
            var pipeline = job.pipeline()
            let good = job.origin.url("/good.png")
            let bad = job.request("/bad.png")
            await #expect(throws: ImageError.self) { try await pipeline.image(for: bad) }
            pipeline.rewrite = { request in
                var request = request
                request.source = .url(good)
                return request
            }
            #expect(try await pipeline.image(for: bad).origin == .network)
            pipeline.rewrite = nil
            #expect(try await pipeline.image(for: ImageRequest(good)).origin == .memory)
            pipeline.rewrite = { request in
                var request = request
                request.options[RetriesFailed.self] = true
                return request
            }
            await #expect(throws: ImageError.self) { try await pipeline.image(for: bad) }
            #expect(job.origin.requests.map(\.path) == ["/bad.png", "/good.png", "/bad.png"])
        }

        @Test func `signed URLs of one key are requested once`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var pipeline = job.pipeline()
            pipeline.sourceKeys = { request in
                guard case .url(let url) = request.source else { return nil }
                return CacheKey(String(url.prefix { $0 != "?" }))
            }
            let origins = try await [
                pipeline.image(for: job.request("/a.png?signature=1")).origin,
                pipeline.image(for: job.request("/a.png?signature=2")).origin,
            ]
            #expect(origins == [.network, .memory])
            #expect(job.origin.requests.count == 1)
        }

        @MainActor @Test
        func `002-11 a result arrives where its caller waits, from memory at once`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let pipeline = job.pipeline()
            MainActor.assertIsolated()
            let first = try await pipeline.image(for: job.request("/a.png"))
            MainActor.assertIsolated()
            #expect(first.origin == .network)
            let prepared = try await pipeline.prepare(job.request("/a.png"))
            // A hit does not suspend: what another task on this actor would do comes after it.
            let order = Notes()
            let other = Task { @MainActor in order.add("other") }
            _ = try await pipeline.image(for: prepared)
            order.add("hit")
            await other.value
            #expect(order.all == ["hit", "other"])
            let answering = Somewhere(pipeline: pipeline)
            #expect(try await answering.load(job.request("/a.png")) == .memory)
        }
    }

    /// An actor that waits for an image.
    private actor Somewhere {
        let pipeline: ImagePipeline
        init(pipeline: ImagePipeline) { self.pipeline = pipeline }

        func load(_ request: ImageRequest) async throws -> ImageOrigin {
            let origin = try await pipeline.image(for: request).origin
            assertIsolated()
            return origin
        }
    }
#endif
