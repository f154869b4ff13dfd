import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// Bodies that must be decrypted before they are decoded.
struct DecryptBodyTests {
    private let url = "http://origin.test/a.bmp"

    /// Returns a pipeline whose origin responds with these chunks.
    private func test(
        _ chunks: [ByteBlock], expected: Int? = nil, status: Int = 200, _ decrypt: DecryptBody,
        limits: PipelineLimits = PipelineLimits()
    ) -> TestPipeline {
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp", status: status),
                origin: .network, expectedByteCount: expected, chunks: BodyStream(chunks))
        }
        var test = TestPipeline(loader: loader, limits: limits)
        test.pipeline.interceptors = [decrypt]
        return test
    }

    private func halves(_ block: ByteBlock) -> [ByteBlock] {
        let bytes = block.withUnsafeBytes { Array($0) }
        return [ByteBlock(copying: bytes[..<50]), ByteBlock(copying: bytes[50...])]
    }

    private var base64: ByteBlock {
        ByteBlock(copying: Array(FedBase64.text(TestPipeline.picture()).utf8))
    }

    @Test func `a body in base64 becomes its picture`() async throws {
        let text = base64
        let test = test(
            halves(text), expected: text.count, .base64)
        let response = try await test.pipeline.image(for: ImageRequest(url))
        #expect(response.image.size.width == 12)
        #expect(response.encodedByteCount == TestPipeline.picture().count)
    }

    @Test func `what is kept is what came out, under a key of its own`() async throws {
        let test = test([base64], .base64)
        _ = try await test.pipeline.image(for: ImageRequest(url))
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .memory)
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .disk)
        var plain = test.pipeline
        plain.interceptors = []
        #expect(try await plain.cachedImage(for: ImageRequest(url)) == nil)
    }

    @Test func `a body that is no base64 is an error with its head`() async {
        let test = test([TestPipeline.picture()], .base64)
        guard case .load(let failure) = await test.error(of: ImageRequest(url)) else {
            Issue.record("not an error of the load")
            return
        }
        #expect(failure.kind == .malformed)
        #expect(failure.head?.status == 200)
        #expect(test.folder.files.isEmpty)
    }

    @Test func `another error names the way of decrypting`() async {
        struct WrongKey: Error {}
        let test = test([base64], DecryptBody("vault") { _, _ in throw WrongKey() })
        let reason = await test.error(of: ImageRequest(url))?.reason
        #expect(reason == "the body could not be decrypted (vault): WrongKey()")
    }

    @Test func `nothing is decrypted of an answer that is refused`() async {
        let calls = Locked(0)
        let test = test(
            [base64], status: 500,
            DecryptBody("never") { bytes, _ in
                calls.change { $0 += 1 }
                return bytes
            })
        #expect(await test.error(of: ImageRequest(url))?.status == 500)
        #expect(calls.value == 0)
    }

    @Test func `a body over the limit is refused before it is decrypted`() async {
        let calls = Locked(0)
        var limits = PipelineLimits()
        limits.load.maxBodyBytes = 100
        let chunk = ByteBlock(copying: [UInt8](repeating: 65, count: 60))
        let test = test(
            [chunk, chunk],
            DecryptBody("never") { bytes, _ in
                calls.change { $0 += 1 }
                return bytes
            }, limits: limits)
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.reason == "received 120 bytes or more, the limit is 100")
        #expect(calls.value == 0)
    }

    @Test func `what comes out keeps to the limit too`() async {
        var limits = PipelineLimits()
        limits.load.maxBodyBytes = 100
        let test = test(
            [ByteBlock(copying: [1])],
            DecryptBody("bomb") { _, _ in ByteBlock(copying: [UInt8](repeating: 7, count: 101)) },
            limits: limits)
        let error = await test.error(of: ImageRequest(url))
        #expect(error?.reason == "received 101 bytes or more, the limit is 100")
    }

    @Test func `a body shorter than announced is not decrypted`() async {
        let calls = Locked(0)
        let test = test(
            [base64], expected: base64.count + 1,
            DecryptBody("never") { bytes, _ in
                calls.change { $0 += 1 }
                return bytes
            })
        guard case .load(let failure) = await test.error(of: ImageRequest(url)) else {
            Issue.record("not an error of the load")
            return
        }
        #expect(failure.kind == .truncated)
        #expect(calls.value == 0)
    }

    @Test func `progress counts what arrives, and there are no previews`() async {
        let text = base64
        let test = test(
            halves(text), expected: text.count, .base64)
        var request = ImageRequest(url)
        request.progressInterval = .zero
        request.previews = .all
        var fractions: [Double?] = []
        var previewCount = 0
        for await update in test.pipeline.updates(for: request) {
            switch update {
            case .progress(let progress): fractions.append(progress.fraction)
            case .preview: previewCount += 1
            default: break
            }
        }
        #expect(previewCount == 0)
        #expect(fractions.first == .some(nil))
        #expect(fractions.dropFirst().first == 0)
        #expect(fractions.last == 1)
    }

    @Test func `a header is read of all bytes, also of a file`() async throws {
        let folder = TemporaryFolder()
        let path = folder.path + ".txt"
        try FedBase64.write(base64, to: path)
        var pipeline = TestPipeline(folder: folder).pipeline
        pipeline.loader = FileLoader()
        pipeline.interceptors = [.decodeBase64()]
        let info = try await pipeline.info(for: ImageRequest(ImageSource.file(path)))
        #expect(info.metadata.size == PixelSize(width: 12, height: 8))
    }
}
