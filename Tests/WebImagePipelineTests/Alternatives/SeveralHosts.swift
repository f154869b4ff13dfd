import Foundation
import TestSupport
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// Hosts whose answers a test changes, with a pipeline over them and a clock.
struct SeveralHosts {
    /// The answer of a host.
    enum Reply: Sendable {
        /// A picture of that width.
        case picture(Int)
        case bytes(ByteBlock)
        case status(Int)
        case failure(LoadFailure)
    }

    private let replies = Locked<[String: Reply]>([:])
    private let log = Locked<[LoadRequest]>([])
    let clock = TestClock()
    let loader: ScriptedLoader
    var test: TestPipeline

    init(_ replies: [String: Reply], isFrozen: Bool = false) {
        self.replies.change { $0 = replies }
        loader = ScriptedLoader(isFrozen: isFrozen) { [replies = self.replies, log] request in
            log.change { $0.append(request) }
            guard case .url(let url) = request.source else { throw LoadFailure(.other, "no URL") }
            let reply = replies.value[Self.host(of: url)] ?? .failure(Self.unknown)
            return try Self.answer(reply, url)
        }
        test = TestPipeline(loader: loader)
        let folder = test.folder.path
        test.pipeline.disk = DiskCache(folder: folder) { [clock] in clock.now }
        test.pipeline.now = { [clock] in clock.now }
    }

    static let unknown = LoadFailure(.hostNotFound, "no such host")
    static let page = ByteBlock(copying: Array("<!DOCTYPE html><html></html>".utf8))

    var pipeline: ImagePipeline { test.pipeline }
    /// The hosts that were asked, in order.
    var asked: [String] {
        log.value.map { request in
            guard case .url(let url) = request.source else { return "" }
            return Self.host(of: url)
        }
    }
    /// The reported steps from source to source, as `a>b` and `b>`.
    var steps: [String] {
        test.trace.events.compactMap { event in
            guard case .fellBack(let key, let next, _) = event else { return nil }
            return Self.host(of: "\(key)") + ">" + (next.map { Self.host(of: "\($0)") } ?? "")
        }
    }

    func set(_ host: String, _ reply: Reply) { replies.change { $0[host] = reply } }

    /// Returns a request to the host `a` whose alternatives are others.
    func request(_ alternatives: ImageAlternative...) -> ImageRequest {
        var request = ImageRequest(Self.url("a"))
        request.alternatives = alternatives
        return request
    }

    func load(_ request: ImageRequest) async throws(ImageError) -> ImageResponse {
        try await pipeline.image(for: request)
    }

    static func url(_ host: String) -> String { "http://\(host).test/a.bmp" }

    static func host(of text: String) -> String {
        guard let start = text.range(of: "http://")?.upperBound else { return "?" }
        return String(text[start...].prefix { $0 != "." })
    }

    private static func answer(_ reply: Reply, _ url: String) throws -> LoadedBody {
        let bytes: ByteBlock
        var status = 200
        switch reply {
        case .picture(let width): bytes = TestPipeline.picture(width: width)
        case .bytes(let given): bytes = given
        case .status(let code): (bytes, status) = (page, code)
        case .failure(let failure): throw failure
        }
        let head = ResponseHead(
            url: url, status: status, headers: ["Cache-Control": "max-age=60"])
        return LoadedBody(
            head: head, origin: .network, expectedByteCount: bytes.count,
            chunks: BodyStream([bytes]))
    }
}

extension ImageAlternative {
    /// Another host for the same picture.
    static func host(_ name: String) -> ImageAlternative {
        .source(.url(SeveralHosts.url(name)))
    }
}
