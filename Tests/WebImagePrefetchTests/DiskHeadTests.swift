import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImagePrefetch
import WebImageTesting

/// The look-ups of a batch on disk.
struct DiskHeadTests {
    @Test func `the head of an entry is found without its bytes`() throws {
        let folder = TemporaryFolder()
        let now = Locked(Date(timeIntervalSinceReferenceDate: 0))
        let cache = DiskCache(folder: folder.path, now: { now.value })
        let key = CacheKey("a")
        #expect(try cache.head(for: key) == nil)
        let head = EntryHead(
            mediaType: "image/bmp", storedAt: now.value, expires: now.value.addingTimeInterval(60))
        let writer = try cache.writer(for: key, head: head)
        try TestPipeline.picture().withSpan { span throws(DiskError) in try writer.append(span) }
        try writer.commit()
        #expect(try cache.head(for: key) == head)
        #expect(try cache.head(for: CacheKey("b")) == nil)
        now.change { $0 = $0.addingTimeInterval(61) }
        #expect(try cache.head(for: key) == nil)
    }

    @Test(arguments: [0, 7, 39, 60, -1])
    func `a damaged entry has no head`(length: Int) throws {
        let folder = TemporaryFolder()
        let cache = DiskCache(folder: folder.path)
        let writer = try cache.writer(for: CacheKey("a"), head: EntryHead(storedAt: Date()))
        try TestPipeline.picture().withSpan { span throws(DiskError) in try writer.append(span) }
        try writer.commit()
        let path = try #require(folder.files.first.map { folder.path + "/" + $0 })
        let whole = try Data(contentsOf: URL(filePath: path))
        try whole.prefix(length < 0 ? whole.count - 1 : length).write(to: URL(filePath: path))
        #expect(try cache.head(for: CacheKey("a")) == nil)
    }
}
