import Foundation
import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// The final image's own bytes on disk, beside or in place of the original's.
struct VariantTests {
    private let test = TestPipeline()

    /// Returns a request whose variant is 6 × 4 pixels, negative.
    private func request(_ content: DiskRepresentation = .variant) -> ImageRequest {
        var request = ImageRequest("http://origin.test/a.bmp", transforms: [Negative()])
        request.targetSize = PixelSize(width: 6, height: 4)
        request.diskRepresentation = content
        request.storeCompletion = .everything
        return request
    }

    private func entry(_ key: CacheKey) throws -> ByteBlock? {
        try #require(test.pipeline.disk).reader(for: key)?.bytes
    }

    @Test(arguments: [
        (DiskRepresentation.automatic, true, false), (.original, true, false),
        (.variant, false, true),
        (.both, true, true),
    ])
    func `the content says which entries there are`(
        content: DiskRepresentation, hasOriginal: Bool, hasVariant: Bool
    ) async throws {
        let prepared = try await test.pipeline.prepare(request(content))
        _ = try await test.pipeline.image(for: prepared.request)
        #expect((try entry(prepared.dataKey) != nil) == hasOriginal)
        #expect((try entry(prepared.imageKey) != nil) == hasVariant)
    }

    @Test func `a variant's entry holds the variant's bytes only, the original's its own`()
        async throws
    {
        let prepared = try await test.pipeline.prepare(request(.both))
        let image = try await test.pipeline.image(for: prepared.request).image
        let expected = try BMPEncoder().encode(
            image.poster, settings: EncodeSettings(quality: 90))
        #expect(try entry(prepared.imageKey)?.digestBytes == expected.digestBytes)
        #expect(try entry(prepared.dataKey)?.digestBytes == TestPipeline.picture().digestBytes)
    }

    @Test func `a variant is decoded only, and is the same picture`() async throws {
        let fresh = try await test.pipeline.image(for: request()).image
        let other = TestPipeline(folder: test.folder)
        let stored = try await other.pipeline.image(for: request())
        #expect(other.trace.trace == "memory:miss disk:hit decode store")
        #expect(other.loader.loadCount == 0)
        #expect(stored.origin == .disk)
        #expect(stored.image.poster == fresh.poster)
        #expect(try await other.pipeline.image(for: request()).origin == .memory)
    }

    @Test func `without a variant the original answers, and the variant is stored`() async throws {
        _ = try await test.pipeline.image(for: "http://origin.test/a.bmp")
        test.trace.reset()
        let response = try await test.pipeline.image(for: request())
        #expect(
            test.trace.trace == "memory:miss disk:miss disk:hit decode transform store")
        #expect(response.origin == .disk)
        #expect(try await entry(test.pipeline.prepare(request()).imageKey) != nil)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `a variant that cannot be shown is removed and made anew`() async throws {
        let prepared = try await test.pipeline.prepare(request(.both))
        let disk = try #require(test.pipeline.disk)
        _ = try await test.pipeline.image(for: prepared.request)
        try disk.store(
            ByteBlock(copying: Array("no picture".utf8)), for: prepared.imageKey,
            head: EntryHead(storedAt: Date()))
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: prepared.request).image.size.width == 6)
        #expect(try entry(prepared.imageKey)?.count != 10)
        #expect(test.loader.loadCount == 1)
    }

    @Test func `a lossy variant never stands for an image made without it`() async throws {
        var test = test
        test.pipeline.serializer = OneColor()
        var lossy = request()
        lossy.store = .diskOnly
        _ = try await test.pipeline.image(for: lossy)
        let shown = try await test.pipeline.image(for: lossy).image.poster
        #expect(shown[0, 0] == shown[5, 3])
        let whole = try await test.pipeline.image(for: request(.original)).image.poster
        #expect(whole[0, 0] != whole[5, 3])
    }

    @Test func `with a serializer the variant is what is stored, unless said otherwise`()
        async throws
    {
        var test = test
        test.pipeline.serializer = OneColor()
        let prepared = try await test.pipeline.prepare(request(.automatic))
        _ = try await test.pipeline.image(for: prepared.request)
        #expect(try entry(prepared.dataKey) == nil)
        #expect(try entry(prepared.imageKey) != nil)
        let plain = try await test.pipeline.prepare(request(.original))
        #expect(plain.imageKey != prepared.imageKey)
    }

    @Test(arguments: [CacheChoice.memoryOnly, .nothing])
    func `a policy without disk stores no variant`(policy: CacheChoice) async throws {
        var request = request(.both)
        request.store = policy
        _ = try await test.pipeline.image(for: request)
        #expect(test.folder.files.isEmpty)
    }

    @Test func `an answer that must not be stored leaves no variant`() async throws {
        let test = TestPipeline(headers: ["Cache-Control": "no-store"])
        _ = try await test.pipeline.image(for: request(.both))
        #expect(test.folder.files.isEmpty)
    }

    @Test func `a serializer that fails is told, and the image comes all the same`()
        async throws
    {
        var request = request(.both)
        request.serializer = FailingSerializer()
        let prepared = try await test.pipeline.prepare(request)
        #expect(try await test.pipeline.image(for: prepared.request).image.size.width == 6)
        #expect(test.trace.complaints.contains { $0.contains("the variant is not stored") })
        #expect(try entry(prepared.imageKey) == nil)
        #expect(try entry(prepared.dataKey) != nil)
    }

    @Test func `originals may have a cache of their own`() async throws {
        var test = test
        let folder = TemporaryFolder()
        let originals = DiskCache(folder: folder.path)
        test.pipeline.originals = originals
        let prepared = try await test.pipeline.prepare(request(.both))
        _ = try await test.pipeline.image(for: prepared.request)
        #expect(try originals.reader(for: prepared.dataKey) != nil)
        #expect(try originals.reader(for: prepared.imageKey) == nil)
        #expect(try entry(prepared.imageKey) != nil)
        #expect(try entry(prepared.dataKey) == nil)
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: "http://origin.test/a.bmp").origin == .disk)
        #expect(test.loader.loadCount == 1)
    }
}

private struct FailingSerializer: ImageSerializer {
    var identity: String { "failing" }

    func serialize(
        _ image: DecodedImage, of original: EncodedImage, using codecs: CodecList
    ) throws(CodecError) -> EncodedImage? {
        throw .encoding(.bmp, "refused by a test")
    }
}

extension ByteBlock {
    var digestBytes: [UInt8] { self.withUnsafeBytes { Array($0) } }
}
