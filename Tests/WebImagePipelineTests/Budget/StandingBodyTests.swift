import Synchronization
import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageRuntime
import WebImageTesting

/// Memory of bodies that do not progress: of suspended loads and of disk hits.
@Suite struct StandingBodyTests {
    private static let megabyte = 1 << 20

    @Test func `suspended loads keep nobody from memory`() async throws {
        let loader = SteppedLoader()
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0), disk: nil, loader: loader,
            codecs: CodecList(decoders: []),
            limits: PipelineLimits(memoryBudget: 4 * Self.megabyte))
        let control = LoadControl()
        let sleepers = (0..<4).map { index in
            var request = ImageRequest("http://a.test/\(index)")
            request.control = control
            let steered = request
            return Task { try await pipeline.data(for: steered).bytes.count }
        }
        // The whole share of new transfers.
        #expect(await eventually { pipeline.memoryUsage.bodies.heldAmount == 512 << 10 })
        #expect(await eventually { loader.count == 4 })
        control.isSuspended = true
        loader.step()
        #expect(await eventually { pipeline.memoryUsage.bodies.heldAmount == 0 })
        let other = Task {
            try await pipeline.data(for: ImageRequest("http://a.test/other")).bytes.count
        }
        #expect(await eventually { loader.count == 5 })
        loader.finish()
        #expect(try await other.value == 2048)
        control.isSuspended = false
        for sleeper in sleepers { #expect(try await sleeper.value == 2048) }
        #expect(await eventually { pipeline.memoryUsage.bodies.holderCount == 0 })
    }

    /// The width of pictures that are decoded alone: 12 MB of a budget of 8, of which decoding has
    /// 5.
    private static let width = 12

    /// Starts loads of pictures on disk, with little memory and a frozen decoder.
    private static func standing(
        _ count: Int, in pipeline: ImagePipeline, _ decoder: WeighingDecoder
    ) async throws -> [Task<ImageResponse, any Error>] {
        let requests = (0..<count).map { index in
            var request = ImageRequest("http://a.test/\(index)")
            request.storeCompletion = .everything
            return request
        }
        for request in requests { _ = try await pipeline.image(for: request) }
        pipeline.limitMemory(to: 8 * megabyte)
        decoder.freeze()
        return requests.map { request in Task { try await pipeline.image(for: request) } }
    }

    @Test func `bodies from disk have memory, and wait for it`() async throws {
        let folder = TemporaryFolder()
        let decoder = WeighingDecoder()
        let picture = TestPipeline.picture(width: Self.width, height: 14_000)
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0, findsReleased: false),
            disk: DiskCache(folder: folder.path),
            loader: ScriptedLoader(bytes: picture), codecs: CodecList(decoders: [decoder]),
            limits: PipelineLimits(memoryBudget: 3200 * Self.megabyte), decodeThreads: 1)
        let tasks = try await Self.standing(20, in: pipeline, decoder)
        #expect(await eventually { pipeline.work.awaitingMemory > 10 })
        #expect(
            await eventually { pipeline.memoryUsage.storedBodies.heldAmount >= picture.count })
        // If all bodies wait to grow, one of them is admitted beyond the capacity.
        let usage = pipeline.memoryUsage.storedBodies
        #expect(usage.heldAmount <= usage.capacity + picture.count)
        decoder.thaw()
        for task in tasks { #expect(try await task.value.origin == .disk) }
        #expect(await eventually { pipeline.memoryUsage.storedBodies.holderCount == 0 })
    }

    @Test(arguments: [20_000, 33_000])
    func `bodies from disk have memory before they are read`(height: Int) async throws {
        let folder = TemporaryFolder()
        let decoder = WeighingDecoder()
        let cache = WeighingCache(DiskCache(folder: folder.path))
        let picture = TestPipeline.picture(width: Self.width, height: height)
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 0, findsReleased: false), disk: cache,
            loader: ScriptedLoader(bytes: picture), codecs: CodecList(decoders: [decoder]),
            limits: PipelineLimits(memoryBudget: 3200 * Self.megabyte), decodeThreads: 1,
            ioThreads: 8)
        let tasks = try await Self.standing(20, in: pipeline, decoder)
        #expect(await eventually { decoder.running == 1 && pipeline.work.awaitingMemory >= 18 })
        #expect(cache.peak >= picture.count)
        decoder.thaw()
        for task in tasks { #expect(try await task.value.origin == .disk) }
        #expect(cache.peak <= pipeline.memoryUsage.storedBodies.capacity)
        #expect(await eventually { pipeline.memoryUsage.storedBodies.holderCount == 0 })
    }

    @Test(arguments: [100, 1000])
    func `a body from disk does not wait for a slow transfer`(height: Int) async throws {
        let folder = TemporaryFolder()
        let picture = TestPipeline.picture(width: 1000, height: height)
        let filling = ImagePipeline(
            memory: MemoryCache(maxBytes: 0, findsReleased: false),
            disk: DiskCache(folder: folder.path), loader: ScriptedLoader(bytes: picture),
            codecs: CodecList(decoders: [BMPDecoder()]),
            limits: PipelineLimits(memoryBudget: 16 * Self.megabyte))
        var request = ImageRequest("http://a.test/large")
        request.storeCompletion = .everything
        request.timeout = .seconds(20)
        _ = try await filling.image(for: request)
        let slow = SteppedLoader()
        let pipeline = filling.with(slow)
        // Together they hold the half of the share that is open to new transfers.
        let transfers = (0..<8).map { index in
            Task {
                try await pipeline.data(for: ImageRequest("http://h\(index).test/a"))
                    .bytes.count
            }
        }
        #expect(await eventually { slow.count == 8 })
        #expect(try await pipeline.image(for: request).origin == .disk)
        slow.finish()
        for transfer in transfers { #expect(try await transfer.value >= 1024) }
        #expect(await eventually { pipeline.work.awaitingMemory == 0 })
    }
}

