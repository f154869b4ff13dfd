#if HTTP && PNG
    import Foundation
    import Testing
    import WebImage
    import WebImageTesting

    /// Request modifier, response modifier and decryptor as interceptors of ten lines.
    struct InterceptorChangeTests {
        private func load(
            _ path: String, _ job: Job, through interceptor: any LoadInterceptor
        ) async -> Result<ImageResponse, ImageError> {
            var request = job.request(path)
            request.interceptors = [interceptor]
            do throws(ImageError) {
                return .success(try await job.pipeline().image(for: request))
            } catch {
                return .failure(error)
            }
        }

        @Test(.scenario("002-23")) func `a header that is added is sent, and the key stays`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let change = Changing { $0.headers["X-Token"] = "abc" }
            _ = try await load("/a.png", job, through: change).get()
            #expect(job.origin.requests.first?["X-Token"] == "abc")
            #expect(try await job.pipeline().image(for: job.request("/a.png")).origin == .disk)
        }

        @Test(.scenario("002-23")) func `a URL that is changed is asked for, and the key stays`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/b.png", with: job.picture)
            let other = job.origin.url("/b.png")
            let change = Changing { $0.source = .url(other) }
            _ = try await load("/a.png", job, through: change).get()
            #expect(job.origin.requests.map(\.path) == ["/b.png"])
            #expect(try await job.pipeline().image(for: job.request("/a.png")).origin == .disk)
            await #expect(throws: ImageError.self) {
                var cached = job.request("/b.png")
                cached.cachePolicy = .onlyIfCached
                _ = try await job.pipeline().image(for: cached)
            }
        }

        @Test(.scenario("002-23"))
        func `a request that is refused is never sent, and the error says why`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let refuse = Changing { _ in throw ImageError.request("not to this host") }
            guard case .failure(let error) = await load("/a.png", job, through: refuse) else {
                Issue.record("it was not refused")
                return
            }
            #expect(error.stage == "request")
            #expect(error.reason == "not to this host")
            #expect(job.origin.requests.isEmpty)
        }

        @Test(.scenario("002-24")) func `a status that is changed to 404 ends the load with it`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let answering = Answering { $0.head.status = 404 }
            guard case .failure(let error) = await load("/a.png", job, through: answering) else {
                Issue.record("it was shown")
                return
            }
            #expect(error.status == 404)
        }

        @Test(.scenario("002-24"))
        func `a header that is added is visible, with the bytes and from the caches`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let answering = Answering { $0.head.headers["X-Seen"] = "yes" }
            let response = try await load("/a.png", job, through: answering).get()
            #expect(response.head?.headers["X-Seen"] == "yes")
            let stored = try await job.pipeline().image(for: job.request("/a.png"))
            #expect(stored.origin == .disk)
            #expect(stored.head?.headers["X-Seen"] == "yes")
        }

        @Test(.scenario("002-24")) func `an answer that is refused ends the load before its body`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture.stalling(after: 10))
            let answering = Answering { throw LoadFailure(.other, "not this one", head: $0.head) }
            guard case .failure(let error) = await load("/a.png", job, through: answering) else {
                Issue.record("it was shown")
                return
            }
            #expect(error.reason == "not this one")
            #expect(await job.origin.waitUntil { $0.abortedCount("/a.png") == 1 })
        }

        @Test(.scenario("002-25")) func `a body in base64 or masked is shown once it is decoded`()
            async throws
        {
            let job = try Job()
            let plain = job.bytes.withUnsafeBytes { Array($0) }
            job.origin.reply(
                "/base64.png",
                with: OriginReply(body: Array(Data(plain).base64EncodedString().utf8)))
            job.origin.reply("/masked.png", with: OriginReply(body: plain.map { $0 ^ 0x5a }))
            let base64 = Decoding("base64") { Data(base64Encoded: Data($0)).map(Array.init) }
            let masked = Decoding("mask") { $0.map { $0 ^ 0x5a } }
            #expect(
                try await load("/base64.png", job, through: base64).get().image.size.width == 40)
            #expect(
                try await load("/masked.png", job, through: masked).get().image.size.width == 40)
            // The decoded bytes are stored, under a key of their own.
            await #expect(throws: ImageError.self) {
                try await job.pipeline().image(for: job.request("/masked.png"))
            }
            #expect(try await load("/masked.png", job, through: masked).get().origin == .disk)
        }

        @Test(.scenario("002-25"))
        func `a body that cannot be decoded is an error, without previews before it`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            var request = job.request("/a.png")
            request.interceptors = [Decoding("none") { _ in nil }]
            request.previews = .all
            var previewCount = 0
            var result: Result<ImageResponse, ImageError>?
            for await update in job.pipeline().updates(for: request) {
                switch update {
                case .preview: previewCount += 1
                case .finished(let end): result = end
                default: break
                }
            }
            #expect(previewCount == 0)
            guard case .failure(let error) = result else {
                Issue.record("it was shown")
                return
            }
            #expect(error.reason == "the body is not none")
        }
    }

    /// An interceptor that changes the request.
    private struct Changing: LoadInterceptor {
        let change: @Sendable (inout LoadRequest) throws -> Void
        var identity: String { "changing" }
        func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
            var request = request
            try change(&request)
            return try await next(request)
        }
    }

    /// An interceptor that changes the response.
    private struct Answering: LoadInterceptor {
        let change: @Sendable (inout LoadedBody) throws -> Void
        var identity: String { "answering" }
        func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
            var answer = try await next(request)
            try change(&answer)
            return answer
        }
    }

    /// An interceptor that transforms the bytes of the whole body.
    private struct Decoding: LoadInterceptor {
        let name: String
        let decode: @Sendable ([UInt8]) -> [UInt8]?

        init(_ name: String, decode: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
            (self.name, self.decode) = (name, decode)
        }

        var identity: String { "decoding-\(name)" }
        var effect: OptionEffect { .bytes }

        func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
            var answer = try await next(request)
            var body: [UInt8] = []
            for try await chunk in answer.chunks { chunk.withUnsafeBytes { body += $0 } }
            guard let decoded = decode(body) else {
                throw LoadFailure(.other, "the body is not \(name)", head: answer.head)
            }
            answer.chunks = BodyStream([ByteBlock(copying: decoded)])
            answer.expectedByteCount = decoded.count
            return answer
        }
    }
#endif
