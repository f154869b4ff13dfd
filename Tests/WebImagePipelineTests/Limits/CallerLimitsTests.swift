import Synchronization
import TestSupport
import Testing
import WebImageBMP
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The time-out of a request in each stage.
struct CallerLimitsTests {
    private static let limit = Duration.milliseconds(200)

    private func request(_ change: (inout ImageRequest) -> Void = { _ in }) -> ImageRequest {
        var request = ImageRequest("http://origin.test/a.bmp")
        request.timeout = Self.limit
        change(&request)
        return request
    }

    @Test func `decoding that takes too long ends, and is named`() async {
        let endless = Endless()
        let test = TestPipeline()
        let error = await test.error(of: request { $0.decoder = endless })
        guard case .decode(.timedOut(Self.limit)) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await eventually { endless.isEnded })
        #expect(await eventually { test.pipeline.runningCount == 0 })
        // It may be faster next time, so the failure is not remembered.
        #expect(test.pipeline.failures?.count == 0)
    }

    @Test func `a transform that takes too long ends, and is named`() async {
        let endless = Endless()
        let test = TestPipeline()
        let error = await test.error(of: request { $0.transforms = [endless] })
        #expect(error?.stage == "transform")
        #expect(error?.reason.contains("not done within \(Self.limit.spelling)") == true)
        #expect(await eventually { endless.isEnded })
    }

    @Test func `encoding a response takes no longer than its request may`() async throws {
        let endless = Endless()
        var test = TestPipeline()
        test.pipeline.codecs.encoders.insert(endless, at: 0)
        let pipeline = test.pipeline
        // Also if memory answers, where a busy machine may need time for the first load.
        _ = try await pipeline.image(for: ImageRequest("http://origin.test/a.bmp"))
        let response = try await pipeline.image(for: request())
        await #expect {
            try await pipeline.encode(response, as: .png)
        } throws: { error in
            guard case .encode(.timedOut(Self.limit)) = error as? ImageError else { return false }
            return true
        }
        #expect(await eventually { endless.isEnded })
    }

    @Test func `a variant that takes too long is written behind its caller`() async throws {
        let endless = Endless()
        let test = TestPipeline()
        let slow = request {
            $0.serializer = endless
            $0.diskRepresentation = .variant
            $0.storeCompletion = .everything
        }
        let error = await test.error(of: slow)
        #expect(error?.reason.contains("not stored within \(Self.limit.spelling)") == true)
        endless.open()
        await test.pipeline.flush()
        // It was not cancelled: other callers may need it.
        #expect(!endless.isEnded)
    }

    @Test func `a caller without a time-out has its picture when another one has left`()
        async throws
    {
        let test = TestPipeline()
        let gate = Endless()
        let pipeline = test.pipeline
        let (hurried, patient) = (
            request { $0.transforms = [gate] },
            request {
                $0.transforms = [gate]
                $0.timeout = nil
            }
        )
        async let image = pipeline.image(for: patient)
        #expect(await test.error(of: hurried)?.stage == "transform")
        gate.open()
        #expect(try await image.image.size.width == 12)
    }
}

/// Work that ends by cancellation only, or once it is allowed to.
private final class Endless: ImageDecoder, ImageTransform, ImageEncoder, ImageSerializer {
    private let state = Mutex((isEnded: false, isOpen: false))

    var isEnded: Bool { state.withLock(\.isEnded) }
    var identity: String { "endless" }
    var spelling: String { "endless()" }
    var formats: [ImageFormat] { [.bmp] }
    var format: ImageFormat { .png }
    var workingBytesPerPixel: Int { 4 }

    func open() { state.withLock { $0.isOpen = true } }

    private func work() -> Bool {
        while !Task.isCancelled {
            if state.withLock(\.isOpen) { return true }
        }
        state.withLock { $0.isEnded = true }
        return false
    }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        try BMPDecoder().metadata(of: bytes, limits: limits)
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        _ = work()
        throw .cancelled
    }

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        guard work() else { throw TransformFailure(spelling, "cancelled") }
        return bitmap
    }

    func encode(_ bitmap: Bitmap, settings: EncodeSettings) throws(CodecError) -> ByteBlock {
        _ = work()
        throw .cancelled
    }

    func serialize(
        _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
    ) throws(CodecError) -> EncodedImage? {
        _ = work()
        throw .cancelled
    }
}
