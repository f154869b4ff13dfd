import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Files in place of pixels: how they are made, shared and kept.
struct ImageFileTests {
    @Test func `a file has format, size and a strong tag`() async throws {
        let test = FilePipeline()
        let file = try await test.file()
        #expect(file.format == .bmp)
        #expect(file.mediaType == "image/bmp")
        #expect(file.size == PixelSize(width: 6, height: 4))
        #expect(file.frameCount == 1)
        #expect(file.origin == .network)
        #expect(file.timings["encode"] != nil)
        #expect(file.entityTag.count == 34)
        #expect(file.entityTag == "\"\(file.bytes.sha256Digits.prefix(32))\"")
        let decoded = try file.bytes.withSpan {
            try BMPDecoder().decode($0, options: DecodeOptions())
        }
        #expect(decoded.bitmap.size == file.size)
    }

    @Test func `a hit in memory neither decodes nor encodes`() async throws {
        let test = FilePipeline()
        let made = try await test.file()
        test.fresh.test.trace.reset()
        let hit = try await test.file()
        #expect(hit.origin == .memory)
        #expect(hit.bytes == made.bytes && hit.entityTag == made.entityTag)
        #expect(test.trace == "memory:hit")
        #expect(test.counts == [1, 1, 1])
        // No pixels of it are kept in memory.
        #expect((test.pipeline.memory as? MemoryCache)?.usage.entryCount == 0)
    }

    @Test func `a hit on disk neither decodes nor encodes`() async throws {
        let test = FilePipeline()
        let made = try await test.file()
        test.fresh.test.trace.reset()
        let hit = try await test.restarted().file()
        #expect(hit.origin == .disk)
        #expect(hit.bytes == made.bytes && hit.entityTag == made.entityTag)
        #expect(hit.size == made.size && hit.format == made.format)
        #expect(hit.source == made.source)
        #expect(hit.source.size == PixelSize(width: 12, height: 8))
        #expect(test.trace == "memory:miss disk:hit")
        #expect(test.counts == [1, 1, 1])
    }

    @Test func `equal calls at once are one load, one decoding and one encoding`() async throws {
        var test = FilePipeline()
        let loader = test.origin.loader(isFrozen: true)
        test.pipeline.loader = loader
        let tags = try await withThrowingTaskGroup(of: String.self) { [test] group in
            for _ in 0..<1000 { group.addTask { try await test.file().entityTag } }
            #expect(await eventually { loader.loadCount == 1 })
            loader.thaw()
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        #expect(tags.count == 1)
        #expect(test.counts == [1, 1, 1])
    }

    @Test func `callers at once of a file on disk read it once for each thread`() async throws {
        let test = FilePipeline()
        _ = try await test.file()
        let later = test.restarted()
        test.fresh.test.trace.reset()
        await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<1000 { group.addTask { _ = try await later.file() } }
        }
        let reads = test.fresh.test.trace.events.count { event in
            if case .disk(_, true) = event { true } else { false }
        }
        #expect((1...4).contains(reads))
        #expect(test.counts == [1, 1, 1])
    }

    @Test func `files of other settings share the bytes only`() async throws {
        let test = FilePipeline()
        let one = try await test.file()
        let two = try await test.file(
            settings: EncodeSettings(maxSize: PixelSize(width: 3, height: 3)))
        #expect(two.size == PixelSize(width: 3, height: 2))
        #expect(one.entityTag != two.entityTag)
        #expect(try await test.file().entityTag == one.entityTag)
        #expect(test.counts == [1, 2, 2])
        // The image itself is another result.
        let image = try await test.pipeline.image(for: test.request()).image
        #expect(image.size == one.size)
    }

    @Test func `a file that nothing changes has the bytes of its source`() async throws {
        let test = FilePipeline()
        var request = test.request()
        request.targetSize = nil
        let file = try await test.pipeline.file(for: request, as: .bmp)
        #expect(file.bytes == TestPipeline.picture())
        #expect(file.size == PixelSize(width: 12, height: 8))
        #expect(test.encoder.count == 0)
        let named = try await test.pipeline.file(for: request)
        #expect(named.bytes == file.bytes && named.format == .bmp)
    }

