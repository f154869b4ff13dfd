import Synchronization
import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime
import WebImageTesting

@testable import WebImagePipeline

/// The memory of bodies in flight, which counts in the pipeline's budget.
@Suite struct BodyBudgetTests {
    private static let megabyte = 1 << 20

    /// Returns a pipeline without caches and with `bodies` bytes for bodies.
    private static func pipeline(
        bodies: Int, _ loader: any ImageLoader, interceptors: [any LoadInterceptor] = []
    ) -> ImagePipeline {
        ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 20), disk: nil, loader: loader,
            interceptors: interceptors, codecs: CodecList(decoders: [BMPDecoder()]),
            limits: PipelineLimits(memoryBudget: bodies * 4))
    }

    /// Loads a hundred bodies of a megabyte, with their length or without.
    @Test(arguments: [true, false])
    func `of a hundred bodies at once no more are taken in than there is room for`(
        _ saysLength: Bool
    ) async throws {
        let meter = BodyMeterLoader(chunkCount: 16, chunkByteCount: 64 << 10, saysLength)
        let pipeline = Self.pipeline(bodies: 4 * Self.megabyte, meter)
        meter.look { pipeline.memoryUsage.bodies.heldAmount }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let request = ImageRequest("http://host\(index % 20).test/\(index)")
                    return try await pipeline.data(for: request).bytes.count
                }
            }
            for try await count in group { #expect(count == Self.megabyte) }
        }
        // If all bodies wait for memory, one of them goes on beyond the capacity.
        #expect(meter.peak <= 5 * Self.megabyte)
        #expect(meter.peak >= Self.megabyte)
        // Breaks the reference cycle of meter and pipeline.
        meter.look { 0 }
        #expect(await eventually { pipeline.memoryUsage.bodies.holderCount == 0 })
    }

    @Test func `a body larger than all its share is taken in all the same`() async throws {
        let meter = BodyMeterLoader(chunkCount: 64, chunkByteCount: 64 << 10, true)
        let pipeline = Self.pipeline(bodies: Self.megabyte, meter)
        async let first = pipeline.data(for: ImageRequest("http://a.test/1"))
        async let second = pipeline.data(for: ImageRequest("http://a.test/2"))
        let counts = try await [first.bytes.count, second.bytes.count]
        #expect(counts == [4 * Self.megabyte, 4 * Self.megabyte])
    }

    @Test func `a body that comes slowly holds what has come, whatever it announces`() async throws
    {
        let loader = StalledLoader(expecting: 8 * Self.megabyte)
        let pipeline = Self.pipeline(bodies: 4 * Self.megabyte, loader)
        let loads = (0..<12).map { index in
            Task { try await pipeline.data(for: ImageRequest("http://host\(index).test/a")) }
        }
        #expect(await eventually { loader.count == 12 })
        #expect(pipeline.memoryUsage.bodies.heldAmount == 12 * Permit.firstByteCount)
        for load in loads { load.cancel() }
        #expect(await eventually { pipeline.memoryUsage.bodies.holderCount == 0 })
    }

    @Test(arguments: [2, 256, 480])
    func `a body that stalls holds at most a megabyte beyond what has come`(
        chunkCount: Int
    ) async throws {
        let chunk = [UInt8](repeating: 7, count: 64 << 10)
        let loader = StalledLoader(
            expecting: 64 * Self.megabyte, after: Array(repeating: chunk, count: chunkCount) + [[7]]
        )
        let pipeline = Self.pipeline(bodies: 64 * Self.megabyte, loader)
        let load = Task { try await pipeline.data(for: ImageRequest("http://a.test/a")) }
        #expect(await eventually { loader.count == 1 })
        let byteCount = chunkCount * chunk.count + 1
        let held = pipeline.memoryUsage.bodies.heldAmount
        #expect(held >= byteCount && held <= byteCount + Self.megabyte)
        load.cancel()
        #expect(await eventually { pipeline.memoryUsage.bodies.holderCount == 0 })
    }

    @Test func `bytes that were handed out are the caller's`() async throws {
        let meter = BodyMeterLoader(chunkCount: 4, chunkByteCount: 64 << 10, true)
        let pipeline = Self.pipeline(bodies: Self.megabyte, meter)
        let encoded = try await pipeline.data(for: ImageRequest("http://a.test/1"))
        #expect(await eventually { pipeline.memoryUsage.bodies.heldAmount == 0 })
        #expect(encoded.bytes.count == 256 << 10)
    }

    @Test func `a load that fails gives its memory back`() async throws {
        let loader = ScriptedLoader { _ in throw LoadFailure(.other, "no") }
        let pipeline = Self.pipeline(bodies: Self.megabyte, loader)
        await #expect(throws: ImageError.self) {
            try await pipeline.data(for: ImageRequest("http://a.test/1"))
        }
        #expect(await eventually { pipeline.memoryUsage.bodies.holderCount == 0 })
    }

    /// Runs ten loads that each hold memory while they wait for another one, which finds none free.
    @Test func `loads inside of loads have their memory`() async throws {
        let meter = BodyMeterLoader(chunkCount: 2, chunkByteCount: 64 << 10, true)
        let step = FirstStep()
        let pipeline = Self.pipeline(bodies: 300 << 10, meter, interceptors: [step])
        step.pipeline.withLock { $0 = pipeline }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<10 {
                group.addTask {
                    _ = try await pipeline.data(
                        for: ImageRequest("http://outer\(index).test/x"))
                }
            }
            try await group.waitForAll()
        }
        #expect(await eventually { pipeline.memoryUsage.bodies.holderCount == 0 })
        step.pipeline.withLock { $0 = nil }
    }
}

