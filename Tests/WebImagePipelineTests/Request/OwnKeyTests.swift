import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// A key that a caller gives to a source, and requests that a pipeline rewrites.
struct OwnKeyTests {
    private func request(_ url: String, key: String? = nil) -> ImageRequest {
        var request = ImageRequest(url)
        request.sourceKey = key.map { CacheKey($0) }
        return request
    }

    @Test func `signed URLs of one key are one picture`() async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: request("http://a.test/x?sig=1", key: "x"))
        let second = try await test.pipeline.image(
            for: request("http://a.test/x?sig=2", key: "x"))
        #expect(second.origin == .memory)
        test.pipeline.memory.removeAll()
        let third = try await test.pipeline.image(for: request("http://b.test/y", key: "x"))
        #expect(third.origin == .disk)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `the pipeline names sources, a request's own key wins`() async throws {
        var test = TestPipeline()
        test.pipeline.sourceKeys = { request in
            guard case .url(let text) = request.source else { return nil }
            return CacheKey(String(text.prefix { $0 != "?" }))
        }
        let plain = try await test.pipeline.prepare(request("http://a.test/x?1"))
        #expect(
            try await test.pipeline.prepare(request("http://a.test/x?2")).dataKey == plain.dataKey)
        #expect(
            try await test.pipeline.prepare(request("http://a.test/y?1")).dataKey != plain.dataKey)
        let own = try await test.pipeline.prepare(request("http://a.test/x?1", key: "own"))
        #expect(own.dataKey != plain.dataKey)
    }

    @Test func `it stands for the source alone`() async throws {
        let pipeline = TestPipeline().pipeline
        let base = request("http://a.test/x", key: "x")
        var transformed = base
        transformed.transforms = [Negative()]
        var small = base
        small.targetSize = PixelSize(width: 3, height: 3)
        var asSomebody = base
        asSomebody.headers["Authorization"] = "Bearer one"
        var posted = base
        posted.method = "POST"
        let keys = try await [base, transformed, small, asSomebody, posted].asyncMap {
            try await pipeline.prepare($0)
        }
        #expect(Set(keys.map(\.imageKey)).count == 5)
        #expect(Set(keys.map(\.dataKey)).count == 3)
    }

    @Test func `it is no other key, and no URL`() async throws {
        let pipeline = TestPipeline().pipeline
        let keys = try await [
            request("http://a.test/x", key: "x"), request("http://a.test/x", key: "y"),
            request("http://a.test/x"), request("http://a.test/x", key: "http://a.test/x"),
        ].asyncMap { try await pipeline.prepare($0).dataKey }
        #expect(Set(keys).count == 4)
    }

    @Test func `a text that is no URL is refused all the same`() async throws {
        let test = TestPipeline()
        #expect(await test.error(of: request("no url", key: "x"))?.stage == "request")
    }

    @Test func `a rewritten request is what every stage sees`() async throws {
        let sent = Locked<[String]>([])
        let loader = ScriptedLoader { request in
            guard case .url(let url) = request.source else { throw LoadFailure(.other, "") }
            sent.change { $0.append(url) }
            return LoadedBody(
                head: ResponseHead(url: url), origin: .network, expectedByteCount: nil,
                chunks: BodyStream([TestPipeline.picture()]))
        }
        var test = TestPipeline(loader: loader)
        test.pipeline.defaults.targetSize = PixelSize(width: 6, height: 6)
        let calls = Locked(0)
        test.pipeline.rewrite = { request in
            calls.change { $0 += 1 }
            var request = request
            #expect(request.targetSize == PixelSize(width: 6, height: 6))
            request.source = .url("http://mirror.test/a.bmp")
            request.transforms.append(Negative())
            return request
        }
        let rewritten = try await test.pipeline.image(for: "http://a.test/a.bmp")
        #expect(sent.value == ["http://mirror.test/a.bmp"])
        #expect(test.trace.trace.contains("transform"))
        #expect(calls.value == 1)
        test.pipeline.rewrite = nil
        var asked = ImageRequest("http://mirror.test/a.bmp", transforms: [Negative()])
        asked.targetSize = PixelSize(width: 6, height: 6)
        let plain = try await test.pipeline.image(for: asked)
        #expect(plain.origin == .memory)
        #expect(plain.image.handle === rewritten.image.handle)
    }

    @Test func `every way to ask is rewritten once`() async throws {
        var test = TestPipeline()
        let calls = Locked(0)
        test.pipeline.rewrite = { request in
            calls.change { $0 += 1 }
            var request = request
            request.source = .url("http://mirror.test/a.bmp")
            request.cachePolicy = .normal
            return request
        }
        #expect(try await test.pipeline.cachedImage(for: "http://a.test/1") == nil)
        #expect(test.loader.loadCount == 0)
        _ = try await test.pipeline.info(for: "http://a.test/2")
        _ = try await test.pipeline.data(for: "http://a.test/3")
        for await _ in test.pipeline.updates(for: "http://a.test/4") {}
        #expect(calls.value == 4)
        #expect(try await test.pipeline.cachedImage(for: "http://a.test/5")?.origin == .memory)
    }
}

extension Sequence where Element: Sendable {
    fileprivate func asyncMap<Value>(
        _ transform: (Element) async throws -> Value
    ) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
