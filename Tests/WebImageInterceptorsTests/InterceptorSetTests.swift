import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The interceptors that change requests, filter responses and decrypt bodies.
struct InterceptorSetTests {
    private let url = "http://origin.test/a.bmp"

    /// Returns a loader that records its requests and responds with `bytes`.
    private func loader(
        _ asked: Locked<[LoadRequest]>, answering bytes: ByteBlock = TestPipeline.picture(),
        headers: HeaderFields = [:], expected: Int? = nil
    ) -> ScriptedLoader {
        ScriptedLoader { request in
            asked.change { $0.append(request) }
            return LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp", headers: headers),
                origin: .network, expectedByteCount: expected, chunks: BodyStream([bytes]))
        }
    }

    @Test func `a changed request is what is asked, the key stays the caller's URL`() async throws {
        let asked = Locked<[LoadRequest]>([])
        var test = TestPipeline(loader: loader(asked))
        let number = Locked(0)
        test.pipeline.interceptors = [
            .changeRequest("signed") { request in
                guard case .url(let url) = request.source else { return }
                number.change { $0 += 1 }
                request.source = .url(url + "?signature=\(number.value)")
                request.headers["X-Client"] = "test"
            }
        ]
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .network)
        // A second load would have another signature.
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .memory)
        let key = try await test.pipeline.prepare(ImageRequest(url)).dataKey
        #expect(key.description.contains("/a.bmp"))
        #expect(!key.description.contains("signature"))
        guard case .url(let sent)? = asked.value.first?.source else {
            Issue.record("nothing was asked")
            return
        }
        #expect(sent == url + "?signature=1")
        #expect(asked.value.first?.headers["X-Client"] == "test")
    }

    @Test func `two changes have entries of their own, one that only traces has not`() async throws
    {
        let pipeline = TestPipeline().pipeline
        func key(_ interceptors: any LoadInterceptor...) async throws -> CacheKey {
            var request = ImageRequest(url)
            request.interceptors = interceptors
            return try await pipeline.prepare(request).dataKey
        }
        let plain = try await key()
        let one = try await key(.changeRequest("one") { _ in })
        let two = try await key(.changeRequest("two") { _ in })
        let traced = try await key(.changeRequest("trace", effect: .delivery) { _ in })
        #expect(Set([plain, one, two]).count == 3)
        #expect(traced == plain)
    }

    @Test func `a change that throws asks nobody`() async {
        let asked = Locked<[LoadRequest]>([])
        var test = TestPipeline(loader: loader(asked))
        test.pipeline.interceptors = [
            .changeRequest("never") { _ in throw ImageError.request("no token") }
        ]
        #expect(await test.error(of: ImageRequest(url))?.reason == "no token")
        #expect(asked.value.isEmpty)
    }

    @Test func `a filter that throws tells the head it saw`() async {
        let asked = Locked<[LoadRequest]>([])
        var test = TestPipeline(loader: loader(asked, headers: ["X-Error": "7"]))
        test.pipeline.interceptors = [
            .filterResponse("strict") { _ in throw LoadFailure(.other, "refused") }
        ]
        guard case .load(let failure) = await test.error(of: ImageRequest(url)) else {
            Issue.record("not an error of the load")
            return
        }
        #expect(failure.reason == "refused")
        #expect(failure.head?.headers["X-Error"] == "7")
    }

    @Test func `a filter's lifetime rules how long a picture is kept`() async throws {
        let asked = Locked<[LoadRequest]>([])
        var test = TestPipeline(loader: loader(asked, headers: ["Cache-Control": "no-store"]))
        test.pipeline.interceptors = [
            .filterResponse("keep") { $0.headers["Cache-Control"] = "max-age=60" }
        ]
        _ = try await test.pipeline.image(for: ImageRequest(url))
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .memory)
        #expect(!test.folder.files.isEmpty)
    }

    @Test func `what one filter let pass does not come to another`() async throws {
        let asked = Locked<[LoadRequest]>([])
        let plain = TestPipeline(loader: loader(asked, headers: ["ErrorCode": "100"]))
        _ = try await plain.pipeline.image(for: ImageRequest(url))
        var filtered = TestPipeline(
            loader: loader(asked, headers: ["ErrorCode": "100"]), folder: plain.folder)
        filtered.pipeline.memory = plain.pipeline.memory
        filtered.pipeline.interceptors = [.rejectResponses(header: "ErrorCode", number: 100)]
        #expect(await filtered.error(of: ImageRequest(url))?.status == 444)
    }

    @Test func `a status that a filter sets names the filter`() async throws {
        let asked = Locked<[LoadRequest]>([])
        var test = TestPipeline(loader: loader(asked, headers: ["X-Placeholder": "yes"]))
        test.pipeline.interceptors = [
            .filterResponse("no placeholders") { head in
                if head.headers["X-Placeholder"] != nil { head.status = 404 }
            }
        ]
        let error = await test.error(of: ImageRequest(url))
        let expected =
            "status 404 (set by the filter 'no placeholders'), expected 200 to 299; the origin said 200"
        #expect(error?.reason == expected)
    }

    @Test func `change, filter and decryption work together in their order`() async throws {
        let asked = Locked<[LoadRequest]>([])
        let body = ByteBlock(copying: xored(TestPipeline.picture(), by: 0x5A))
        var test = TestPipeline(
            loader: loader(asked, answering: body, headers: ["X-Key": "90"]))
        test.pipeline.interceptors = [
            .changeRequest("client") { $0.headers["X-Client"] = "test" },
            .rejectResponses(header: "ErrorCode", number: 100),
            .decryptBody("xor") { bytes, head in
                let key = UInt8(head.headers.integers("X-Key").first ?? 0)
                return ByteBlock(copying: xored(bytes, by: key))
            },
        ]
        #expect(try await test.pipeline.image(for: ImageRequest(url)).image.size.width == 12)
        #expect(asked.value.first?.headers["X-Client"] == "test")
    }
}

/// Returns the bytes, each XORed with `key`.
func xored(_ block: ByteBlock, by key: UInt8) -> [UInt8] {
    block.withUnsafeBytes { $0.map { $0 ^ key } }
}
