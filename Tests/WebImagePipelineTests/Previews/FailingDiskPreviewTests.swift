import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// Previews of a body whose writes to disk fail in the middle.
struct FailingDiskPreviewTests {
    @Test(arguments: [0, 1, 5])
    func `the disk fails, previews go on`(appendCount: Int) async throws {
        var test = DotsPipeline(DotsFile(size: PixelSize(width: 400, height: 1000)))
        test.pipeline.disk = FailingCache(appendCount: appendCount)
        let log = UpdateLog(test.request(.all), of: test.pipeline)
        for end in stride(from: 100_000, to: 1_500_000, by: 100_000) { test.body.send(upTo: end) }
        let decoder = test.decoder
        #expect(await eventually { decoder.log.appended.reduce(0, +) >= 1_400_000 })
        test.body.sendRest(chunkSize: 30_000)
        let image = try await log.response().image
        #expect(image.poster == test.file.bitmap(ofFrame: 0))
        #expect(test.decoder.log.appended.reduce(0, +) == test.file.bytes.count)
        #expect(test.decoder.log.decodeCount == 0)
        #expect(!log.previews.isEmpty)
        #expect(!test.trace.complaints.isEmpty)
    }

    @Test func `a disk that is full at the last bytes does not fail the load`() async throws {
        let test = diskTest(FailingCache(appendCount: 1))
        let image = try await test.pipeline.image(for: test.request()).image
        #expect(image.poster == test.file.bitmap(ofFrame: 0))
        #expect(test.trace.complaints.count == 1)
    }

    @Test(arguments: [0, 1])
    func `bytes that cannot be read back fail the load`(flushCount: Int) async throws {
        let cache = FailingCache(appendCount: 1, readsBack: false)
        let test = diskTest(cache, flushCount: flushCount)
        let outcome = await Result { try await test.pipeline.image(for: test.request()) }
        let error = #expect(throws: ImageError.self) { try outcome.get() }
        #expect(error?.stage == "store")
    }

    /// Returns a pipeline whose first write succeeds; the last fails at the body's end or before.
    private func diskTest(_ cache: FailingCache, flushCount: Int = 0) -> DotsPipeline {
        var test = DotsPipeline(DotsFile(size: PixelSize(width: 400, height: 1000)))
        test.pipeline.disk = cache
        // The rest is too small to be written before the end.
        if flushCount > 0 { test.body.send(upTo: 1_200_000) }
        test.body.send(upTo: 1_500_000)
        test.body.sendRest()
        return test
    }
}

/// A cache whose disk is full after `appendCount` writes.
private struct FailingCache: DataCache {
    let appendCount: Int
    var readsBack = true
    var identity: String { "failing" }

    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
        DataFinding(nil)
    }
    func writer(for key: CacheKey, head: EntryHead) throws(DiskError) -> any DataCacheWriter {
        FailingWriter(appendCount: appendCount, readsBack: readsBack)
    }
    func remove(_ key: CacheKey) throws(DiskError) {}
    func removeAll() throws(DiskError) {}
    func trim() throws(DiskError) {}
    func usage() throws(DiskError) -> CacheUsage { CacheUsage(entryCount: 0, byteCount: 0) }
}

private final class FailingWriter: DataCacheWriter {
    private let appendCount: Int
    private let readsBack: Bool
    private let state = Mutex<(count: Int, bytes: [UInt8])>((0, []))

    init(appendCount: Int, readsBack: Bool) {
        self.appendCount = appendCount
        self.readsBack = readsBack
    }

    func append(_ bytes: RawSpan) throws(DiskError) {
        // Safe because the bytes are only copied.
        let copy = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        try state.withLock { state throws(DiskError) in
            guard state.count < appendCount else {
                throw DiskError("cannot write", path: "/full", code: 28)
            }
            state.count += 1
            state.bytes += copy
        }
    }

    func written() throws(DiskError) -> ByteBlock {
        guard readsBack else { throw DiskError("cannot read", path: "/full", code: 5) }
        return ByteBlock(copying: state.withLock { $0.bytes })
    }
    func commit() throws(DiskError) {}
    func discard() {}
}
