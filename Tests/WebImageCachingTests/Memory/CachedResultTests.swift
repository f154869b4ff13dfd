import FoundationEssentials
import Testing
import WebImageCaching
import WebImageCoding
import WebImagePixels

/// Files in the memory cache in place of pixels.
struct CachedResultTests {
    private let file = CachedFile(
        ByteBlock(copying: [UInt8](repeating: 7, count: 20_000)), .webp,
        size: PixelSize(width: 4, height: 2), frameCount: 1,
        of: ImageMetadata(size: PixelSize(width: 8, height: 4)))

    private var cached: CachedImage { CachedImage(.file(file), format: .png, encodedByteCount: 9) }

    @Test func `a file costs its bytes, and has the extent of its source`() {
        #expect(cached.cost == 20_000)
        #expect(cached.image == nil && cached.isFile)
        #expect(cached.isWithin(pixels: 32, framePixels: 0))
        #expect(!cached.isWithin(pixels: 31, framePixels: 0))
    }

    @Test func `what was dropped is in the head of its entry, and in none of older ones`() throws {
        let losses = [Loss(.gainMap, from: 1, to: 0), Loss(.bitDepth, from: 16, to: 8)]
        var source = ImageMetadata(size: PixelSize(width: 8, height: 4))
        source.isTruncated = true
        for (dropped, note) in [(losses, "of a cat, 1 2"), ([], ""), (losses, "")] {
            let made = CachedFile(
                file.bytes, .webp, size: file.size, frameCount: 1, of: source, dropped: dropped,
                note: note)
            let read = try #require(CachedFile(file.bytes, userData: made.userData))
            #expect(read.dropped == dropped && read.note == note && read.source.isTruncated)
        }
        let digest = String(repeating: "0", count: 32)
        let old = "webp \(digest) 4 2 1 8 4 1 1 0 a note"
        #expect(CachedFile(file.bytes, userData: Array(old.utf8))?.dropped.isEmpty == true)
        let newer = "webp \(digest) 4 2 1 8 4 1 1 0,layers:2:1,films:1:0 a note"
        let read = try #require(CachedFile(file.bytes, userData: Array(newer.utf8)))
        #expect(read.dropped == [Loss(.films, from: 1, to: 0)] && read.note == "a note")
    }

    @Test func `a change of its facts keeps the file`() {
        var changed = cached
        changed.expires = .distantPast
        guard case .file(let kept) = changed.result else {
            Issue.record("the file is gone")
            return
        }
        #expect(kept === file && changed.encodedByteCount == 9)
    }

    @Test func `an evicted file is gone, although other code holds it`() {
        let cache = MemoryCache(maxBytes: 1 << 20)
        let held = cached
        cache.store(held, for: CacheKey("file"))
        #expect(cache.usage.byteCount > 20_000)
        cache.shrink()
        #expect(cache.image(for: CacheKey("file")) == nil)
        withExtendedLifetime(held) {}
    }

    @Test func `a file longer than the cache is not kept`() {
        let cache = MemoryCache(maxBytes: 10_000)
        cache.store(cached, for: CacheKey("file"))
        #expect(cache.image(for: CacheKey("file")) == nil)
        #expect(cache.usage.entryCount == 0)
    }
}
