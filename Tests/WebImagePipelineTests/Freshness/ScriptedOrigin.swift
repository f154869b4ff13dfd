import FoundationEssentials
import TestSupport
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// An origin whose picture, fields and failures a test changes between requests.
final class ScriptedOrigin: Sendable {
    /// The behaviour for the next requests.
    struct Script: Sendable {
        var bytes = TestPipeline.picture()
        var headers: HeaderFields = ["ETag": "\"1\"", "Cache-Control": "max-age=60"]
        var status = 200
        var failure: LoadFailure?
        /// `true` if a matching condition is answered with 304.
        var knowsConditions = true
    }

    let script = Locked(Script())
    private let log = Locked<[LoadRequest]>([])

    /// The requests so far.
    var requests: [LoadRequest] { log.value }

    /// Changes the behaviour for the next requests.
    func change(_ body: (inout Script) -> Void) { script.change(body) }

    /// Returns a loader of this origin.
    func loader(isFrozen: Bool = false) -> ScriptedLoader {
        ScriptedLoader(isFrozen: isFrozen) { [self] in try answer($0) }
    }

    private func answer(_ request: LoadRequest) throws -> LoadedBody {
        log.change { $0.append(request) }
        let script = script.value
        if let failure = script.failure { throw failure }
        let tag = request.headers["If-None-Match"]
        let isKnown = script.knowsConditions && tag != nil && tag == script.headers["ETag"]
        guard case .url(let url) = request.source else { throw LoadFailure(.other, "no URL") }
        let head = ResponseHead(
            url: url, status: isKnown ? 304 : script.status, headers: script.headers)
        return LoadedBody(
            head: head, origin: .network, expectedByteCount: isKnown ? 0 : script.bytes.count,
            chunks: BodyStream(isKnown ? [] : [script.bytes]))
    }
}

/// A pipeline with a scripted origin and a manual clock.
struct FreshPipeline {
    let origin = ScriptedOrigin()
    let clock = TestClock()
    let loader: ScriptedLoader
    var test: TestPipeline
    let url = "http://origin.test/a.bmp"

    init(folder: TemporaryFolder = TemporaryFolder()) {
        loader = origin.loader()
        test = TestPipeline(loader: loader, folder: folder)
        test.pipeline.disk = DiskCache(folder: folder.path) { [clock] in clock.now }
        test.pipeline.now = { [clock] in clock.now }
    }

    var pipeline: ImagePipeline { test.pipeline }

    func request(_ policy: CachePolicy = .normal) -> ImageRequest {
        var request = ImageRequest(url)
        request.cachePolicy = policy
        return request
    }

    func load(_ policy: CachePolicy = .normal) async throws -> ImageResponse {
        try await pipeline.image(for: request(policy))
    }

    /// Returns the updates of a request in words: `cached memory`, `finished network unchanged`, ….
    func updates(_ request: ImageRequest) async -> [String] {
        var words: [String] = []
        for await update in pipeline.updates(for: request) {
            switch update {
            case .cached(let response): words.append("cached \(response.origin)")
            case .finished(.success(let response)):
                words.append(
                    "finished \(response.origin)" + (response.unchanged ? " unchanged" : "")
                        + (response.staleReason == nil ? "" : " stale"))
            case .finished(.failure(let error)): words.append("failed \(error.stage)")
            default: break
            }
        }
        return words
    }
}
