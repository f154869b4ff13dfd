import TestSupport
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting
import WebImageTransforms

/// A pipeline with an origin of two pictures.
struct InputPipeline: Sendable {
    static let main = "http://origin.test/main.bmp"
    static let mark = "http://origin.test/mark.bmp"
    static let mainBytes = TestPipeline.picture()
    static let markBytes = bytes(of: markPicture())

    let test: TestPipeline
    /// `true` if the origin has another second picture; nil if that fails.
    let isSwapped = Locked<Bool?>(false)
    /// `true` if the origin has no second picture.
    let isGone = Locked(false)
    private let log = Locked<[String]>([])

    init(isFrozen: Bool = false, limits: PipelineLimits = PipelineLimits()) {
        let loader = ScriptedLoader(isFrozen: isFrozen) {
            [log, isSwapped, isGone] request in
            guard case .url(let url) = request.source else {
                guard case .data(let bytes) = request.source else {
                    throw LoadFailure(.other, "no source")
                }
                return Self.body(bytes, url: "data:", origin: .file)
            }
            log.change { $0.append(url) }
            switch url.split(separator: "?")[0] {
            case Self.main[...]: return Self.body(Self.mainBytes, url: url, origin: .network)
            case Self.mark[...]:
                if isGone.value { throw LoadFailure(.status(404), "status 404") }
                guard let isSwapped = isSwapped.value else {
                    throw LoadFailure(.status(503), "status 503")
                }
                let bytes = Self.bytes(of: Self.markPicture(isSwapped: isSwapped))
                return Self.body(bytes, url: url, origin: .network)
            case "http://origin.test/broken.bmp":
                return Self.body(ByteBlock(copying: [1, 2, 3]), url: url, origin: .network)
            default: throw LoadFailure(.status(404), "status 404")
            }
        }
        test = TestPipeline(loader: loader, limits: limits)
    }

    /// The URLs that were loaded, in order.
    var urls: [String] { log.value }

    /// The keys of failures that observers were told.
    var failures: [CacheKey] {
        test.trace.events.compactMap { if case .failed(let key, _) = $0 { key } else { nil } }
    }

    func request(_ main: String = main, _ mark: String = mark) -> ImageRequest {
        ImageRequest(main, transforms: [.composite(mark, at: .northwest)])
    }

    static func markPicture(isSwapped: Bool = false) -> Bitmap {
        var mark = Bitmap.flat(3, 2, isSwapped ? Pixel(9, 99, 199, 255) : Pixel(5, 55, 155, 255))
        mark.isOpaque = true
        return mark
    }

    /// Returns both pictures together.
    static func composed(isSwapped: Bool = false) -> Bitmap {
        let pixel = isSwapped ? Pixel(9, 99, 199, 255) : Pixel(5, 55, 155, 255)
        return Bitmap(width: 12, height: 8) { x, y in
            x < 3 && y < 2 ? pixel : Pixel(UInt8(x * 9), UInt8(y * 17), 7, 255)
        }
    }

    private static func bytes(of picture: Bitmap) -> ByteBlock {
        guard let bytes = try? BMPEncoder().encode(picture, settings: EncodeSettings()) else {
            preconditionFailure("A small opaque picture always encodes.")
        }
        return bytes
    }

    private static func body(_ bytes: ByteBlock, url: String, origin: ImageOrigin) -> LoadedBody {
        LoadedBody(
            head: ResponseHead(
                url: url,
                headers: ["Cache-Control": lifetime(of: url)]),
            origin: origin,
            expectedByteCount: bytes.count, chunks: BodyStream([bytes]))
    }

    private static func lifetime(of url: String) -> String {
        if url.hasSuffix("no-store") { return "no-store" }
        return url.hasSuffix("stale") ? "max-age=0" : "max-age=60"
    }
}
