import TestSupport
import WebImageCaching

#if os(Linux)
    import Foundation
    import Testing
    import WebImageCoding
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting

    /// A disk that is full, or becomes full.
    @Suite(.enabled(if: SmallDisk.isPossible, "needs the right to mount a tmpfs"))
    struct FullDiskTests {
        @Test func `a full disk is an error, and there is room again afterwards`() throws {
            let disk = try SmallDisk(byteCount: 64 << 10)
            let cache = DiskCache(folder: disk.folder.path)
            let (one, two) = (CacheKey("one"), CacheKey("two"))
            let writer = try cache.writer(for: one, head: EntryHead(storedAt: Date()))
            try writer.append(array: noise(16_000))
            let error = #expect(throws: DiskError.self) { try writer.append(array: noise(80_000)) }
            #expect(error?.code == ENOSPC)
            #expect(try writer.written().array == noise(16_000))
            writer.discard()
            #expect(disk.folder.files.isEmpty)
            try cache.put(noise(16_000), for: two)
            #expect(try cache.get(two) == noise(16_000))
            #expect(try cache.get(one) == nil)
        }

        @Test func `a disk that can't be written serves its entries`() throws {
            let disk = try SmallDisk(byteCount: 64 << 10)
            let cache = DiskCache(folder: disk.folder.path)
            try cache.put([1], for: CacheKey("one"))
            try disk.makeReadOnly()
            #expect(try cache.get(CacheKey("one")) == [1])
            let error = #expect(throws: DiskError.self) { try cache.put([2], for: CacheKey("two")) }
            #expect(error?.code == EROFS)
        }

        @Test func `loads go on while the disk is full, and are kept when there is room`()
            async throws
        {
            let disk = try SmallDisk(byteCount: 256 << 10)
            try disk.fill()
            let test = UnluckyPipeline.make(DiskCache(folder: disk.folder.path))
            try await UnluckyPipeline.expectLoads(test, because: "No space left on device") {
                #expect(disk.folder.files == [disk.filling])
                try disk.empty()
            }
        }

        @Test func `a disk that gets full while a picture comes has no part of it`() async throws {
            let disk = try SmallDisk(byteCount: 128 << 10)
            let test = UnluckyPipeline.make(DiskCache(folder: disk.folder.path), side: 300)
            let response = try await test.pipeline.image(for: UnluckyPipeline.url)
            #expect(response.image.size == PixelSize(width: 300, height: 300))
            #expect(!test.trace.complaints.isEmpty)
            let parts = disk.folder.files.filter { $0.hasSuffix(".tmp") || $0.hasSuffix(".entry") }
            #expect(parts.isEmpty)
            try DiskCache(folder: disk.folder.path).put(noise(60_000), for: CacheKey("small"))
        }

        @Test func `what writers leave on a full disk is whole`() async throws {
            let disk = try SmallDisk(byteCount: 1 << 20)
            let cache = DiskCache(folder: disk.folder.path)
            let codes = try await withThrowingTaskGroup(of: [Int32].self) { group in
                for thread in 0..<4 {
                    group.addTask { try await onThread { Self.write(cache, thread) } }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(codes.count > 10)
            #expect(Set(codes) == [ENOSPC])
            #expect(disk.folder.files.allSatisfy { !$0.hasSuffix(".tmp") })
            for number in 0..<200 { _ = try WriterRecord.Entry("\(number)", in: cache) }
            #expect(try cache.usage().entryCount > 10)
            try cache.removeAll()
            try cache.put(noise(500_000), for: CacheKey("after"))
            #expect(try cache.get(CacheKey("after")) == noise(500_000))
        }

        /// Stores more than the disk can hold; returns the error codes.
        private static func write(_ cache: DiskCache, _ thread: Int) -> [Int32] {
            (0..<100).compactMap { round in
                let number = (thread * 53 + round * 7) % 200
                let sample = CacheSample(
                    "\(number)", version: thread << 10 | round, byteCount: 1 + number * 150)
                do throws(DiskError) {
                    try cache.store(sample.bytes, for: sample.key, head: sample.head())
                    return nil
                } catch {
                    return error.code
                }
            }
        }
    }
#endif
