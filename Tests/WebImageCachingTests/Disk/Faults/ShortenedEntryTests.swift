import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePipeline
import WebImageTesting
import WebImageTiers

/// Cache files that another process shortens; a signal would end the child process.
struct ShortenedEntryTests {
    @Test func `bytes that were handed out stay when the entry is shortened`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            let (cache, key) = (DiskCache(folder: folder.path), CacheKey("one"))
            let bytes = noise(3 << 20)
            try cache.put(bytes, for: key)
            let held = try cache.reader(for: key)?.bytes
            #expect(truncate(folder.file(of: key), 4096) == 0)
            #expect(held?.array == bytes)
            let found = try cache.find(key, atMost: .max)
            #expect(found.entry == nil)
            #expect(found.damage.map(\.reason) == [.length])
        }
    }

    @Test func `bytes that are being stored stay when their file is shortened`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            let cache = DiskCache(folder: folder.path)
            let writer = try cache.writer(for: CacheKey("one"), head: EntryHead(storedAt: Date()))
            let bytes = noise(3 << 20)
            try writer.append(array: bytes)
            let held = try writer.written()
            let file = try #require(folder.files.first)
            #expect(truncate(file, 4096) == 0)
            #expect(held.array == bytes)
            #expect(throws: DiskError.self) { try writer.written() }
        }
    }

    @Test func `an encoded image stays when its entry is shortened`() async {
        await #expect(processExitsWith: .success) {
            let folder = try DiskFolder()
            let test = UnluckyPipeline.make(DiskCache(folder: folder.path), side: 1000)
            _ = try await test.pipeline.image(for: UnluckyPipeline.url)
            await test.pipeline.flush()
            let held = try await test.pipeline.data(for: UnluckyPipeline.url).bytes
            let file = try #require(folder.files.first)
            #expect(truncate(file, 4096) == 0)
            #expect(held.array == TestPipeline.picture(width: 1000, height: 1000).array)
        }
    }

    @Test(arguments: [1 << 20, 1 << 40])
    func `an entry with a hole behind it is damage, however long`(byteCount: Int) throws {
        let folder = try DiskFolder()
        let (cache, key) = (DiskCache(folder: folder.path), CacheKey("one"))
        for count in [50, 2 << 20] {
            try cache.put(noise(count), for: key)
            #expect(truncate(folder.file(of: key), off_t(count + byteCount)) == 0)
            let found = try cache.find(key, atMost: .max)
            #expect(found.entry == nil)
            #expect(found.damage.map(\.reason) == [.length])
        }
    }

    @Test func `a hole in place of an entry is damage, however long`() throws {
        let folder = try DiskFolder()
        let (cache, key) = (DiskCache(folder: folder.path), CacheKey("one"))
        try cache.put([1], for: key)
        #expect(truncate(folder.file(of: key), 0) == 0)
        #expect(truncate(folder.file(of: key), 1 << 40) == 0)
        #expect(try cache.find(key, atMost: .max).damage.map(\.reason) == [.start])
    }

    @Test func `an entry that is too long is not read, and says its length`() throws {
        let folder = try DiskFolder()
        let (cache, key) = (DiskCache(folder: folder.path), CacheKey("one"))
        let count = (1 << 20) + 1
        try cache.put(noise(count), for: key)
        for caches in [cache, TieredCache([cache])] as [any DataCache] {
            let skipped = try caches.find(key, atMost: count - 1)
            #expect(skipped.entry == nil)
            #expect(skipped.skippedByteCount == count)
            let found = try caches.find(key, atMost: count)
            #expect(found.skippedByteCount == nil)
            #expect(found.entry?.bytes.count == count)
        }
    }

    @Test func `a part of what was written is read back`() throws {
        let folder = try DiskFolder()
        let cache = DiskCache(folder: folder.path)
        for caches in [cache, TieredCache([cache]), TieredCache([])] as [any DataCache] {
            let writer = try caches.writer(
                for: CacheKey("one"), head: EntryHead(storedAt: Date()))
            try writer.append(array: [1, 2, 3, 4, 5])
            #expect(try writer.written(from: 1, atMost: 3).array == [2, 3, 4])
            #expect(try writer.written(from: 3, atMost: 9).array == [4, 5])
            #expect(try writer.written(from: 5, atMost: 1).array == [])
            #expect(try writer.written(from: 9, atMost: 1).array == [])
            writer.discard()
        }
    }
}
