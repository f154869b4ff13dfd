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

/// Batches with a scripted loader.
struct PrefetchTests {
    private func urls(_ count: Int) -> [String] {
        (0..<count).map { "http://origin.test/\($0).bmp" }
    }

    @Test(arguments: PrefetchCheck.allCases)
    func `pictures are stored once they were decoded, or by their headers`(
        check: PrefetchCheck
    ) async throws {
        let test = TestPipeline()
        let progress = await test.pipeline.prefetch(urls(5), checking: check).end()
        #expect(progress.done == 5)
        #expect(progress.total == 5)
        #expect(progress.byteCount == 5 * TestPipeline.picture().count)
        #expect(progress.isEnded)
        #expect(test.decoder.decodeCount == (check == .pixels ? 5 : 0))
        #expect(test.folder.files.count == 5)
        let response = try await test.pipeline.image(for: ImageRequest(urls(1)[0]))
        #expect(response.origin == .disk)
        #expect(test.loader.loadCount == 5)
    }

    @Test func `into nothing, they are decoded, and kept nowhere`() async throws {
        let test = TestPipeline()
        for _ in 0..<2 {
            let progress = await test.pipeline.prefetch(urls(3), into: .nothing).end()
            #expect((progress.done, progress.skipped) == (3, 0))
        }
        #expect(test.decoder.decodeCount == 6)
        #expect(test.loader.loadCount == 6)
        #expect(test.folder.files.isEmpty)
        #expect(try await test.pipeline.cachePlaces(of: urls(1)[0]).isEmpty)
    }

    @Test func `into memory, they are decoded`() async throws {
        let test = TestPipeline()
        await test.pipeline.prefetch(urls(3), into: .memory).end()
        #expect(test.decoder.decodeCount == 3)
        #expect(
            try await test.pipeline.image(for: ImageRequest(urls(1)[0])).origin == .memory)
    }

    @Test func `without a disk cache they are decoded too`() async throws {
        var test = TestPipeline()
        test.pipeline.disk = nil
        await test.pipeline.prefetch(urls(2)).end()
        #expect(
            try await test.pipeline.image(for: ImageRequest(urls(1)[0])).origin == .memory)
    }

    @Test func `where only variants are kept, whole images are loaded`() async throws {
        var test = TestPipeline()
        test.pipeline.serializer = OneColor()
        let progress = await test.pipeline.prefetch(urls(2)).end()
        #expect((progress.done, progress.failed) == (2, 0))
        #expect(test.decoder.decodeCount == 2)
        await test.pipeline.flush()
        #expect(test.folder.files.count == 2)
        var again = TestPipeline(loader: test.loader, folder: test.folder)
        again.pipeline.serializer = OneColor()
        #expect(try await again.pipeline.image(for: ImageRequest(urls(1)[0])).origin == .disk)
        #expect(test.loader.loadCount == 2)
    }

    @Test func `what is cached is skipped`() async throws {
        let test = TestPipeline()
        let again = TestPipeline(loader: test.loader, folder: test.folder)
        await test.pipeline.prefetch(urls(3)).end()
        let progress = await again.pipeline.prefetch(urls(5)).end()
        #expect((progress.skipped, progress.done) == (3, 2))
        #expect(test.loader.loadCount == 5)
        var refresh = ImageOptions()
        refresh.cachePolicy = .refresh
        let refreshed = await test.pipeline.prefetch(urls(5), options: refresh).end()
        #expect(refreshed.done == 5)
        #expect(test.loader.loadCount == 10)
    }

    @Test func `one that fails ends nothing but itself`() async {
        let loader = ScriptedLoader { request in
            guard case .url(let url) = request.source, !url.hasSuffix("/1.bmp") else {
                throw LoadFailure(.connectionFailed, "nobody listens")
            }
            let isPage = url.hasSuffix("/2.bmp")
            let bytes = isPage ? ByteBlock(copying: Array("<html>".utf8)) : TestPipeline.picture()
            return LoadedBody(
                head: ResponseHead(url: url), origin: .network, expectedByteCount: bytes.count,
                chunks: BodyStream([bytes]))
        }
        let test = TestPipeline(loader: loader)
        let stages = Locked<[String]>([])
        let list = urls(5) + ["no URL at all"]
        let progress = await test.pipeline.prefetch(list) { _, outcome in
            if case .failed(let error) = outcome {
                stages.change { $0.append(error.stage) }
            }
        }.end()
        #expect((progress.done, progress.failed, progress.total) == (3, 3, 6))
        #expect(stages.value.sorted() == ["decode", "load", "request"])
        #expect(test.folder.files.count == 3)
    }

    @Test func `an answer that may not be stored is a failure`() async {
        let test = TestPipeline(headers: ["Cache-Control": "no-store"])
        #expect(await test.pipeline.prefetch(urls(1)).end().failed == 1)
        #expect(test.folder.files.isEmpty)
    }

    @Test func `duplicates count once`() async {
        let test = TestPipeline()
        let progress = await test.pipeline.prefetch(urls(3) + urls(3) + urls(2)).end()
        #expect((progress.done, progress.total) == (3, 3))
        #expect(test.loader.loadCount == 3)
    }

    @Test func `requests may have options and headers of their own`() async throws {
        let test = TestPipeline()
        var request = ImageRequest(urls(1)[0])
        request.headers["Authorization"] = "Bearer one"
        await test.pipeline.prefetch([request]).end()
        #expect(try await test.pipeline.image(for: request).origin == .disk)
        request.headers["Authorization"] = "Bearer two"
        #expect(try await test.pipeline.image(for: request).origin == .network)
    }

    @Test func `progress comes in order and ends with the last`() async {
        let test = TestPipeline()
        var seen: [PrefetchProgress] = []
        for await progress in test.pipeline.prefetch(urls(20)) { seen.append(progress) }
        #expect(seen.map(\.ended) == seen.map(\.ended).sorted())
        #expect(seen.last?.ended == 20)
        #expect(seen.last?.isEnded == true)
        #expect(seen.dropLast().allSatisfy { !$0.isEnded })
    }

    @Test func `an asynchronous sequence has a total at its end`() async {
        let test = TestPipeline()
        let (stream, source) = AsyncStream.makeStream(of: String.self)
        let batch = test.pipeline.prefetch(stream)
        #expect(batch.progress.total == nil)
        for url in urls(3) { source.yield(url) }
        source.finish()
        let progress = await batch.end()
        #expect((progress.done, progress.total) == (3, 3))
    }

    @Test func `a sequence that breaks ends the batch behind those before`() async {
        struct Broken: Error {}
        let test = TestPipeline()
        let (stream, source) = AsyncThrowingStream.makeStream(of: String.self)
        for url in urls(2) { source.yield(url) }
        source.finish(throwing: Broken())
        let progress = await test.pipeline.prefetch(stream).end()
        #expect(progress.done == 2)
        #expect(progress.sourceFailure is Broken)
    }

    @Test func `what is filtered while it is read has no total before its end`() async {
        let test = TestPipeline()
        let list = urls(10)
        let batch = test.pipeline.prefetch(list.lazy.filter { $0.contains("1") })
        let progress = await batch.end()
        #expect((progress.done, progress.total) == (1, 1))
    }
}

