import Synchronization
import TestSupport
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime
import WebImageTesting

/// A body that arrives as a test sends it.
final class FedBody: Sendable {
    private let chunks: AsyncThrowingStream<ByteBlock, any Error>
    private let feed: AsyncThrowingStream<ByteBlock, any Error>.Continuation
    private let bytes: [UInt8]
    private let sent = Mutex(0)
    private let left = Atomic(false)

    /// Creates a body of which nothing has been sent.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        (chunks, feed) = AsyncThrowingStream.makeStream()
        feed.onTermination = { [weak self] reason in
            if case .cancelled = reason { self?.left.store(true, ordering: .relaxed) }
        }
    }

    /// `true` if the reader stopped before the end.
    var wasLeft: Bool { left.load(ordering: .relaxed) }

    /// Sends the bytes up to `end`, as one chunk.
    func send(upTo end: Int) {
        let range = sent.withLock { sent in
            defer { sent = max(sent, min(end, bytes.count)) }
            return sent..<max(sent, min(end, bytes.count))
        }
        if !range.isEmpty { feed.yield(ByteBlock(copying: bytes[range])) }
    }

    /// Sends the rest in chunks of that size, and ends.
    func sendRest(chunkSize: Int = .max) {
        while case let start = sent.withLock({ $0 }), start < bytes.count {
            send(upTo: chunkSize < bytes.count ? start + chunkSize : bytes.count)
        }
        feed.finish()
    }

    /// Fails the transfer in the middle.
    func breakOff() { feed.finish(throwing: LoadFailure(.connectionFailed, "broken off")) }

    /// Returns the response of a loader.
    ///
    /// - Parameter tellsLength: `true` for a response with a Content-Length.
    func answer(tellsLength: Bool = true) -> LoadedBody {
        LoadedBody(
            head: ResponseHead(url: "http://origin.test/a.dots"), origin: .network,
            expectedByteCount: tellsLength ? bytes.count : nil, chunks: BodyStream(chunks))
    }
}

/// The updates of one caller.
final class UpdateLog: Sendable {
    private let state = Mutex<[ImageUpdate]>([])
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    /// Reads the updates of a request until they end.
    init(_ request: ImageRequest, of pipeline: ImagePipeline) {
        let updates = pipeline.updates(for: request)
        let reading = Task { [weak self] in
            for await update in updates { self?.note(update) }
        }
        task.withLock { $0 = reading }
    }

    private func note(_ update: ImageUpdate) { state.withLock { $0.append(update) } }

    var all: [ImageUpdate] { state.withLock { $0 } }
    var previews: [DecodedImage] {
        all.compactMap { if case .preview(let image) = $0 { image } else { nil } }
    }
    /// The last reported number of bytes.
    var receivedByteCount: Int {
        all.reduce(0) {
            if case .progress(let progress) = $1 { progress.receivedByteCount } else { $0 }
        }
    }

    /// Waits for the response.
    func response() async throws -> ImageResponse {
        let reading = task.withLock { $0 }
        await reading?.value
        guard case .finished(let result) = all.last else { throw CancellationError() }
        return try result.get()
    }

    /// Cancels the reading task.
    func cancel() { task.withLock { $0?.cancel() } }
}

/// A pipeline for dots whose body the test sends.
struct DotsPipeline {
    let file: DotsFile
    let body: FedBody
    let decoder: DotsDecoder
    let loader: ScriptedLoader
    let folder: TemporaryFolder
    let trace = TraceObserver()
    var pipeline: ImagePipeline
    let url = "http://origin.test/a.dots"

    init(
        _ file: DotsFile = DotsFile(), decoder: DotsDecoder = DotsDecoder(),
        tellsLength: Bool = true, folder: TemporaryFolder = TemporaryFolder()
    ) {
        self.file = file
        self.decoder = decoder
        self.folder = folder
        let body = FedBody(file.bytes)
        self.body = body
        loader = ScriptedLoader { request in
            guard case .data(let bytes) = request.source else {
                return body.answer(tellsLength: tellsLength)
            }
            return LoadedBody(
                head: ResponseHead(url: "data:"), origin: .file, expectedByteCount: bytes.count,
                chunks: BodyStream([bytes]))
        }
        pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 26), disk: DiskCache(folder: folder.path),
            loader: loader,
            codecs: CodecList(
                decoders: [decoder, BMPDecoder()], encoders: [DotsEncoder(), BMPEncoder()],
                color: SwapColor()),
            observers: [trace])
    }

    /// Returns a request for the file; with previews if a policy is given.
    func request(_ previews: PreviewPolicy = .off) -> ImageRequest {
        var request = ImageRequest(url)
        request.previews = previews
        return request
    }

    /// Returns the image after sending the whole body.
    func image(_ request: ImageRequest? = nil) async throws -> DecodedImage {
        body.sendRest()
        return try await pipeline.image(for: request ?? self.request()).image
    }
}
