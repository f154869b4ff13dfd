import Dispatch
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

/// The executor of transfers, and the work that does not run there.
struct TransferPlaceTests {
    @Test func `A transfer runs from beginning to end where its transport says`() async throws {
        let loader = PlacedLoader()
        let pipeline = Self.pipeline(loader)
        for index in 0..<3 {
            let bytes = try await pipeline.data(
                for: ImageRequest("https://h.example/\(index)")
            ).bytes
            #expect(bytes.count == PlacedLoader.picture.count)
        }
        #expect(loader.places == [true, true, true, true, true, true])
    }

    @Test func `A transfer that others' code takes part in runs elsewhere`() async throws {
        let loader = PlacedLoader()
        var pipeline = Self.pipeline(loader)
        pipeline.interceptors = [NoChange()]
        _ = try await pipeline.data(for: ImageRequest("https://h.example/a"))
        #expect(loader.places == [false, false])
    }

    @Test func `No observer is told anything where transfers run`() async throws {
        let observer = PlaceObserver()
        var pipeline = Self.pipeline(PlacedLoader())
        pipeline.observers = [observer]
        _ = try await pipeline.image(for: ImageRequest("https://h.example/a"))
        #expect(observer.places.contains("responded"))
        #expect(observer.places.allSatisfy { !$0.hasPrefix("placed ") })
    }

    private static func pipeline(_ loader: PlacedLoader) -> ImagePipeline {
        ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 20), disk: nil, loader: loader,
            codecs: CodecList(decoders: [BMPDecoder()], encoders: []))
    }
}

/// The thread of a transport, which can check if the current code runs on it.
private final class MarkedExecutor: TaskExecutor {
    private static let key = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "transport")

    init() { queue.setSpecific(key: Self.key, value: true) }

    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// A loader of a picture that records the executors of the load and of its body.
private final class PlacedLoader: ImageLoader {
    static let picture = TestPipeline.picture()
    private let executor = MarkedExecutor()
    private let noted = Mutex<[Bool]>([])

    var identity: String? { nil }
    var places: [Bool] { noted.withLock { $0 } }

    func executor(for source: ImageSource) -> (any TaskExecutor)? { executor }

    func load(_ request: LoadRequest) async throws -> LoadedBody {
        note()
        let chunks = AsyncStream(unfolding: { [self] () -> ByteBlock? in nextChunk() })
        return LoadedBody(
            head: ResponseHead(url: "https://h.example/"), origin: .network,
            expectedByteCount: Self.picture.count, chunks: BodyStream(chunks))
    }

    private let isRead = Mutex(false)

    private func nextChunk() -> ByteBlock? {
        let isFirst = isRead.withLock { isRead in
            defer { isRead.toggle() }
            return !isRead
        }
        guard isFirst else { return nil }
        note()
        return Self.picture
    }

    private func note() { noted.withLock { $0.append(MarkedExecutor.isCurrent) } }
}

private struct NoChange: LoadInterceptor {
    var identity: String { "no-change" }

    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        try await next(request)
    }
}

/// An observer that records the executor of each event.
private final class PlaceObserver: PipelineObserver {
    private let noted = Mutex<[String]>([])
    var places: [String] { noted.withLock { $0 } }

    func observe(_ event: PipelineEvent) {
        let name = String("\(event)".prefix { $0 != "(" })
        noted.withLock { $0.append(MarkedExecutor.isCurrent ? "placed \(name)" : name) }
    }
}
