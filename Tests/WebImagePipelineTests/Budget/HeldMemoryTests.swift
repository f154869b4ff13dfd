import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageBMP
import WebImageCoding
import WebImagePixels
import WebImageRuntime
import WebImageTesting

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline

/// The memory that each piece of work claims from the budget and releases.
struct HeldMemoryTests {
    private static let megabyte = 1 << 20

    @Test func `a body of unknown length holds as much as has come`() async throws {
        let bodies = Gate(capacity: 100 * Self.megabyte)
        let claim = try await bodies.claim(Permit.firstByteCount)
        try await claim.hold(100, upTo: 10 * Self.megabyte)
        #expect(bodies.usage.heldAmount == 128 << 10)
        try await claim.hold(200 << 10, upTo: 10 * Self.megabyte)
        #expect(bodies.usage.heldAmount == 256 << 10)
        // A step of more than twice the size, and a doubling beyond the longest body.
        try await claim.hold(9 * Self.megabyte, upTo: 10 * Self.megabyte)
        #expect(bodies.usage.heldAmount == 9 * Self.megabyte)
        try await claim.hold(9 * Self.megabyte + 1, upTo: 10 * Self.megabyte)
        #expect(bodies.usage.heldAmount == 10 * Self.megabyte)
    }

    @Test func `a file has memory for all of it before it is read`() async throws {
        let folder = try DiskFolder()
        let picture = TestPipeline.picture(width: 700, height: 400)
        #expect(picture.count > 800_000)
        let path = folder.path + "/picture.bmp"
        try picture.withUnsafeBytes { try Data($0).write(to: URL(filePath: path)) }
        let loader = HeldLoader(picture)
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0), disk: nil, loader: loader,
            codecs: CodecList(decoders: [BMPDecoder()]))
        let load = Task { try await pipeline.image(for: ImageRequest(ImageSource.file(path))) }
        #expect(await eventually { loader.hasBegun })
        #expect(pipeline.memoryUsage.bodies.heldAmount == picture.count)
        loader.release()
        #expect(try await load.value.image.size.width == 700)
        #expect(await eventually { pipeline.memoryUsage.bodies.holderCount == 0 })
    }

    @Test func `the picture that scaling makes counts besides the one it is made of`() throws {
        let bytes = TestPipeline.picture(width: 200, height: 100)
        let stage = PictureDecoder(
            codecs: CodecList(decoders: [BMPDecoder()]), limits: DecodeLimits(),
            options: ImageOptions())
        var options = ImageOptions()
        options.targetSize = PixelSize(width: 100, height: 50)
        let smaller = PictureDecoder(codecs: stage.codecs, limits: stage.limits, options: options)
        let encoded = EncodedImage(bytes)
        let none = TransformChain(transforms: [])
        let whole = try #require(stage.demand(encoded, decoder: Scaleless(), then: none))
        let scaled = try #require(smaller.demand(encoded, decoder: Scaleless(), then: none))
        let result = Bitmap.byteCount(of: PixelSize(width: 100, height: 50))
        #expect(scaled == whole + result)
        let turned = try #require(
            stage.demand(encoded, decoder: Scaleless(turns: true), then: none))
        #expect(turned == whole + Bitmap.byteCount(of: PixelSize(width: 200, height: 100)))
    }

    @Test func `memory is held until the transforms are done`() async throws {
        let glass = Glass()
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0), disk: nil,
            loader: ScriptedLoader(bytes: TestPipeline.picture()),
            codecs: CodecList(decoders: [BMPDecoder()]))
        let transform = LookingTransform {
            glass.note(pipeline.memoryUsage.work.heldAmount)
        }
        var request = ImageRequest("http://a.test/1")
        request.transforms = [transform, transform]
        _ = try await pipeline.image(for: request)
        #expect(glass.seen.count == 2)
        #expect(glass.seen.allSatisfy { $0 > 0 })
        #expect(await eventually { pipeline.memoryUsage.work.holderCount == 0 })
    }

    @Test func `a variant has memory, and gives it back`() async throws {
        let folder = TemporaryFolder()
        let decoder = WeighingDecoder()
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0, findsReleased: false),
            disk: DiskCache(folder: folder.path),
            loader: ScriptedLoader(bytes: TestPipeline.picture()),
            codecs: CodecList(decoders: [decoder], encoders: [BMPEncoder()]), decodeThreads: 2)
        var request = ImageRequest("http://a.test/1")
        request.serializer = EncodingSerializer(as: .bmp)
        request.transforms = [LookingTransform {}]
        request.storeCompletion = .everything
        _ = try await pipeline.image(for: request)
        #expect(await eventually { pipeline.memoryUsage.work.holderCount == 0 })
        decoder.freeze()
        let (again, count) = (request, decoder.widths.count)
        let variant = Task { try await pipeline.image(for: again) }
        #expect(await eventually { decoder.widths.count == count + 1 })
        #expect(pipeline.memoryUsage.work.heldAmount >= 12 * Self.megabyte)
        decoder.thaw()
        #expect(try await variant.value.origin == .disk)
        #expect(await eventually { pipeline.memoryUsage.work.holderCount == 0 })
    }
}

/// The recorded values.
private final class Glass: Sendable {
    private let state = Mutex<[Int]>([])
    var seen: [Int] { state.withLock { $0 } }
    func note(_ count: Int) { state.withLock { $0.append(count) } }
}

/// A transform that calls `look` and leaves the picture unchanged.
private struct LookingTransform: ImageTransform {
    let look: @Sendable () -> Void
    var spelling: String { "looking" }

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        look()
        return bitmap
    }
}

/// A decoder of a library that always decodes the whole picture.
private struct Scaleless: ImageDecoder {
    var turns = false
    var identity: String { "scaleless" }
    var formats: [ImageFormat] { [.bmp] }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        try BMPDecoder().metadata(of: bytes, limits: limits)
    }

    func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
        MemoryDemand(size: PixelSize(width: 200, height: 100), byteCount: 100_000, turns: turns)
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        try BMPDecoder().decode(bytes, options: options)
    }
}

/// A loader that responds when it is released.
private final class HeldLoader: ImageLoader {
    private let bytes: ByteBlock
    private let begun = Atomic(false)
    private let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    var identity: String? { nil }
    var hasBegun: Bool { begun.load(ordering: .sequentiallyConsistent) }

    init(_ bytes: ByteBlock) { self.bytes = bytes }

    func release() { opening.finish() }

    func load(_ request: LoadRequest) async throws -> LoadedBody {
        begun.store(true, ordering: .sequentiallyConsistent)
        for await _ in gate {}
        return LoadedBody(
            head: ResponseHead(url: "file:", headers: HeaderFields()), origin: .file,
            expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
    }
}
