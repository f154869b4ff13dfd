#if HTTP && PNG
    import Foundation
    import TestSupport
    import Testing
    import WebImage
    import WebImageTesting

    /// The input and the possibilities of an interceptor.
    struct InterceptionTests {
        @Test(.scenario("001-1")) func `an interceptor for https leaves http alone`() async throws {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let seen = SharedValue<[String]>([])
            let target = job.origin.url("/a.png")
            let pipeline = job.pipeline([
                Around("https") { request, next in
                    guard case .url(let url) = request.source, url.hasPrefix("https:") else {
                        return try await next(request)
                    }
                    seen.add(url)
                    var request = request
                    request.source = .url(target)
                    return try await next(request)
                }
            ])
            _ = try await pipeline.image(for: ImageRequest("https://pictures.test/a.png"))
            _ = try await pipeline.image(for: job.request("/a.png"))
            #expect(seen.value == ["https://pictures.test/a.png"])
            #expect(job.origin.requestCount("/a.png") == 2)
        }

        @Test(.scenario("001-25")) func `only what goes through the pipeline is intercepted`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let seen = SharedValue(0)
            let pipeline = job.pipeline([
                Around("counting") { request, next in
                    seen.change { $0 += 1 }
                    return try await next(request)
                }
            ])
            // No hook is process-wide: other pipelines and bare exchanges lack the interceptor.
            let transport = try #require(ImagePipeline.makeTransport())
            _ = try await transport.exchange(HTTPExchange(url: job.origin.url("/a.png")))
                .chunks.bytes()
            await transport.shutdown()
            _ = try await ImagePipeline(transport: ImagePipeline.makeTransport(), disk: nil)
                .image(for: job.request("/a.png"))
            #expect(seen.value == 0)
            _ = try await pipeline.image(for: job.request("/a.png"))
            #expect(seen.value == 1)
            #expect(job.origin.requestCount("/a.png") == 3)
        }

        @Test(.scenario("001-2"), .timeLimit(.minutes(5)))
        func `a load made inside of an interceptor is intercepted once, by its mark`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let count = SharedValue(0)
            let own = SharedValue<ImagePipeline?>(nil)
            let pipeline = job.pipeline([
                Around("again") { request, next in
                    guard !request.attributes[Handled.self], let pipeline = own.value else {
                        return try await next(request)
                    }
                    count.change { $0 += 1 }
                    var inner = job.request("/a.png")
                    inner.attributes[Handled.self] = true
                    inner.bypassCaches()
                    let encoded = try await pipeline.data(for: inner)
                    return LoadedBody(
                        head: ResponseHead(url: "inner"), origin: .network,
                        expectedByteCount: encoded.bytes.count, chunks: BodyStream([encoded.bytes]))
                }
            ])
            own.change { $0 = pipeline }
            let response = try await pipeline.image(for: job.request("/a.png"))
            own.change { $0 = nil }
            #expect(response.image.size.width == 40)
            #expect(count.value == 1)
            #expect(job.origin.requestCount("/a.png") == 1)
        }

        @Test(.scenario("001-2"), .timeLimit(.minutes(5)), arguments: [true, false])
        func `without a mark a load inside of itself ends with an error`(
            asksForTheSame: Bool
        ) async throws {
            let job = try Job()
            let own = SharedValue<ImagePipeline?>(nil)
            let count = SharedValue(0)
            let pipeline = job.pipeline([
                Around("again") { request, next in
                    guard let pipeline = own.value else { return try await next(request) }
                    let number = count.change { count in
                        count += 1
                        return count
                    }
                    let path = asksForTheSame ? "/a.png" : "/a.png?\(number)"
                    _ = try await pipeline.image(for: job.request(path))
                    return try await next(request)
                }
            ])
            own.change { $0 = pipeline }
            let error = await pipeline.error(of: job.request("/a.png"))
            own.change { $0 = nil }
            #expect(error?.loadFailure?.kind == .recursion)
            #expect(count.value == (asksForTheSame ? 1 : 8))
            #expect(job.origin.requests.isEmpty)
        }

        @Test(.scenario("001-3"))
        func `an added field is sent for this load, is in no key and stays nowhere`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let pipeline = job.pipeline([
                Around("trace") { request, next in
                    var request = request
                    request.headers["X-Trace"] = "1"
                    return try await next(request)
                }
            ])
            var request = job.request("/a.png")
            _ = try await pipeline.image(for: request)
            let other = job.pipeline()
            // The caller's request still requests the stored entry, and has no header field.
            #expect(try await other.image(for: request).origin == .disk)
            request.bypassCaches()
            _ = try await other.image(for: request)
            #expect(job.origin.sent("X-Trace", to: "/a.png") == ["1", nil])
        }

        @Test(.scenario("001-4")) func `a rewritten URL is loaded, the caller's names the picture`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/real.png", with: job.picture)
            let target = job.origin.url("/real.png")
            let pipeline = job.pipeline([
                Around("rewrite") { request, next in
                    var request = request
                    request.source = .url(target)
                    return try await next(request)
                }
            ])
            _ = try await pipeline.image(for: job.request("/asked.png"))
            let again = try await pipeline.image(for: job.request("/asked.png"))
            #expect(again.origin == .memory)
            #expect(job.origin.requests.map(\.path) == ["/real.png"])
            let key = try await pipeline.prepare(job.request("/asked.png")).dataKey
            #expect(key.description.contains("/asked.png"))
        }

        @Test(.scenario("001-5")) func `an interceptor that answers itself needs no connection`()
            async throws
        {
            let job = try Job()
            let bytes = job.bytes
            let pipeline = job.pipeline([
                Around("own", effect: .bytes) { _, _ in
                    LoadedBody(
                        head: ResponseHead(
                            url: "own:", status: 203, headers: ["Content-Type": "image/png"]),
                        origin: .network, expectedByteCount: bytes.count,
                        chunks: BodyStream(bytes.pieces(of: 20)))
                }
            ])
            var progress: [LoadProgress] = []
            var response: ImageResponse?
            for await update in pipeline.updates(for: job.request("/a.png")) {
                if case .progress(let latest) = update, latest.receivedByteCount > 0 {
                    progress.append(latest)
                }
                if case .finished(let result) = update { response = try result.get() }
            }
            #expect(response?.encodedByteCount == bytes.count)
            #expect(response?.head?.status == 203)
            #expect(progress.allSatisfy { $0.expectedByteCount == bytes.count })
            #expect(progress.last?.receivedByteCount == bytes.count)
            #expect(job.origin.requests.isEmpty && job.origin.openConnections == 0)
        }

        @Test(.scenario("001-6")) func `an interceptor's own cache answers like the network`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let kept = SharedValue<LoadedBody?>(nil)
            let pipeline = job.pipeline([
                Around("kept") { request, next in
                    if let known = kept.value { return known }
                    var answer = try await next(request)
                    let bytes = ByteBlock(copying: try await answer.chunks.bytes())
                    answer.chunks = BodyStream([bytes])
                    kept.change { [answer] in $0 = answer }
                    return answer
                }
            ])
            var request = job.request("/a.png")
            request.bypassCaches()
            let first = try await pipeline.image(for: request)
            let second = try await pipeline.image(for: request)
            #expect(first.image.poster == second.image.poster)
            #expect(first.encodedByteCount == second.encodedByteCount)
            #expect(first.origin == second.origin && first.head == second.head)
            #expect(job.origin.requestCount("/a.png") == 1)
        }

        @Test(.scenario("001-7")) func `an interceptor's error reaches the caller, once`()
            async throws
        {
            let job = try Job()
            let pipeline = job.pipeline([
                Around("no") { _, _ in throw LoadFailure(.other, "not today") }
            ])
            var ends: [String] = []
            for await update in pipeline.updates(for: job.request("/a.png")) {
                switch update {
                case .progress(let progress): #expect(progress.receivedByteCount == 0)
                case .finished(.failure(let error)): ends.append(error.description)
                default: Issue.record("neither the beginning nor the error: \(update)")
                }
            }
            #expect(ends == ["load: not today"])
            #expect(job.origin.requests.isEmpty)
        }

        @Test(.scenario("001-12"))
        func `the request's interceptors come first, then the pipeline's in order`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/a.png", with: job.picture)
            let log = SharedValue<[String]>([])
            let passing = { (name: String) in
                Around(name) { request, next in
                    log.add("\(name)?")
                    let answer = try await next(request)
                    log.add("\(name)!")
                    return answer
                }
            }
            var request = job.request("/a.png")
            request.interceptors = [passing("own")]
            _ = try await job.pipeline([passing("one"), passing("two")]).image(for: request)
            #expect(log.value == ["own?", "one?", "two?", "two!", "one!", "own!"])
        }

        @Test(.scenario("001-23"))
        func `an intercepted picture is judged, decoded and cached like any other`()
            async throws
        {
            let job = try Job()
            job.origin.reply("/good.png", with: job.picture)
            job.origin.reply("/bad.png", with: job.picture.header("X-ErrorCode", "100"))
            let trace = TraceObserver()
            let pipeline = job.pipeline(
                [
                    .rejectResponses(header: "X-ErrorCode", number: 100),
                    Around("pass") { request, next in try await next(request) },
                ], observers: [trace])
            _ = try await pipeline.image(for: job.request("/good.png"))
            #expect(trace.trace == "memory:miss disk:miss load decode store")
            #expect(try await pipeline.image(for: job.request("/good.png")).origin == .memory)
            var other = job.pipeline()
            other.interceptors = pipeline.interceptors
            #expect(try await other.image(for: job.request("/good.png")).origin == .disk)
            let error = await pipeline.error(of: job.request("/bad.png"))
            #expect(error?.status == 444)
            #expect(try await pipeline.cachedImage(for: job.request("/bad.png")) == nil)
        }
    }

    private enum Handled: LoadAttribute {
        static let defaultValue = false
    }
#endif