extension ImagePipeline {
    /// Returns the pipeline with another loader.
    fileprivate func with(_ loader: any ImageLoader) -> ImagePipeline {
        var copy = self
        copy.loader = loader
        return copy
    }
}

/// A disk cache that counts the bytes of its entries in memory.
final class WeighingCache: DataCache {
    private struct Weight {
        var byteCount = 0
        var peak = 0
    }

    private let cache: DiskCache
    private let weight = Mutex(Weight())
    var identity: String { cache.identity }
    /// The current number of bytes.
    var byteCount: Int { weight.withLock { $0.byteCount } }
    /// The largest number of bytes.
    var peak: Int { weight.withLock { $0.peak } }

    init(_ cache: DiskCache) { self.cache = cache }

    func find(_ key: CacheKey, atMost byteCount: Int) throws(DiskError) -> DataFinding {
        var finding = try cache.find(key, atMost: byteCount)
        if let bytes = finding.entry?.bytes { finding.entry?.bytes = weighed(bytes) }
        return finding
    }

    private func weighed(_ bytes: ByteBlock) -> ByteBlock {
        weight.withLock { weight in
            weight.byteCount += bytes.count
            weight.peak = max(weight.peak, weight.byteCount)
        }
        return bytes.withUnsafeBytes { buffer in
            ByteBlock(adopting: buffer) {
                self.weight.withLock { $0.byteCount -= bytes.count }
            }
        }
    }

    func writer(for key: CacheKey, head: EntryHead) throws(DiskError) -> any DataCacheWriter {
        try cache.writer(for: key, head: head)
    }

    func remove(_ key: CacheKey) throws(DiskError) { try cache.remove(key) }
    func removeAll() throws(DiskError) { try cache.removeAll() }
    func trim() throws(DiskError) { try cache.trim() }
    func usage() throws(DiskError) -> CacheUsage { try cache.usage() }
}

/// A loader of two chunks of a kilobyte; the test triggers the second one and the end.
private final class SteppedLoader: ImageLoader {
    private struct State {
        var bodies: [AsyncStream<ByteBlock>.Continuation] = []
        var isFinished = false
    }

    private let state = Mutex(State())
    private static let chunk = ByteBlock(copying: [UInt8](repeating: 7, count: 1024))
    var identity: String? { nil }
    /// The number of started loads.
    var count: Int { state.withLock { $0.bodies.count } }

    /// Sends the second chunk of all bodies.
    func step() { for body in state.withLock({ $0.bodies }) { body.yield(Self.chunk) } }

    /// Ends all bodies, the newest with a second chunk.
    func finish() {
        let bodies = state.withLock { state in
            state.isFinished = true
            return state.bodies
        }
        bodies.last?.yield(Self.chunk)
        for body in bodies { body.finish() }
    }

    func load(_ request: LoadRequest) async throws -> LoadedBody {
        let (chunks, continuation) = AsyncStream.makeStream(of: ByteBlock.self)
        continuation.yield(Self.chunk)
        state.withLock { $0.bodies.append(continuation) }
        return LoadedBody(
            head: ResponseHead(url: request.text, headers: HeaderFields()), origin: .network,
            expectedByteCount: nil, chunks: BodyStream(chunks))
    }
}
