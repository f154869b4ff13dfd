import Synchronization
import TestSupport
import Testing
import WebImageCoding
import WebImageTesting

@testable import WebImageCaching
@testable import WebImageLoading
@testable import WebImagePipeline
@testable import WebImageRuntime

/// The minimum rate of a body, by a manual clock.
struct TransferRateTests {
    private let clock = Clock()

    /// A clock advanced by chunks and readers.
    private final class Clock: Sendable {
        private let now = Mutex(ContinuousClock.now)
        var time: @Sendable () -> ContinuousClock.Instant { { self.now.withLock { $0 } } }
        func advance(by duration: Duration) { now.withLock { $0 += duration } }
    }

    /// Chunks, each of which arrives a given time after it was requested.
    private struct Trickle: AsyncSequence, AsyncIteratorProtocol {
        let clock: Clock
        var rest: ArraySlice<(byteCount: Int, after: Duration)>

        func makeAsyncIterator() -> Trickle { self }

        mutating func next() async -> ByteBlock? {
            guard let chunk = rest.popFirst() else { return nil }
            clock.advance(by: chunk.after)
            return ByteBlock(copying: [UInt8](repeating: 7, count: chunk.byteCount))
        }
    }

    private func answer(
        _ chunks: [(byteCount: Int, after: Duration)], _ origin: ImageOrigin = .network
    ) -> LoadedBody {
        LoadedBody(
            head: ResponseHead(url: "http://a.example/slow.png?secret"), origin: origin,
            expectedByteCount: nil, chunks: BodyStream(Trickle(clock: clock, rest: chunks[...])))
    }

    /// Returns the number of bytes that a pipeline loads through the scripted chunks.
    private func load(
        _ chunks: [(byteCount: Int, after: Duration)], _ limits: LoadLimits = LoadLimits(),
        interceptors: [any LoadInterceptor] = []
    ) async throws -> Int {
        var pipeline = ImagePipeline(
            memory: MemoryCache(), disk: nil,
            loader: ScriptedLoader { _ in answer(chunks) }, interceptors: interceptors,
            codecs: CodecList())
        pipeline.limits.load = limits
        pipeline.time = clock.time
        return try await pipeline.data(for: "http://a.example/slow.png").bytes.count
    }

    private func seconds(_ count: Int, of byteCount: Int) -> [(byteCount: Int, after: Duration)] {
        Array(repeating: (byteCount, .seconds(1)), count: count)
    }

    @Test func `by default a body has 1,000 bytes a second over 30 seconds`() {
        #expect(LoadLimits().minimumTransferRate == 1_000)
        #expect(LoadLimits().transferRateWindow == .seconds(30))
        #expect(LoadLimits(transferRateWindow: .zero) == LoadLimits())
        var limits = LoadLimits()
        limits.transferRateWindow = .seconds(-1)
        #expect(limits == LoadLimits())
    }

    @Test func `a byte a second ends the load after 30 seconds`() async {
        let start = clock.time()
        let failure = await loadFailure { try await load(seconds(10_000, of: 1)) }
        #expect(failure?.kind == .timedOut)
        #expect(failure?.head != nil)
        #expect(
            failure?.reason
                == "http://a.example/slow.png: 1 bytes/s over 30s, the minimum is 1000")
        #expect(start.duration(to: clock.time()) == .seconds(30))
    }

    @Test func `the least rate itself suffices`() async throws {
        #expect(try await load(seconds(300, of: 1_000)) == 300_000)
        let failure = await loadFailure { try await load(seconds(300, of: 999)) }
        #expect(failure?.reason.contains(": 999 bytes/s") == true)
    }

    @Test func `a body that arrives within the window has any rate`() async throws {
        #expect(try await load(seconds(29, of: 1)) == 29)
    }

    @Test func `a fast beginning allows no slow end`() async {
        let fast = [(byteCount: 10_000_000, after: Duration.seconds(1))]
        let start = clock.time()
        let failure = await loadFailure { try await load(fast + seconds(10_000, of: 1)) }
        #expect(failure?.kind == .timedOut)
        #expect(start.duration(to: clock.time()) == .seconds(60))
    }

    @Test func `the time in which the machine sleeps does not count`() async throws {
        let night = [(byteCount: 1, after: Duration.seconds(28_800))]
        #expect(try await load(night + seconds(10, of: 1)) == 11)
    }

    @Test func `the time of a reader that is busy does not count`() async throws {
        var count = 0
        for try await chunk in answer(seconds(29, of: 1)).atLeast(LoadLimits(), time: clock.time)
            .chunks
        {
            count += chunk.count
            clock.advance(by: .seconds(3_600))
        }
        #expect(count == 29)
    }

    @Test func `the time of an interceptor that waits does not count`() async throws {
        struct Slow: LoadInterceptor {
            let clock: Clock
            var identity: String { "slow" }
            func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
                var answer = try await next(request)
                let (chunks, clock) = (answer.chunks, clock)
                answer.chunks = BodyStream(
                    chunks.map { chunk in
                        clock.advance(by: .seconds(3_600))
                        return chunk
                    })
                return answer
            }
        }
        #expect(try await load(seconds(29, of: 1), interceptors: [Slow(clock: clock)]) == 29)
    }

    @Test(arguments: [0, -1])
    func `without a least rate a body takes its time`(rate: Int) async throws {
        let limits = LoadLimits(minimumTransferRate: rate)
        #expect(try await load(seconds(100, of: 1), limits) == 100)
    }

    @Test func `rate and window are those of the limits`() async throws {
        let limits = LoadLimits(minimumTransferRate: 10, transferRateWindow: .seconds(5))
        #expect(try await load(seconds(100, of: 10), limits) == 1_000)
        let start = clock.time()
        let failure = await loadFailure { try await load(seconds(100, of: 9), limits) }
        #expect(failure?.reason.hasSuffix(": 9 bytes/s over 5s, the minimum is 10") == true)
        #expect(start.duration(to: clock.time()) == .seconds(5))
    }

    @Test func `a body that no network sends has no least rate`() async throws {
        var count = 0
        let body = answer(seconds(100, of: 1), .file).atLeast(LoadLimits(), time: clock.time)
        for try await chunk in body.chunks { count += chunk.count }
        #expect(count == 100)
    }
}
