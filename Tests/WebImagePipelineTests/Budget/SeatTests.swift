import Dispatch
import Synchronization
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// Memory of pictures until they reach their callers, and transfers that wait for decoders.
@Suite struct SeatTests {
    private static func pipeline(
        _ decoder: LargeDecoder, _ loader: any ImageLoader, decodeThreads: Int
    ) -> ImagePipeline {
        ImagePipeline(
            memory: MemoryCache(maxBytes: 0), disk: nil, loader: loader,
            codecs: CodecList(decoders: [decoder]), decodeThreads: decodeThreads)
    }

    /// Starts tasks whose bytes arrive while an executor holds all of them back.
    private static func sleepers(
        _ count: Int, on executor: HoldingExecutor, _ decoder: LargeDecoder, decodeThreads: Int
    ) async -> (ImagePipeline, [Task<ImageResponse, any Error>]) {
        let loader = ScriptedLoader(bytes: TestPipeline.picture(), isFrozen: true)
        let pipeline = pipeline(decoder, loader, decodeThreads: decodeThreads)
        let tasks = (0..<count).map { index in
            Task(executorPreference: executor) {
                try await pipeline.image(for: ImageRequest("http://host\(index).test/"))
            }
        }
        #expect(await eventually { loader.loadCount == count })
        executor.hold()
        loader.thaw()
        return (pipeline, tasks)
    }

