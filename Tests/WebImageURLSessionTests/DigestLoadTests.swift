import Synchronization
import Testing
import WebImageCaching
import WebImageInterceptors
import WebImageLoading
import WebImagePipeline
import WebImageTesting

/// Digest authentication of real loads.
struct DigestLoadTests {
    /// A server's half: it accepts each use of its current nonce once.
    private final class Guardian: Sendable {
        private struct State: Sendable {
            var nonce = 1
            var used: Set<String> = []
        }

        private let state = Mutex(State())

        func renew() { state.withLock { $0.nonce += 1 } }

        /// Returns nil for a request that may pass.
        func refusal(_ request: OriginRequest) -> OriginReply? {
            let fields = CacheDirectives.split(request["Authorization"] ?? "").reduce(
                into: [String: String]()
            ) { fields, part in
                let pair = part.split(separator: "=", maxSplits: 1)
                guard pair.count == 2, let name = pair[0].split(separator: " ").last else { return }
                fields[String(name)] = String(pair[1].filter { $0 != "\"" })
            }
            return state.withLock { state in
                let nonce = "nonce\(state.nonce)"
                let isStale = fields["nonce"] != nil && fields["nonce"] != nonce
                let isRight =
                    fields["response"] == Self.response(request, fields) && !isStale
                    && state.used.insert("\(nonce) \(fields["nc"] ?? "")").inserted
                guard !isRight else { return nil }
                return OriginReply.status(401).header(
                    "WWW-Authenticate",
                    "Digest realm=\"r\", qop=\"auth\", algorithm=SHA-256, nonce=\"\(nonce)\", "
                        + "stale=\(isStale)")
            }
        }

        private static func response(
            _ request: OriginRequest, _ fields: [String: String]
        ) -> String {
            func hash(_ text: String) -> String { SHA256.hexDigest(of: text.utf8) }
            let middle = ["nonce", "nc", "cnonce", "qop"].map { fields[$0] ?? "" }
            return hash(
                hash("me:r:secret") + ":" + middle.joined(separator: ":") + ":"
                    + hash("\(request.method):\(request.path)"))
        }
    }

    private func serve(_ path: String, of job: LoopbackJob, _ guardian: Guardian) {
        job.origin.reply(path) { [picture = job.picture] request in
            guardian.refusal(request)
                ?? OriginReply(headers: [("Cache-Control", "no-store")], body: picture)
        }
    }

    private func request(_ path: String, of job: LoopbackJob, password: String = "secret") throws
        -> ImageRequest
    {
        var request = ImageRequest(job.origin.url(path))
        request.interceptors = [
            try .digestAuthentication(user: "me", password: password, for: job.origin.url("/"))
        ]
        return request
    }

    @Test func `a picture behind a challenge comes, also after its nonce went stale`()
        async throws
    {
        let (job, guardian) = (try LoopbackJob(), Guardian())
        serve("/a", of: job, guardian)
        let (pipeline, request) = (job.pipeline(), try request("/a?x=1", of: job))
        for _ in 0..<2 { _ = try await pipeline.image(for: request) }
        guardian.renew()
        _ = try await pipeline.image(for: request)
        // The first is challenged, the second is not, the third uses a stale nonce.
        #expect(job.origin.requestCount("/a") == 5)
    }

    @Test func `a wrong password is refused after one answer`() async throws {
        let (job, guardian) = (try LoopbackJob(), Guardian())
        serve("/a", of: job, guardian)
        let failure = await #expect(throws: ImageError.self) {
            try await job.pipeline().image(for: request("/a", of: job, password: "wrong"))
        }
        guard case .load(let cause) = failure else { return #expect(failure == nil) }
        #expect(cause.kind == .status(401))
        #expect(job.origin.requestCount("/a") == 2)
    }

    @Test func `a redirect within the origin is signed anew, another origin gets nothing`()
        async throws
    {
        let (job, other, guardian) = (try LoopbackJob(), try LoopbackJob(), Guardian())
        serve("/b", of: job, guardian)
        other.serve("/c")
        job.origin.reply("/latest") { request in
            guardian.refusal(request) ?? .redirect(to: "/b")
        }
        job.origin.reply("/away") { [url = other.origin.url("/c")] request in
            guardian.refusal(request) ?? .redirect(to: url)
        }
        _ = try await job.pipeline().image(for: request("/latest", of: job))
        #expect(job.origin.requests.map(\.path) == ["/latest", "/latest", "/b"])
        guardian.renew()
        _ = try await job.pipeline().image(for: request("/away", of: job))
        #expect(other.origin.requests.map { $0["Authorization"] } == [nil])
    }
}
