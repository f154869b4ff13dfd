import Synchronization
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// The progress reported to a reader of a load.
struct ProgressTests {
    private let url = "http://origin.test/a.bmp"

    /// Returns the byte counts reported for a body while the clock stands still.
    private func counts(
        _ chunkCount: Int, interval: Duration?, expected: Bool = true
    ) async -> [Int] {
        let bytes = TestPipeline.picture(width: 40, height: 30).withUnsafeBytes { Array($0) }
        let size = bytes.count / chunkCount + 1
        let chunks = stride(from: 0, to: bytes.count, by: size).map { start in
            ByteBlock(copying: bytes[start..<min(start + size, bytes.count)])
        }
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: expected ? bytes.count : nil, chunks: BodyStream(chunks))
        }
        var pipeline = TestPipeline(loader: loader).pipeline
        let now = ContinuousClock.now
        pipeline.time = { now }
        var request = ImageRequest(url)
        if let interval { request.progressInterval = interval }
        var counts: [Int] = []
        for await update in pipeline.updates(for: request) {
            if case .progress(let progress) = update { counts.append(progress.receivedByteCount) }
        }
        return counts
    }

    @Test(arguments: [true, false])
    func `while no time passes the beginning, the first and the last are told`(
        tellsLength: Bool
    ) async {
        let size = TestPipeline.picture(width: 40, height: 30).count
        let counts = await counts(100, interval: nil, expected: tellsLength)
        #expect(counts.filter { $0 == 0 }.count == (tellsLength ? 2 : 1))
        #expect(counts.last == size)
        #expect(counts.filter { $0 > 0 }.count <= 2)
    }

    @Test func `a stalled transfer's last bytes are told in time`() async throws {
        let (chunks, feed) = AsyncStream.makeStream(of: ByteBlock.self)
        let bytes = TestPipeline.picture().withUnsafeBytes { Array($0) }
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: bytes.count, chunks: BodyStream(chunks))
        }
        let pipeline = TestPipeline(loader: loader).pipeline
        feed.yield(ByteBlock(copying: bytes[..<10]))
        feed.yield(ByteBlock(copying: bytes[10..<20]))
        for await update in pipeline.updates(for: ImageRequest(url)) {
            guard case .progress(let progress) = update, progress.receivedByteCount == 20 else {
                continue
            }
            feed.yield(ByteBlock(copying: bytes[20...]))
            feed.finish()
        }
    }

    @Test func `more bytes than announced end the load at once, and are not told`() async {
        let chunk = ByteBlock(copying: [UInt8](repeating: 66, count: 60))
        let taken = Locked(0)
        let chunks = AsyncStream<ByteBlock> {
            taken.change { $0 += 1 }
            return chunk
        }
        let loader = ScriptedLoader { _ in
            LoadedBody(
                head: ResponseHead(url: "http://origin.test/a.bmp"), origin: .network,
                expectedByteCount: 100, chunks: BodyStream(chunks))
        }
        var last: LoadProgress?
        var reason: String?
        for await update in TestPipeline(loader: loader).pipeline.updates(for: ImageRequest(url)) {
            switch update {
            case .progress(let progress): last = progress
            case .finished(.failure(let error)): reason = error.reason
            default: break
            }
        }
        #expect(reason == "expected 100 bytes, received 120")
        #expect(last?.receivedByteCount == 60)
        #expect(taken.value == 2)
    }
}
