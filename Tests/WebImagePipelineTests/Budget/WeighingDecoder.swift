import Foundation
import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageRuntime

/// The BMP decoder, which says that it takes a megabyte for each pixel of width, and sees how much
/// is taken at once.
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

    /// A decoder whose decodes stand still until ``thaw()``.
    init(isFrozen: Bool = false) { self.isFrozen = Mutex(isFrozen) }

    /// The most that was taken at once.
    var peak: Int { state.withLock { $0.peak } }
    /// How many decode now.
    var running: Int { state.withLock { $0.running } }
    /// The widths of the pictures in the order in which their decoding began.
    var widths: [Int] { state.withLock { $0.widths } }

    var identity: String { "weighing" }
    var formats: [ImageFormat] { [.bmp] }

    /// Lets decodes to come stand still.
    func freeze() { isFrozen.withLock { $0 = true } }

    /// Lets all decodes go on, those to come too.
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
            // One that began while others were let go must not be left behind.
            while isFrozen.withLock({ $0 }), gate.wait(timeout: .now() + 0.01) == .timedOut {}
        }
        return try BMPDecoder().decode(bytes, options: options)
    }
}

/// A pipeline over a decoder that weighs, with a budget whose share for decoding is known.
struct WeighedPipeline {
    let decoder: WeighingDecoder
    let trace: [EventLog]
    var pipeline: ImagePipeline

    /// - Parameter work: The bytes that decoding has.
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

    /// A picture of that width, another one for each number.
    static func request(width: Int, number: Int = 0) -> ImageRequest {
        ImageRequest("http://origin.test/\(width)?\(number)")
    }
}

/// Answers `/WIDTH?NUMBER` with a picture of that width.
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
    /// The URL.
    var text: String { if case .url(let text) = source { text } else { "" } }
}

/// Writes events down.
final class EventLog: PipelineObserver {
    private let state = Mutex<[PipelineEvent]>([])
    var events: [PipelineEvent] { state.withLock { $0 } }

    func observe(_ event: PipelineEvent) { state.withLock { $0.append(event) } }
}
