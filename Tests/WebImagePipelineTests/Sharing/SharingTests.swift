import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImagePrefetch
import WebImageTesting

/// Equal work is done once.
struct SharingTests {
    let url = "http://origin.test/a.bmp"

    @Test func `every load counts while it runs, equal ones once`() async throws {
        let test = TestPipeline(isFrozen: true)
        let pipeline = test.pipeline
        let url = "http://origin.test/counted"
        async let first = pipeline.data(for: "\(url)/1.bmp")
        async let equal = pipeline.data(for: "\(url)/1.bmp")
        async let info = pipeline.info(for: "\(url)/2.bmp")
        let batch = pipeline.prefetch(["\(url)/3.bmp"])
        async let image = pipeline.image(for: "\(url)/4.bmp")
        #expect(await eventually { test.loader.loadCount == 4 })
        #expect(await eventually { pipeline.runningCount == 4 })
        let left = Task { try await pipeline.data(for: "\(url)/5.bmp") }
        #expect(await eventually { pipeline.runningCount == 5 })
        left.cancel()
        _ = await left.result
        #expect(pipeline.runningCount == 4)
        test.loader.thaw()
        _ = try await (first, equal, info, image)
        await batch.end()
        #expect(pipeline.runningCount == 0)
    }

    @Test func `a hundred equal requests make one load and one decode`() async throws {
        let test = TestPipeline(isFrozen: true)
        async let images = Self.load(100, of: ImageRequest(url), with: test.pipeline)
        #expect(await eventually { test.loader.loadCount == 1 })
        test.loader.thaw()
        let imageCount = try await images
        #expect(imageCount == 100)
        #expect(test.loader.loadCount == 1)
        #expect(test.decoder.decodeCount == 1)
    }

    @Test func `two sizes of one source make one load and two decodes`() async throws {
        let test = TestPipeline(isFrozen: true)
        var small = ImageRequest(url)
        small.targetSize = PixelSize(width: 4, height: 4)
        let smaller = small
        async let large = test.pipeline.image(for: ImageRequest(url))
        async let reduced = test.pipeline.image(for: smaller)
        #expect(await eventually { test.trace.trace.split(separator: " ").count >= 5 })
        test.loader.thaw()
        let sizes = try await [large.image.size.width, reduced.image.size.width]
        #expect(sizes == [12, 4])
        #expect(test.loader.loadCount == 1)
        #expect(test.decoder.decodeCount == 2)
    }

    @Test func `requests that differ in Authorization do not share`() async throws {
        let test = TestPipeline(isFrozen: true)
        let one = ImageRequest(url, headers: ["Authorization": "Bearer one"])
        let two = ImageRequest(url, headers: ["Authorization": "Bearer two"])
        async let first = test.pipeline.image(for: one)
        async let second = test.pipeline.image(for: two)
        #expect(await eventually { test.loader.loadCount == 2 })
        test.loader.thaw()
        _ = try await (first, second)
    }

    @Test func `copies with other memory, codecs or serializers share a transfer`() async throws {
        let test = TestPipeline(isFrozen: true)
        var copies = [ImagePipeline](repeating: test.pipeline, count: 5)
        copies[1].memory = MemoryCache(maxBytes: 1 << 20)
        copies[2].codecs.decoders.append(DotsDecoder())
        copies[3].serializer = EncodingSerializer(as: .bmp)
        copies[4].failures = nil
        let tasks = copies.map { copy in Task { try await copy.image(for: url) } }
        #expect(await eventually { test.pipeline.work.waiters == 10 })
        #expect(test.pipeline.work.transfers == 1)
        test.loader.thaw()
        for task in tasks { #expect(try await task.value.image.size.width == 12) }
        #expect(test.loader.loadCount == 1)
        #expect(copies[1].imageInMemory(for: url) != nil)
    }

    @Test(arguments: ["disk", "originals", "interceptors", "cache mode", "limits", "loader"])
    func `a copy that transfers or stores otherwise does not`(difference: String) async throws {
        let test = TestPipeline(isFrozen: true)
        var copy = test.pipeline
        switch difference {
        case "disk": copy.disk = nil
        case "originals": copy.originals = copy.disk
        case "interceptors": copy.interceptors = [Retry()]
        case "cache mode": copy.cacheMode = .shared
        case "limits": copy.setLimits { $0.load.maxBodyBytes = 1 << 20 }
        default: copy.loader = test.loader
        }
        async let first = test.pipeline.image(for: url)
        async let second = copy.image(for: url)
        #expect(await eventually { test.loader.loadCount == 2 })
        test.loader.thaw()
        _ = try await (first, second)
    }

    @Test func `a pipeline with another stage does not join`() async throws {
        let test = TestPipeline(isFrozen: true)
        var other = test.pipeline
        other.limits.decode.maxPixels = 10
        let strict = other
        async let first = test.pipeline.image(for: ImageRequest(url))
        async let second = Result { try await strict.image(for: ImageRequest(url)) }
        #expect(await eventually { test.loader.loadCount == 2 })
        test.loader.thaw()
        _ = try await first
        let refusal = await second
        #expect(throws: ImageError.self) { try refusal.get() }
    }

    @Test func `cancelling all but one caller lets that one succeed`() async throws {
        let test = TestPipeline(isFrozen: true)
        let pipeline = test.pipeline
        let tasks = (0..<100).map { _ in
            Task { try await pipeline.image(for: ImageRequest(url)) }
        }
        // All callers, and the image that waits for the transfer.
        #expect(await eventually { pipeline.work.waiters == 101 && test.loader.loadCount == 1 })
        for task in tasks.dropFirst() { task.cancel() }
        for task in tasks.dropFirst() {
            guard case .failure(let error) = await task.result else {
                Issue.record("a cancelled caller got an image")
                continue
            }
            #expect((error as? ImageError)?.stage == "cancelled")
        }
        test.loader.thaw()
        let width = try await tasks[0].value.image.size.width
        #expect(width == 12)
        #expect(test.loader.cancelCount == 0)
    }

    @Test func `cancelling every caller cancels the load`() async throws {
        let test = TestPipeline(isFrozen: true)
        let pipeline = test.pipeline
        let tasks = (0..<10).map { _ in
            Task { try await pipeline.image(for: ImageRequest(url)) }
        }
        #expect(await eventually { pipeline.work.waiters == 11 && test.loader.loadCount == 1 })
        for task in tasks { task.cancel() }
        #expect(await eventually { test.loader.cancelCount == 1 })
    }

    @Test func `who comes after everybody left starts anew`() async throws {
        let test = TestPipeline(isFrozen: true)
        let pipeline = test.pipeline
        let first = Task { try await pipeline.image(for: ImageRequest(url)) }
        #expect(await eventually { test.loader.loadCount == 1 })
        first.cancel()
        _ = await first.result
        async let second = pipeline.image(for: ImageRequest(url))
        #expect(await eventually { test.loader.loadCount == 2 })
        test.loader.thaw()
        let origin = try await second.origin
        #expect(origin == .network)
    }

    static func load(
        _ count: Int, of request: ImageRequest, with pipeline: ImagePipeline
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: ImageResponse.self) { group in
            for _ in 0..<count { group.addTask { try await pipeline.image(for: request) } }
            return try await group.reduce(0) { sum, _ in sum + 1 }
        }
    }
}

extension Result where Failure == any Error {
    /// Runs `work` and stores its result.
    init(_ work: () async throws -> Success) async {
        do { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