    @Test func `without a format a source that cannot be encoded gets one that can`() async throws {
        var test = FilePipeline()
        test.pipeline.codecs.encoders = []
        let without = test
        let error = await #expect(throws: ImageError.self) {
            try await without.pipeline.file(for: without.request())
        }
        #expect(error?.stage == "encode")
        test.pipeline.codecs.encoders = [ScriptedEncoder { _, _ in 9 }]
        let file = try await test.pipeline.file(for: test.request())
        #expect(file.format == .jpeg && file.bytes.count == 9)
        #expect(file.size == PixelSize(width: 6, height: 4))
    }

    @Test func `a caller that gives up leaves, the last one cancels the load`() async throws {
        var test = FilePipeline()
        let loader = test.origin.loader(isFrozen: true)
        test.pipeline.loader = loader
        let pipeline = test.pipeline
        let callers = (0..<2).map { _ in Task { [test] in try await test.file() } }
        #expect(await eventually { loader.loadCount == 1 })
        callers[0].cancel()
        await #expect(throws: ImageError.self) { try await callers[0].value }
        #expect(loader.cancelCount == 0)
        callers[1].cancel()
        #expect(await eventually { loader.cancelCount == 1 })
        #expect(await eventually { pipeline.runningCount == 0 })
    }

    @Test func `results have a cache of their own beside the originals`() async throws {
        var test = FilePipeline()
        let results = TemporaryFolder()
        test.pipeline.results = DiskCache(folder: results.path)
        _ = try await test.file()
        #expect(test.fresh.test.folder.files.count == 1)
        #expect(results.files.count == 1)
        try await test.pipeline.clearCaches()
        #expect(test.fresh.test.folder.files.isEmpty && results.files.isEmpty)
        #expect((test.pipeline.resultMemory as? MemoryCache)?.usage.entryCount == 0)
    }

    @Test func `results follow the disk of the pipeline`() async throws {
        var test = FilePipeline()
        let other = TemporaryFolder()
        test.pipeline.disk = DiskCache(folder: other.path)
        _ = try await test.file()
        #expect(other.files.count == 2 && test.fresh.test.folder.files.isEmpty)
        test.pipeline.disk = nil
        test.pipeline.resultMemory = MemoryCache(maxBytes: 0)
        #expect(test.pipeline.results == nil)
        #expect(try await test.file().origin == .network)
        #expect(other.files.count == 2)
    }

    @Test func `another encoder makes another file`() async throws {
        var test = FilePipeline()
        let made = try await test.file()
        test.pipeline.codecs.encoders = [BMPEncoder()]
        _ = try await test.file()
        #expect(test.encoder.count == 1)
        #expect(test.fresh.test.decoder.decodeCount == 2)
        #expect(made.size == PixelSize(width: 6, height: 4))
    }

    @Test func `bytes that a program stores anew make another file`() async throws {
        let test = FilePipeline()
        try await test.pipeline.store(TestPipeline.picture(), for: test.fresh.request())
        let first = try await test.file()
        try await test.pipeline.store(TestPipeline.picture(seed: 99), for: test.fresh.request())
        #expect(try await test.file().entityTag != first.entityTag)
        #expect(test.origin.requests.isEmpty)
    }

    @Test func `a damaged entry is made anew`() async throws {
        let test = FilePipeline()
        let made = try await test.file()
        let key = try await test.key()
        let cache = try #require(test.pipeline.results)
        var head = try #require(try cache.head(for: key))
        head.userData = Array("bmp 6 4".utf8)
        try cache.store(made.bytes, for: key, head: head)
        let again = try await test.restarted().file()
        #expect(again.entityTag == made.entityTag)
        #expect(test.counts == [1, 2, 2])
    }

    @Test func `one cached file can be removed`() async throws {
        let test = FilePipeline()
        _ = try await test.file()
        try await test.pipeline.removeCachedFile(for: test.request(), as: .bmp)
        #expect(test.fresh.test.folder.files.isEmpty)
        #expect(try await test.file().origin == .network)
    }

    @Test func `the pipeline's defaults and its rewriting count`() async throws {
        var test = FilePipeline()
        test.pipeline.rewrite = { _ in
            var other = ImageRequest("http://origin.test/b.bmp")
            other.targetSize = PixelSize(width: 3, height: 0)
            return other
        }
        #expect(try await test.file().size == PixelSize(width: 3, height: 2))
        #expect(try await test.file().origin == .memory)
    }

    @Test func `a wish for one frame gets no animation's file`() async throws {
        let dots = DotsFile(frameCount: 3)
        var pipeline = TestPipeline(bytes: dots.block).pipeline
        pipeline.codecs = CodecList(decoders: [DotsDecoder()], encoders: [DotsEncoder()])
        var request = ImageRequest("http://origin.test/a.dots")
        request.targetSize = PixelSize(width: 3, height: 2)
        #expect(try await pipeline.file(for: request, as: .dots).frameCount == 3)
        request.firstFrameOnly = true
        #expect(try await pipeline.file(for: request, as: .dots).frameCount == 1)
    }
}

extension ByteBlock {
    /// The digits of the SHA-256 of the bytes.
    fileprivate var sha256Digits: String {
        SHA256.hexDigest(of: unsafe withUnsafeBytes { unsafe Array($0) })
    }
}
