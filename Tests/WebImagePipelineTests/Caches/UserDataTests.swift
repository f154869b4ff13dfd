import Foundation
import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Data of the program that caches keep beside a picture.
struct UserDataTests {
    private let url = "http://origin.test/a.bmp"

    private func request(_ data: [UInt8]) -> ImageRequest {
        var request = ImageRequest(url)
        request.userData = data
        request.storeCompletion = .everything
        return request
    }

    @Test func `they come back with the response, from memory and from disk`() async throws {
        let test = TestPipeline()
        #expect(try await test.pipeline.image(for: request([1, 2])).userData == [1, 2])
        let hit = try await test.pipeline.image(for: url)
        #expect((hit.origin, hit.userData) == (.memory, [1, 2]))
        #expect(test.pipeline.imageInMemory(for: url)?.userData == [1, 2])
        for _ in 0..<2 {
            test.pipeline.memory.removeAll()
            let read = try await test.pipeline.image(for: url)
            #expect((read.origin, read.userData) == (.disk, [1, 2]))
        }
        #expect(try await test.pipeline.image(for: url).userData == [1, 2])
        #expect(test.loader.loadCount == 1)
    }

    @Test func `they are in no key, and a hit stores nothing`() async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.image(for: request([1]))
        let (one, other) = (
            try await test.pipeline.cacheKeys(for: request([1])),
            try await test.pipeline.cacheKeys(for: request([2]))
        )
        #expect(one == other)
        #expect(try await test.pipeline.image(for: request([2])).userData == [1])
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: request([2])).userData == [1])
    }

    @Test func `without data nothing is kept, and the entry has the older version`() async throws {
        let test = TestPipeline()
        #expect(try await test.pipeline.image(for: request([])).userData == [])
        #expect(try entryVersion(in: test) == 4)
        try await test.pipeline.store(TestPipeline.picture(), for: request([1]))
        #expect(try entryVersion(in: test) == 5)
    }

    private func entryVersion(in test: TestPipeline) throws -> UInt8 {
        let file = try #require(test.folder.files.first { $0.hasSuffix(".entry") })
        return try Data(contentsOf: URL(filePath: test.folder.path + "/" + file))[8]
    }

    @Test func `the last store wins, one without data, too`() async throws {
        let test = TestPipeline()
        for data in [[1], [2], []] as [[UInt8]] {
            let stored = try await test.pipeline.store(TestPipeline.picture(), for: request(data))
            #expect(stored.userData == data)
            #expect(try await test.pipeline.image(for: url).userData == data)
            test.pipeline.memory.removeAll()
            #expect(try await test.pipeline.image(for: url).userData == data)
        }
        let drawn = DecodedImage(poster: Bitmap(size: PixelSize(width: 2, height: 2)))
        try await test.pipeline.store(drawn, for: request([4]))
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: url).userData == [4])
    }

    @Test(arguments: [true, false])
    func `an origin that confirms the picture keeps them, or takes those of the request`(
        _ knowsConditions: Bool
    ) async throws {
        let fresh = FreshPipeline()
        fresh.origin.change { $0.knowsConditions = knowsConditions }
        _ = try await fresh.pipeline.image(for: request([1]))
        for (data, expected) in [([], [1]), ([2], [2]), ([], [2])] as [([UInt8], [UInt8])] {
            var next = request(data)
            next.cachePolicy = .refresh
            let response = try await fresh.pipeline.image(for: next)
            #expect(response.unchanged)
            #expect(response.userData == expected)
            fresh.pipeline.memory.removeAll()
            #expect(try await fresh.pipeline.image(for: url).userData == expected)
        }
        #expect(fresh.origin.requests.count == 4)
    }

    @Test func `other bytes without data drop them`() async throws {
        let fresh = FreshPipeline()
        _ = try await fresh.pipeline.image(for: request([1]))
        fresh.origin.change {
            $0.bytes = TestPipeline.picture(width: 20)
            $0.headers["ETag"] = "\"2\""
        }
        #expect(try await fresh.load(.refresh).userData == [])
        await fresh.pipeline.flush()
        fresh.pipeline.memory.removeAll()
        #expect(try await fresh.load().userData == [])
    }

    @Test func `callers with other data share the transfer, and none loses its own`()
        async throws
    {
        let test = TestPipeline(isFrozen: true)
        let pipeline = test.pipeline
        async let one = pipeline.image(for: request([1]))
        #expect(await eventually { test.loader.loadCount == 1 })
        async let other = pipeline.image(for: request([2]))
        async let plain = pipeline.image(for: url)
        #expect(await eventually { pipeline.runningCount == 3 })
        test.loader.thaw()
        #expect(try await one.userData == [1])
        #expect(try await other.userData == [2])
        #expect(try await plain.userData == [1])
        #expect(test.loader.loadCount == 1)
        await pipeline.flush()
        pipeline.memory.removeAll()
        let kept = try await pipeline.image(for: url)
        #expect(kept.origin == .disk)
        #expect([[1], [2]].contains(kept.userData))
    }

    @Test(arguments: [DiskRepresentation.variant, .both])
    func `a variant has them, too`(_ representation: DiskRepresentation) async throws {
        let test = TestPipeline()
        var request = request([3])
        request.targetSize = PixelSize(width: 4, height: 0)
        request.diskRepresentation = representation
        _ = try await test.pipeline.image(for: request)
        test.pipeline.memory.removeAll()
        request.userData = []
        let read = try await test.pipeline.image(for: request)
        #expect((read.origin, read.userData) == (.disk, [3]))
        #expect(test.loader.loadCount == 1)
    }

    @Test func `a file has them, from memory and from disk`() async throws {
        let test = TestPipeline(headers: ["Cache-Control": "max-age=60"])
        #expect(try await test.pipeline.file(for: request([5]), as: .bmp).userData == [5])
        #expect(try await test.pipeline.file(for: url, as: .bmp).userData == [5])
        await test.pipeline.flush()
        test.pipeline.resultMemory.removeAll()
        let read = try await test.pipeline.file(for: url, as: .bmp)
        #expect((read.origin, read.userData) == (.disk, [5]))
    }

    @Test func `64 kB are kept, and a byte more is refused before anything is loaded`()
        async throws
    {
        let test = TestPipeline()
        let most = [UInt8](repeating: 7, count: ImageRequest.maxUserDataByteCount)
        #expect(most.count == 65_536)
        let error = await test.error(of: request(most + [7]))
        guard case .request(let reason) = error else {
            Issue.record("ended with \(String(describing: error))")
            return
        }
        #expect(reason == "userData has 65537 bytes, at most 65536 are kept")
        #expect(test.loader.loadCount == 0)
        _ = try await test.pipeline.image(for: request(most))
        test.pipeline.memory.removeAll()
        #expect(try await test.pipeline.image(for: url).userData == most)
    }

    @Test func `memory counts them`() async throws {
        var test = TestPipeline()
        let memory = MemoryCache(maxBytes: 1 << 20)
        test.pipeline.memory = memory
        _ = try await test.pipeline.image(for: url)
        let plain = memory.usage.byteCount
        try await test.pipeline.removeCached(url)
        _ = try await test.pipeline.image(for: request([UInt8](repeating: 0, count: 50_000)))
        #expect(memory.usage.byteCount == plain + 50_000)
    }

    @Test func `an image and its bytes alone, without a picture, keep them`() async throws {
        let test = TestPipeline()
        _ = try await test.pipeline.info(for: request([6]))
        #expect(try await test.pipeline.image(for: url).userData == [6])
        #expect(test.loader.loadCount == 1)
    }
}
