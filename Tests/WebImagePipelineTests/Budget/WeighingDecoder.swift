import Foundation
import Synchronization
import TestSupport
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime

/// The BMP decoder, which claims a megabyte per pixel of width and records its total.
final class WeighingDecoder: ImageDecoder {
    private struct State {
        var taken = 0
        var peak = 0
        var running = 0
        var widths: [Int] = []
    }

    private let state = Mutex(State())
    private let gate = DispatchSemaphore(value: 0)
    private let isFrozen: Mutex<Bool>

    /// Creates a decoder; its decodes block until ``thaw()`` if it is frozen.
    init(isFrozen: Bool = false) { self.isFrozen = Mutex(isFrozen) }

    /// The largest total claim.
    var peak: Int { state.withLock { $0.peak } }
    /// The number of running decodes.
    var running: Int { state.withLock { $0.running } }
    /// The widths of the pictures in the order of their decodes.
    var widths: [Int] { state.withLock { $0.widths } }

    var identity: String { "weighing" }
    var formats: [ImageFormat] { [.bmp] }

    /// Blocks future decodes.
    func freeze() { isFrozen.withLock { $0 = true } }

    /// Unblocks all decodes, including future ones.
    func thaw() {
        isFrozen.withLock { $0 = false }
        for _ in 0..<running { gate.signal() }
    }

    func metadata(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) -> ImageMetadata {
        try BMPDecoder().metadata(of: bytes, limits: limits)
    }

    func memoryDemand(of bytes: RawSpan, options: DecodeOptions) -> MemoryDemand? {
        guard let size = try? metadata(of: bytes, limits: options.limits).size else { return nil }
        return MemoryDemand(size: size, byteCount: size.width << 20)
    }

    func decode(_ bytes: RawSpan, options: DecodeOptions) throws(CodecError) -> DecodeOutput {
        let width = try metadata(of: bytes, limits: options.limits).size.width
        let waits = isFrozen.withLock { $0 }
        state.withLock { state in
            state.taken += width << 20
            state.running += 1
            state.peak = max(state.peak, state.taken)
            state.widths.append(width)
        }
        defer {
            state.withLock { state in
                state.taken -= width << 20
                state.running -= 1
            }
        }
        if waits {
            // Polls, since a decode that began during `thaw()` would miss its signal.
            while isFrozen.withLock({ $0 }), gate.wait(timeout: .now() + 0.01) == .timedOut {}
        }
        return try BMPDecoder().decode(bytes, options: options)
    }
}

/// A pipeline with a ``WeighingDecoder`` and a known budget for decoding.
struct WeighedPipeline {
    let decoder: WeighingDecoder
    let trace: [EventLog]
    var pipeline: ImagePipeline

    /// Creates a pipeline whose decoding may claim `work` bytes.
    init(work: Int, isFrozen: Bool = false, limits: DecodeLimits = DecodeLimits()) {
        decoder = WeighingDecoder(isFrozen: isFrozen)
        trace = [EventLog()]
        let loader = ScriptedPictures()
        pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 20), disk: nil, loader: loader,
            codecs: CodecList(decoders: [decoder], encoders: [BMPEncoder()]),
            limits: PipelineLimits(decode: limits, memoryBudget: work * 8 / 5),
            observers: trace, decodeThreads: 16)
    }

    /// Returns a request for a picture of that width, distinct for each number.
    static func request(width: Int, number: Int = 0) -> ImageRequest {
        ImageRequest("http://origin.test/\(width)?\(number)")
    }
}

/// A loader that responds to `/WIDTH?NUMBER` with a picture of that width.
private struct ScriptedPictures: ImageLoader {
    var identity: String? { nil }

    func load(_ request: LoadRequest) async throws -> LoadedBody {
        let text = request.text.split(separator: "/").last?.split(separator: "?").first
        let bytes = TestPipeline.picture(width: text.flatMap { Int($0) } ?? 1, height: 1)
        return LoadedBody(
            head: ResponseHead(url: request.text, headers: HeaderFields()), origin: .network,
            expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
    }
}

extension LoadRequest {
    var text: String { if case .url(let text) = source { text } else { "" } }
}

/// An observer that records events.
final class EventLog: PipelineObserver {
    private let state = Mutex<[PipelineEvent]>([])
    var events: [PipelineEvent] { state.withLock { $0 } }

    func observe(_ event: PipelineEvent) { state.withLock { $0.append(event) } }
}