/// A loader of bodies that stall behind their first bytes, though more are announced.
private final class StalledLoader: ImageLoader {
    private let expected: Int
    private let first: [[UInt8]]
    private let begun = Atomic(0)
    var identity: String? { nil }
    /// The number of bodies whose first bytes were taken.
    var count: Int { begun.load(ordering: .sequentiallyConsistent) }

    init(expecting expected: Int, after first: [[UInt8]] = [[7]]) {
        (self.expected, self.first) = (expected, first)
    }

    func load(_ request: LoadRequest) async throws -> LoadedBody {
        let next = Mutex(first.makeIterator())
        let chunks = AsyncThrowingStream<ByteBlock, any Error>(unfolding: { [self] in
            if let chunk = next.withLock({ $0.next() }) { return ByteBlock(copying: chunk) }
            begun.add(1, ordering: .sequentiallyConsistent)
            try await Task.sleep(for: .seconds(3_600))
            return nil
        })
        return LoadedBody(
            head: ResponseHead(url: request.text, headers: HeaderFields()), origin: .network,
            expectedByteCount: expected, chunks: BodyStream(chunks))
    }
}

/// Loads another URL before each load.
private final class FirstStep: LoadInterceptor {
    let pipeline = Mutex<ImagePipeline?>(nil)
    var identity: String { "first-step" }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        let text = request.text
        if !text.contains("inner"), let pipeline = pipeline.withLock({ $0 }) {
            let inner = ImageRequest("http://inner.test/\(text.count)")
            _ = try await pipeline.data(for: inner)
        }
        return try await next(request)
    }
}

/// A loader of bodies of some chunks, which samples the counted memory at each of them.
private final class BodyMeterLoader: ImageLoader {
    private struct State {
        var look: @Sendable () -> Int = { 0 }
        var peak = 0
    }

    private let state = Mutex(State())
    private let chunkCount: Int
    private let chunkByteCount: Int
    private let saysLength: Bool
    var identity: String? { nil }

    init(chunkCount: Int, chunkByteCount: Int, _ saysLength: Bool) {
        self.chunkCount = chunkCount
        self.chunkByteCount = chunkByteCount
        self.saysLength = saysLength
    }

    /// The largest sample.
    var peak: Int { state.withLock { $0.peak } }

    func look(_ look: @escaping @Sendable () -> Int) { state.withLock { $0.look = look } }

    func load(_ request: LoadRequest) async throws -> LoadedBody {
        let chunks = AsyncStream<ByteBlock>(unfolding: { [self, rest = Countdown(chunkCount)] in
            await Task.yield()
            let look = state.withLock { $0.look }
            let counted = look()
            state.withLock { $0.peak = max($0.peak, counted) }
            guard rest.goesOn() else { return nil }
            return ByteBlock(copying: [UInt8](repeating: 7, count: chunkByteCount))
        })
        return LoadedBody(
            head: ResponseHead(url: request.text, headers: HeaderFields()), origin: .network,
            expectedByteCount: saysLength ? chunkCount * chunkByteCount : nil,
            chunks: BodyStream(chunks))
    }
}

/// A counter down to zero.
private final class Countdown: Sendable {
    private let rest: Atomic<Int>

    init(_ count: Int) { rest = Atomic(count) }

    func goesOn() -> Bool { rest.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 }
}