    @Test func `decoders don't run ahead of the tasks that wait for their pictures`() async throws {
        let (decoder, executor) = (LargeDecoder(), HoldingExecutor())
        let (pipeline, tasks) = await Self.sleepers(8, on: executor, decoder, decodeThreads: 2)
        // One decode more than decoder threads; the others wait for memory, without a thread.
        #expect(await eventually { pipeline.work.awaitingMemory == 5 })
        #expect(await eventually { decoder.decodeCount == 3 })
        executor.release()
        for task in tasks { #expect(try await task.value.image.size.width == 12) }
        #expect(decoder.decodeCount == 8)
        #expect(await eventually { pipeline.memoryUsage.pictures.holderCount == 0 })
    }

    @Test func `pictures nobody waits for any more leave their seats`() async throws {
        let executor = HoldingExecutor()
        let (pipeline, tasks) = await Self.sleepers(
            6, on: executor, LargeDecoder(), decodeThreads: 1)
        #expect(await eventually { pipeline.work.awaitingMemory == 4 })
        for task in tasks { task.cancel() }
        #expect(await eventually { pipeline.work.awaitingMemory == 0 })
        executor.release()
        for task in tasks { _ = await task.result }
        #expect(await eventually { pipeline.memoryUsage.pictures.holderCount == 0 })
    }

    @Test func `transfers for pixels wait while bodies wait for a decoder, others go on`()
        async throws
    {
        let decoder = LargeDecoder(isFrozen: true)
        // Each picture is more than enough for one decoder.
        let loader = ScriptedLoader(bytes: TestPipeline.picture(width: 512, height: 600))
        let pipeline = Self.pipeline(decoder, loader, decodeThreads: 1)
        let tasks = (0..<50).map { index in
            Task { try await pipeline.image(for: ImageRequest("http://a.test/\(index)")) }
        }
        #expect(await eventually { pipeline.work.queued > 40 && pipeline.work.admitted == 0 })
        // The host's six slots, and the picture in the decoder.
        #expect(loader.loadCount <= 8)
        #expect(await eventually { pipeline.work.awaitingDecoder == loader.loadCount - 1 })
        let bytes = try await pipeline.data(for: ImageRequest("http://a.test/bytes"))
        #expect(bytes.bytes.count > 512 << 10)
        // A caller that joins a held back load and wants its bytes lets it go on.
        _ = try await pipeline.data(for: ImageRequest("http://a.test/49"))
        decoder.thaw()
        for task in tasks { _ = try await task.value }
        #expect(await eventually { pipeline.work == PipelineWork() })
    }

    @Test func `what is keener than the bodies that wait for a decoder is transferred`()
        async throws
    {
        let decoder = LargeDecoder(isFrozen: true)
        let loader = ScriptedLoader(bytes: TestPipeline.picture(width: 512, height: 600))
        let pipeline = Self.pipeline(decoder, loader, decodeThreads: 1)
        let tasks = (0..<20).map { index in
            Task { try await pipeline.image(for: Self.request("low\(index)", .low)) }
        }
        #expect(await eventually { Self.isHeld(pipeline, decoder, loader, of: 20) })
        let count = loader.loadCount
        #expect(count <= 8)
        // One after the other: as soon as the first body waits, it holds the second transfer back.
        let first = Task { try await pipeline.image(for: Self.request("first", .high)) }
        #expect(await eventually { loader.loadCount == count + 1 })
        #expect(await eventually { pipeline.work.awaitingDecoder == count })
        let queued = pipeline.work.queued
        let second = Task { try await pipeline.image(for: Self.request("second", .high)) }
        #expect(await eventually { pipeline.work.queued == queued + 1 })
        #expect(loader.loadCount == count + 1)
        decoder.thaw()
        for task in tasks + [first, second] { _ = try await task.value }
        #expect(await eventually { pipeline.work == PipelineWork() })
    }

    /// Returns `true` if one body is being decoded, and those behind it hold all transfers back.
    private static func isHeld(
        _ pipeline: ImagePipeline, _ decoder: LargeDecoder, _ loader: ScriptedLoader, of count: Int
    ) -> Bool {
        let work = pipeline.work
        return decoder.decodeCount == 1 && work.queued > 10 && work.admitted == 0
            && work.queued + loader.loadCount == count
    }

    private static func request(_ name: String, _ priority: LoadPriority) -> ImageRequest {
        var request = ImageRequest("http://a.test/\(name)")
        request.priority = priority
        return request
    }

    @Test func `whoever looks on while the bytes come is not held back`()
        async throws
    {
        let decoder = LargeDecoder(isFrozen: true)
        let loader = ScriptedLoader(bytes: TestPipeline.picture(width: 512, height: 600))
        let pipeline = Self.pipeline(decoder, loader, decodeThreads: 1)
        let tasks = (0..<20).map { index in
            Task { try await pipeline.image(for: Self.request("\(index)", .normal)) }
        }
        #expect(await eventually { Self.isHeld(pipeline, decoder, loader, of: 20) })
        let count = loader.loadCount
        let updates = pipeline.updates(for: Self.request("shown", .normal))
        #expect(await eventually { loader.loadCount == count + 1 && pipeline.work.admitted == 0 })
        // It is not counted as a body that holds others back.
        #expect(pipeline.work.awaitingDecoder == count - 1)
        decoder.thaw()
        for task in tasks { _ = try await task.value }
        for await _ in updates {}
        #expect(await eventually { pipeline.work == PipelineWork() })
    }

    @Test func `slow origins are asked as many at once as without decoders`() async throws {
        let loader = ScriptedLoader(bytes: TestPipeline.picture(), isFrozen: true)
        let pipeline = Self.pipeline(LargeDecoder(), loader, decodeThreads: 1)
        let tasks = (0..<80).map { index in
            Task {
                try await pipeline.image(for: ImageRequest("http://host\(index % 8).test/\(index)"))
            }
        }
        #expect(await eventually { pipeline.work.admitted == 48 && loader.loadCount == 48 })
        loader.thaw()
        for task in tasks { _ = try await task.value }
    }
}

/// The BMP decoder, which claims that each picture has two megapixels.
private final class LargeDecoder: ImageDecoder {
    private let state: Mutex<(isFrozen: Bool, count: Int)>
    private let gate = DispatchSemaphore(value: 0)
    var identity: String { "large" }
    var formats: [ImageFormat] { [.bmp] }
    var decodeCount: Int { state.withLock { $0.count } }

    init(isFrozen: Bool = false) { state = Mutex((isFrozen, 0)) }

    func thaw() { state.withLock { $0.isFrozen = false } }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        try BMPDecoder().metadata(of: bytes, limits: limits)
    }

    func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
        MemoryDemand(size: PixelSize(width: 2048, height: 1024), byteCount: 8 << 20)
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        state.withLock { $0.count += 1 }
        while state.withLock({ $0.isFrozen }) { _ = gate.wait(timeout: .now() + 0.01) }
        return try BMPDecoder().decode(bytes, options: options)
    }
}

/// An executor that forwards jobs to the global executor, or holds them.
private final class HoldingExecutor: TaskExecutor {
    private let state = Mutex<(isHeld: Bool, jobs: [UnownedJob])>((false, []))

    func hold() { state.withLock { $0.isHeld = true } }

    func release() {
        let jobs = state.withLock { state in
            defer { state = (false, []) }
            return state.jobs
        }
        for job in jobs { run(job) }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let runs = state.withLock { state in
            if state.isHeld { state.jobs.append(job) }
            return !state.isHeld
        }
        if runs { run(job) }
    }

    private func run(_ job: UnownedJob) {
        DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