/// The window, and cancelling early.
extension PrefetchTests {
    @Test func `a million URLs are read no further ahead than the window`() async {
        let test = TestPipeline(isFrozen: true)
        let readCount = Locked(0)
        let million = (0..<1_000_000).lazy.map { index in
            readCount.change { $0 += 1 }
            return "http://origin.test/\(index).bmp"
        }
        let batch = test.pipeline.prefetch(million, concurrency: 5)
        #expect(await eventually { test.loader.loadCount == 5 })
        #expect(readCount.value == 5)
        #expect(batch.progress.total == 1_000_000)
        batch.cancel()
        let progress = await batch.end()
        #expect(progress.cancelled == 5)
        #expect(await eventually { test.loader.cancelCount == 5 })
        #expect(readCount.value <= 6)
    }

    @Test func `a long batch runs to its end through a small window`() async {
        let test = TestPipeline()
        let (readCount, endedCount) = (Locked(0), Locked(0))
        let lead = Locked(0)
        let list = (0..<2000).lazy.map { index in
            readCount.change { $0 += 1 }
            let ahead = readCount.value - endedCount.value
            lead.change { $0 = max($0, ahead) }
            return ImageSource.data(
                TestPipeline.picture(width: 1, height: 1, seed: UInt8(index & 255)))
        }
        let progress = await test.pipeline.prefetch(list, concurrency: 5) { _, _ in
            endedCount.change { $0 += 1 }
        }.end()
        #expect(progress.ended == 256)
        #expect(progress.total == 256)
        #expect(endedCount.value == 256)
        #expect(readCount.value == 2000)
    }

    @Test func `an empty batch has ended when it is read`() async {
        let test = TestPipeline()
        let progress = await test.pipeline.prefetch([String]()).end()
        #expect(progress.isEnded && progress.ended == 0 && progress.total == 0)
        #expect(progress.fraction == 1)
    }

    @Test func `cancelling all ends the batch at once`() async {
        let test = TestPipeline(isFrozen: true)
        let ends = Locked(0)
        let batch = test.pipeline.prefetch(urls(5), concurrency: 2) { _, _ in
            ends.change { $0 += 1 }
        }
        #expect(await eventually { test.loader.loadCount == 2 })
        batch.cancel()
        #expect(batch.progress.isEnded)
        #expect((batch.progress.cancelled, batch.progress.done) == (2, 0))
        #expect(await eventually { test.loader.cancelCount == 2 })
        #expect(await batch.end().ended == 2)
        // They counted already.
        #expect(ends.value == 0)
    }

