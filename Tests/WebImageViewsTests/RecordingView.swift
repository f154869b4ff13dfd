import Foundation
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageViews

/// A view of an imaginary toolkit, which keeps its state and records all calls.
@MainActor final class RecordingView: @MainActor ImageDisplay {
    /// The content of each slot.
    private(set) var pictures: [ImageSlot: SlotContent] = [:]
    private(set) var indicators: [ImageSlot: IndicatorState] = [:]
    private(set) var lines: [String] = []
    private(set) var transitions = 0
    var onShow: (() -> Void)?

    func show(_ picture: SlotContent, in slot: ImageSlot, transition: ImageTransition?) {
        pictures[slot] = picture
        lines.append(SlotProbe.name(picture))
        if transition != nil { transitions += 1 }
        onShow?()
    }

    func extend(_ picture: SlotContent, in slot: ImageSlot) {
        pictures[slot] = picture
        lines.append("more-\(SlotProbe.name(picture))")
    }

    func show(_ indicator: IndicatorState, in slot: ImageSlot) {
        indicators[slot] = indicator
        lines.append("\(indicator)")
    }

    func note(_ line: String) { lines.append(line) }

    /// Returns the calls since the previous `log()`.
    func log() -> String {
        defer { lines = [] }
        return lines.joined(separator: " ")
    }
}

/// A pipeline with a scripted loader, a memory cache of its own and no disk.
struct ViewPipeline {
    let loader: ScriptedLoader
    var pipeline: ImagePipeline

    init(isFrozen: Bool = false, fails: Bool = false) {
        let bytes = Self.bytes
        let loader = ScriptedLoader(isFrozen: isFrozen) { request in
            guard case .url(let url) = request.source, !fails, !url.hasSuffix("missing") else {
                throw LoadFailure(.other, "there is no such picture")
            }
            return LoadedBody(
                head: ResponseHead(url: url), origin: .network, expectedByteCount: bytes.count,
                chunks: BodyStream([bytes]))
        }
        self.init(loader: loader)
    }

    init(loader: ScriptedLoader) {
        self.loader = loader
        pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 24), disk: nil, loader: loader,
            codecs: CodecList(decoders: [BMPDecoder()], encoders: [BMPEncoder()]))
    }

    /// A picture of 400 × 300.
    static let bytes: ByteBlock = {
        let bitmap = Bitmap(size: PixelSize(width: 400, height: 300), isOpaque: true)
        guard let bytes = try? BMPEncoder().encode(bitmap, settings: EncodeSettings()) else {
            preconditionFailure("An opaque picture always encodes.")
        }
        return bytes
    }()

    static func request(_ name: String = "a") -> ImageRequest {
        ImageRequest("https://example.com/\(name)")
    }
}

/// Waits in the caller's isolation until a condition holds; see `eventually`.
func until(_ condition: () -> Bool) async -> Bool {
    for _ in 0..<30_000 {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return condition()
}
