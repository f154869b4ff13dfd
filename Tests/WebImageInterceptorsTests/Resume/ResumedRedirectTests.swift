import Synchronization
import TestSupport
import Testing
import WebImageBMP
import WebImageCaching
import WebImageCoding
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImagePixels

/// A broken download behind a redirect to another host whose URL is signed anew each time.
struct ResumedRedirectTests {
    private let picture = TestPipeline.picture(width: 200, height: 100)

    private func image(over cdn: SigningCDN) async throws -> ImageResponse {
        let retry = Resume(clock: ManualTime().clock, random: { 0.5 })
        let pipeline = ImagePipeline(
            memory: MemoryCache(maxBytes: 1 << 20), disk: nil, loader: HTTPLoader(cdn),
            interceptors: [retry], codecs: CodecList(decoders: [BMPDecoder()]))
        return try await pipeline.image(for: "http://origin.test/a.bmp")
    }

    @Test func `the download goes on where it broke`() async throws {
        let cdn = SigningCDN { _ in ("\"1\"", picture.array) }
        let response = try await image(over: cdn)
        #expect(response.encodedByteCount == picture.count)
        #expect(response.image.poster[9, 9] == SIMD4(81, 153, 7, 255))
        #expect(cdn.requests.map { $0.headers["Range"] } == [nil, "bytes=30000-", "bytes=60000-"])
        #expect(cdn.requests.map { $0.headers["If-Range"] } == [nil, "\"1\"", "\"1\""])
        #expect(Set(cdn.requests.map(\.url)).count == 3)
    }

    @Test func `another picture begins again, and no bytes are mixed`() async throws {
        let cdn = SigningCDN { number in
            number == 1
                ? ("\"1\"", [UInt8](repeating: 7, count: picture.count)) : ("\"2\"", picture.array)
        }
        let response = try await image(over: cdn)
        #expect(response.image.poster[9, 9] == SIMD4(81, 153, 7, 255))
        #expect(
            cdn.requests.map { $0.headers["Range"] }
                == [nil, "bytes=30000-", nil, "bytes=30000-", "bytes=60000-"])
    }
}

/// A transport to an origin that redirects to a signed URL, and to a host that breaks off each
/// body.
private final class SigningCDN: HTTPTransport {
    var identity: String? { nil }
    private static let brokenByteCount = 30_000

    private struct State {
        var signature = 0
        var requests: [HTTPExchange] = []
    }

    private let state = Mutex(State())
    private let entity: @Sendable (_ number: Int) -> (tag: String, bytes: [UInt8])

    /// - Parameter entity: Returns the entity of the n-th signature.
    init(_ entity: @escaping @Sendable (_ number: Int) -> (tag: String, bytes: [UInt8])) {
        self.entity = entity
    }

    /// The requests to the host of the redirect.
    var requests: [HTTPExchange] { state.withLock { $0.requests } }

    func exchange(_ request: HTTPExchange) async throws -> LoadedBody {
        let number = state.withLock { state in
            state.signature += request.url.contains("origin") ? 1 : 0
            if !request.url.contains("origin") { state.requests.append(request) }
            return state.signature
        }
        guard !request.url.contains("origin") else {
            let location = "http://cdn.test/a.bmp?signature=\(number)"
            return answer(302, ["Location": location], url: request.url)
        }
        let (tag, bytes) = entity(number)
        let asked = request.headers["Range"].flatMap { Int($0.dropFirst(6).dropLast()) }
        let start = request.headers["If-Range"] == tag ? asked ?? 0 : 0
        var headers: HeaderFields = ["ETag": tag]
        if start > 0 {
            headers["Content-Range"] = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
        }
        let rest = Array(bytes[start...])
        let whole = answer(
            start > 0 ? 206 : 200, headers, rest, expecting: rest.count, url: request.url)
        return rest.count > Self.brokenByteCount
            ? whole.breaking(after: Array(rest[..<Self.brokenByteCount])) : whole
    }

    func shutdown() async {}
}
