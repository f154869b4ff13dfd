import Foundation
import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// The cached results, their caches and lifetimes.
struct CachingTests {
    let url = "http://origin.test/a.bmp"

    @Test func `no-store is kept nowhere`() async throws {
        let test = TestPipeline(headers: ["Cache-Control": "no-store"])
        _ = try await test.pipeline.image(for: ImageRequest(url))
        _ = try await test.pipeline.image(for: ImageRequest(url))
        #expect(test.loader.loadCount == 2)
        #expect(test.folder.files.isEmpty)
        #expect(test.trace.trace.contains("hit") == false)
    }

    @Test func `no cookie goes to the disk`() async throws {
        let test = TestPipeline(headers: ["Set-Cookie": "session=secret", "ETag": "\"1\""])
        let response = try await test.pipeline.image(for: url)
        #expect(response.head?.headers["Set-Cookie"] == "session=secret")
        let entry = try #require(test.folder.files.first)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(test.folder.path)/\(entry)"))
        #expect(bytes.range(of: Data("ETag".utf8)) != nil)
        #expect(bytes.range(of: Data("secret".utf8)) == nil)
    }

    @Test func `max-age is obeyed in memory and on disk`() async throws {
        var test = TestPipeline(headers: ["Cache-Control": "max-age=60"])
        let clock = TestClock()
        test.pipeline.disk = DiskCache(folder: test.folder.path, now: { clock.now })
        test.pipeline.now = { clock.now }
        _ = try await test.pipeline.image(for: ImageRequest(url))
        clock.advance(by: 59)
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .memory)
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .disk)
        clock.advance(by: 2)
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .network)
        #expect(test.loader.loadCount == 2)
    }

    @Test func `refresh asks the origin and replaces what is cached`() async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: ImageRequest(url))
        var request = ImageRequest(url)
        request.cachePolicy = .refresh
        #expect(try await test.pipeline.image(for: request).origin == .network)
        #expect(test.loader.loadCount == 2)
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .memory)
    }

    @Test func `bypass neither reads nor writes`() async throws {
        let test = TestPipeline()
        var request = ImageRequest(url)
        request.bypassCaches()
        _ = try await test.pipeline.image(for: request)
        #expect(test.folder.files.isEmpty)
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .network)
        #expect(try await test.pipeline.image(for: request).origin == .network)
    }

    @Test(arguments: CacheChoice.allCases)
    func `the store policy says what is kept`(policy: CacheChoice) async throws {
        let test = TestPipeline()
        var request = ImageRequest(url)
        request.store = policy
        _ = try await test.pipeline.image(for: request)
        #expect(test.folder.files.isEmpty == (policy == .memoryOnly || policy == .nothing))
        let next = try await test.pipeline.image(for: ImageRequest(url)).origin
        let expected: [CacheChoice: ImageOrigin] = [
            .everywhere: .memory, .memoryOnly: .memory, .diskOnly: .disk, .nothing: .network,
        ]
        #expect(next == expected[policy])
    }

    @Test func `a damaged entry is a miss and heals`() async throws {
        let first = TestPipeline()
        _ = try await first.pipeline.image(for: ImageRequest(url))
        let entry = first.folder.path + "/" + (try #require(first.folder.files.first))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: entry))
        bytes[bytes.count - 9] ^= 0x55
        try bytes.write(to: URL(fileURLWithPath: entry))
        let second = TestPipeline(folder: first.folder)
        #expect(try await second.pipeline.image(for: ImageRequest(url)).origin == .network)
        let third = TestPipeline(folder: first.folder)
        #expect(try await third.pipeline.image(for: ImageRequest(url)).origin == .disk)
    }

    @Test func `stored bytes that are no picture are removed and loaded afresh`() async throws {
        let test = TestPipeline()
        let prepared = try await test.pipeline.prepare(ImageRequest(url))
        let disk = try #require(test.pipeline.disk)
        let writer = try disk.writer(for: prepared.dataKey, head: EntryHead(storedAt: Date()))
        try ByteBlock(copying: Array("not a picture".utf8)).withSpan { span throws(DiskError) in
            try writer.append(span)
        }
        try writer.commit()
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .network)
        #expect(test.trace.trace == "memory:miss disk:hit decode load decode store")
    }

    @Test
    func `stored bytes that are no picture are no reason to load when only caches may answer`()
        async throws
    {
        let test = TestPipeline()
        var request = ImageRequest(url)
        request.cachePolicy = .onlyIfCached
        let prepared = try await test.pipeline.prepare(request)
        let disk = try #require(test.pipeline.disk)
        let writer = try disk.writer(for: prepared.dataKey, head: EntryHead(storedAt: Date()))
        try ByteBlock(copying: Array("not a picture".utf8)).withSpan { span throws(DiskError) in
            try writer.append(span)
        }
        try writer.commit()
        let found = try await test.pipeline.cachedImage(for: ImageRequest(url))
        #expect(found == nil)
        #expect(test.loader.loadCount == 0)
    }

    @Test func `a body over a megabyte goes through the disk and comes back whole`() async throws {
        let bytes = TestPipeline.picture(width: 700, height: 600)
        let chunks = stride(from: 0, to: bytes.count, by: 100_000).map { start in
            bytes.withSpan { span in
                ByteBlock(copying: span.extracting(start..<min(start + 100_000, bytes.count)))
            }
        }
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: bytes.count, chunks: BodyStream(chunks))
        }
        let first = TestPipeline(loader: loader)
        let response = try await first.pipeline.image(for: ImageRequest(url))
        #expect(response.encodedByteCount == bytes.count)
        let second = TestPipeline(folder: first.folder)
        let stored = try await second.pipeline.image(for: ImageRequest(url))
        #expect(stored.origin == .disk)
        #expect(stored.image.poster == response.image.poster)
        #expect(first.folder.files.count == 1)
    }

    @Test(arguments: [1, 700, 20_000])
    func `a body in small chunks comes back whole`(chunkSize: Int) async throws {
        let bytes = TestPipeline.picture(width: 700, height: chunkSize == 1 ? 20 : 600)
        let chunks = stride(from: 0, to: bytes.count, by: chunkSize).map { start in
            bytes.withSpan { span in
                ByteBlock(copying: span.extracting(start..<min(start + chunkSize, bytes.count)))
            }
        }
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: nil, chunks: BodyStream(chunks))
        }
        let first = TestPipeline(loader: loader)
        let fresh = try await first.pipeline.image(for: ImageRequest(url))
        #expect(fresh.encodedByteCount == bytes.count)
        let stored = try await TestPipeline(folder: first.folder).pipeline
            .image(for: ImageRequest(url))
        #expect(stored.origin == .disk)
        #expect(stored.image.poster == fresh.image.poster)
    }

    @Test func `whoever wants the disk gets it, whoever began the transfer`() async throws {
        let test = TestPipeline(isFrozen: true)
        var first = ImageRequest(url)
        first.store = .memoryOnly
        let memoryOnly = first
        async let one = test.pipeline.image(for: memoryOnly)
        #expect(await eventually { test.loader.loadCount == 1 })
        let pipeline = test.pipeline
        async let two = pipeline.image(for: ImageRequest(url))
        // Both callers wait for the image, and the image for its bytes.
        #expect(await eventually { pipeline.work.waiters == 3 })
        test.loader.thaw()
        _ = try await (one, two)
        #expect(test.folder.files.count == 1)
    }

    @Test func `a large body that does not decode leaves no file`() async throws {
        let block = ByteBlock(copying: [UInt8](repeating: 0x20, count: 600_000))
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: nil, chunks: BodyStream([block, block, block]))
        }
        let test = TestPipeline(loader: loader)
        #expect(await test.error(of: ImageRequest(url))?.stage == "decode")
        #expect(await eventually { test.folder.files.isEmpty })
    }

    @Test func `a disk that cannot be written is reported and loses nothing`() async throws {
        let folder = TemporaryFolder()
        try Data("a file".utf8).write(to: URL(fileURLWithPath: folder.path))
        let test = TestPipeline(folder: folder)
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .network)
        #expect(test.trace.complaints.isEmpty == false)
    }

    @Test func `a large body survives a disk that cannot be written`() async throws {
        let folder = TemporaryFolder()
        try Data("a file".utf8).write(to: URL(fileURLWithPath: folder.path))
        let test = TestPipeline(
            bytes: TestPipeline.picture(width: 700, height: 600), folder: folder)
        #expect(try await test.pipeline.image(for: ImageRequest(url)).image.size.width == 700)
        #expect(test.trace.complaints.isEmpty == false)
    }

    @Test func `another file of the same path is another image`() async throws {
        let folder = TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path, withIntermediateDirectories: true)
        let path = folder.path + "/picture.bmp"
        let test = TestPipeline(
            loader: ScriptedLoader { request in
                guard case .file(let path) = request.source,
                    let data = FileManager.default.contents(
                        atPath: path)
                else { throw LoadFailure(.fileNotFound, "gone") }
                return LoadedBody(
                    head: ResponseHead(url: path), origin: .file, expectedByteCount: data.count,
                    chunks: BodyStream([ByteBlock(copying: data)]))
            })
        try TestPipeline.picture(seed: 1).write(to: path)
        let one = try await test.pipeline.image(for: ImageRequest(ImageSource.file(path)))
        try TestPipeline.picture(width: 13, seed: 2).write(to: path)
        let two = try await test.pipeline.image(for: ImageRequest(ImageSource.file(path)))
        #expect(one.image.size.width == 12)
        #expect(two.image.size.width == 13)
        #expect(test.folder.files.isEmpty)
    }
}

extension ByteBlock {
    func write(to path: String) throws {
        try Data(self.withUnsafeBytes { Array($0) }).write(to: URL(fileURLWithPath: path))
    }
}
