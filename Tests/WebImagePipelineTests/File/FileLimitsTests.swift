import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting
import WebImageTransforms

/// The memory and the limits of encoded results.
struct FileLimitsTests {
    @Test func `a picture's memory is held until it is encoded, and free then`() async throws {
        let shown = Locked<ImagePipeline?>(nil)
        let held = Locked<[Int]>([])
        var pipeline = FilePipeline().pipeline
        let encoder = ScriptedEncoder { bitmap, _ in
            let amount = shown.value?.memoryUsage.work.heldAmount ?? 0
            held.change { $0.append(amount - bitmap.byteCount) }
            return 9
        }
        pipeline.codecs.encoders = [encoder]
        shown.change { $0 = pipeline }
        let file = try await pipeline.file(for: "http://origin.test/a.bmp", as: .jpeg)
        // 12x8 pixels, 8 bytes each of which an encoder takes by default.
        #expect(held.value.count == 1 && held.value[0] >= 12 * 8 * 8)
        #expect(file.bytes.count == 9)
        let usage = pipeline
        #expect(await eventually { usage.memoryUsage.work.heldAmount == 0 })
    }

    @Test func `the pixels of all frames count in the size of a rule`() throws {
        let rule = Downsampling(try TargetSizing("fit:9000x9000,enlarge"))
        let metadata = ImageMetadata(size: PixelSize(width: 16, height: 16))
        try rule.check(metadata, DecodeLimits(), frameCount: 2)
        #expect(throws: CodecError.self) {
            try rule.check(metadata, DecodeLimits(), frameCount: 10_000)
        }
    }

    @Test(arguments: [
        (["Cache-Control": "s-maxage=9", "Expires": "0"], ["s-maxage=9", "max-age=0"]),
        (["Cache-Control": "max-age=9", "Vary": "*"], ["max-age=9", "no-store"]),
    ])
    func `clients are told no more than they may keep`(
        sent: [String: String], expected: [String]
    ) async throws {
        let test = FilePipeline()
        test.origin.change { $0.headers = HeaderFields(sent.map { ($0, $1) }) }
        let fields = try await test.file().headerFields(at: test.fresh.clock.now)
        #expect(
            Set((fields["Cache-Control"] ?? "").split(separator: ", ").map(String.init))
                == Set(expected))
    }

    @Test func `a rule beyond the limits fails before the picture is decoded`() async throws {
        let test = FilePipeline()
        var request = test.request()
        request.targetSize = nil
        request.targetSizing = try TargetSizing("fit:16000x16000,enlarge")
        await #expect(throws: ImageError.self) {
            try await test.pipeline.file(for: request, as: .bmp)
        }
        #expect(test.counts == [1, 0, 0])
    }

    @Test func `clients keep no file whose second picture may not be kept`() async throws {
        for directives in [[:], ["Cache-Control": "no-store"]] as [HeaderFields] {
            let test = FilePipeline()
            var (mark, request) = (ImageRequest("http://origin.test/mark.bmp"), test.request())
            mark.headers = directives
            request.transforms = [.composite(mark, at: .northwest)]
            let file = try await test.pipeline.file(for: request, as: .bmp)
            let told = file.headerFields(at: test.fresh.clock.now)["Cache-Control"]
            #expect((told == "no-store") == (directives.fields.count == 1))
        }
    }

    @Test func `a caller that gives up leaves a disk that does not answer`() async throws {
        let cache = StuckCache()
        defer { cache.isHeld.change { $0 = false } }
        var test = FilePipeline()
        test.pipeline.results = cache
        let load = Task { [test] in try await test.file() }
        #expect(await eventually { cache.isAsked.value })
        load.cancel()
        await #expect(throws: ImageError.self) { try await load.value }
        #expect(cache.isHeld.value && test.counts == [0, 0, 0])
    }
}

/// A cache that answers once a test releases it, and has nothing.
private struct StuckCache: DataCache {
    let isHeld = Locked(true)
    let isAsked = Locked(false)
    var identity: String { "stuck" }

    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
        isAsked.change { $0 = true }
        while isHeld.value { usleep(500) }
        return DataFinding(nil)
    }
    func writer(for key: CacheKey, head: EntryHead) throws(DiskError) -> any DataCacheWriter {
        throw DiskError("cannot write", path: "/stuck", code: 5)
    }
    func remove(_ key: CacheKey) throws(DiskError) {}
    func removeAll() throws(DiskError) {}
    func trim() throws(DiskError) {}
    func usage() throws(DiskError) -> CacheUsage { CacheUsage(entryCount: 0, byteCount: 0) }
}