    @Test func `cancelling one URL leaves the others`() async {
        let test = TestPipeline(isFrozen: true)
        let list = urls(6)
        let ends = Locked<[String]>([])
        let batch = test.pipeline.prefetch(list, concurrency: 3) { _, outcome in
            if case .cancelled = outcome { ends.change { $0.append("cancelled") } }
        }
        #expect(await eventually { test.loader.loadCount == 3 })
        batch.cancel(list[1])
        batch.cancel(list[5])
        #expect(await eventually { test.loader.cancelCount == 1 })
        test.loader.thaw()
        let progress = await batch.end()
        #expect((progress.done, progress.cancelled) == (4, 2))
        #expect(ends.value == ["cancelled"])
    }

    @Test func `batches are independent of each other`() async {
        let test = TestPipeline(isFrozen: true)
        let shared = "http://origin.test/shared.bmp"
        let one = test.pipeline.prefetch([shared] + urls(1))
        let two = test.pipeline.prefetch([shared])
        #expect(await eventually { test.loader.loadCount == 2 })
        one.cancel()
        #expect(one.progress.cancelled == 2)
        #expect(one.progress.isEnded)
        // Also the shared load if the second batch had not joined it yet: then it loads it itself.
        #expect(await eventually { test.loader.cancelCount >= 1 })
        test.loader.thaw()
        let progress = await two.end()
        #expect((progress.done, progress.cancelled, progress.total) == (1, 0, 1))
    }

    @Test func `a batch that is dropped is cancelled`() async {
        let test = TestPipeline(isFrozen: true)
        var batch: PrefetchBatch? = test.pipeline.prefetch(urls(4))
        #expect(await eventually { test.loader.loadCount == 4 })
        _ = batch?.progress
        batch = nil
        #expect(await eventually { test.loader.cancelCount == 4 })
    }

    @Test func `a batch that is read lives as long as its reader`() async {
        let test = TestPipeline(isFrozen: true)
        var reader: PrefetchBatch.Iterator? = test.pipeline.prefetch(urls(2)).makeAsyncIterator()
        #expect(await eventually { test.loader.loadCount == 2 })
        #expect(test.loader.cancelCount == 0)
        #expect(await reader?.next()?.ended == 0)
        reader = nil
        #expect(await eventually { test.loader.cancelCount == 2 })
    }

    @Test func `a batch that waits for its source ends when it is cancelled`() async {
        let test = TestPipeline()
        let (stream, source) = AsyncStream.makeStream(of: String.self)
        let batch = test.pipeline.prefetch(stream)
        batch.cancel()
        #expect(await batch.end().isEnded)
        withExtendedLifetime(source) {}
    }

    @Test func `the next URL waits for who is told of the last`() async {
        let test = TestPipeline()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let told = Locked(0)
        let batch = test.pipeline.prefetch(urls(9), concurrency: 1) { _, _ in
            told.change { $0 += 1 }
            for await _ in gate { break }
        }
        #expect(await eventually { told.value == 1 })
        #expect(test.loader.loadCount == 1)
        #expect(batch.progress.ended == 0)
        open.finish()
        #expect(await batch.end().done == 9)
    }

    @Test func `a visible load shares the transfer of a batch`() async throws {
        let test = TestPipeline(isFrozen: true)
        let batch = test.pipeline.prefetch(urls(1))
        #expect(await eventually { test.loader.loadCount == 1 })
        let pipeline = test.pipeline
        async let visible = pipeline.image(for: ImageRequest(urls(1)[0]))
        // Once it waits, the batch may be cancelled: the load then belongs to the visible request.
        #expect(
            await eventually { test.trace.trace.components(separatedBy: "disk:miss").count == 3 })
        test.loader.thaw()
        #expect(try await visible.image.size.width == 12)
        #expect(await batch.end().done == 1)
        #expect(test.loader.loadCount == 1)
        #expect(test.folder.files.count == 1)
    }
}

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

/// A disk that accepts no store.
extension PrefetchTests {
    @Test func `a disk that takes nothing fails each, and says why`() async throws {
        let folder = TemporaryFolder()
        // A file has the path of the cache's folder.
        try Data("x".utf8).write(to: URL(filePath: folder.path))
        let test = TestPipeline(folder: folder)
        let stages = Locked<[String]>([])
        let progress = await test.pipeline.prefetch(urls(2)) { _, outcome in
            if case .failed(let error) = outcome { stages.change { $0.append(error.stage) } }
        }.end()
        #expect(progress.failed == 2)
        #expect(stages.value == ["store", "store"])
    }
}
