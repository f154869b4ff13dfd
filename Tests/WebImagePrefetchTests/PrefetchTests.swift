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
    func urls(_ count: Int) -> [String] {
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
