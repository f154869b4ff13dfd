import FoundationEssentials
import Synchronization
import WebImageCaching
import WebImageInterceptors
import WebImageLoading

/// One attempt to load an object: a signed request, sent again if the store says how.
struct S3Exchange: ImageLoader {
    private static let expired: Set = [
        "ExpiredToken", "ExpiredTokenException", "InvalidToken", "TokenRefreshRequired",
        "InvalidAccessKeyId",
    ]

    /// A fact that a store states, after which a request is sent anew.
    private enum Fact { case region, clock, credentials }

    /// The facts for the next requests.
    private final class Memory: Sendable {
        /// The regions of buckets, of 1,000 at most.
        let regions = Mutex<[String: String]>([:])
        /// The seconds from the clock of this machine to the store's.
        let secondsAhead = Mutex(0.0)
    }

    let loader: HTTPLoader
    let endpoint: S3Endpoint
    /// The policy of the endpoint's own host.
    let policy: NetworkPolicy?
    let store: S3CredentialStore?
    let clock: LoadClock
    private let memory = Memory()

    var identity: String? { nil }

    /// Returns a response of any status but redirects', each fact of the store heeded once.
    func load(_ request: LoadRequest) async throws -> LoadedBody {
        let object = try S3Object(request.source)
        var heeded: Set<Fact> = []
        var ahead = memory.secondsAhead.withLock { $0 }
        while true {
            let region = memory.regions.withLock { $0[object.bucket] } ?? endpoint.region
            let credentials = try await store?.credentials()
            let place = endpoint.place(of: object, in: region)
            let date = clock.date().addingTimeInterval(ahead)
            let signature = credentials.map { S3Signature($0, region: region, at: date) }
            var reply = try await send(request, to: place, signature)
            guard reply.head.status >= 300, reply.head.status != 304 else {
                // Only a clock with which the store accepts a request serves the next ones.
                memory.secondsAhead.withLock { [ahead] in $0 = ahead }
                return reply
            }
            let fault = try await S3Fault(takingBodyOf: &reply)
            if fault.code == "RequestTimeout" {
                throw LoadFailure(.timedOut, "the store waited too long", head: reply.head)
            }
            if let fact = fact(in: reply.head, fault, region, ahead), heeded.insert(fact).inserted {
                switch fact {
                case .region: remember(Self.region(reply.head, fault), of: object.bucket)
                case .clock: ahead = secondsAhead(reply.head) ?? ahead
                case .credentials: if let credentials { store?.reject(credentials) }
                }
                continue
            }
            guard reply.head.status >= 400 else {
                throw LoadFailure(
                    .redirect, "status \(reply.head.status), but no other region of the bucket",
                    head: reply.head)
            }
            if let code = fault.code, credentials?.appears(in: code) != true {
                reply.statusReason = code
            }
            return reply
        }
    }

    private func send(
        _ request: LoadRequest, to place: S3Place, _ signature: S3Signature?
    ) async throws -> LoadedBody {
        var sent = request
        sent.source = .url(place.url)
        let own = request.headers.fields.map(\.name).filter { $0.lowercased().hasPrefix("x-amz-") }
        sent.headers = request.headers.neutral(and: own + ["If-Match", "If-Unmodified-Since"])
        if let signature {
            sent.headers = signature.signing(sent.headers, method: request.method, to: place)
        }
        sent.limits = request.limits.underPolicy
        sent.limits.maxRedirects = 0
        if place.isExempt { sent.limits.networkPolicy = policy }
        do {
            return try await loader.load(sent)
        } catch let failure as LoadFailure where failure.kind == .redirect {
            guard let head = failure.head else { throw failure }
            return LoadedBody(
                head: head, origin: .network, expectedByteCount: 0, chunks: BodyStream([]))
        }
    }

    private func fact(
        in head: ResponseHead, _ fault: S3Fault, _ region: String, _ ahead: Double
    ) -> Fact? {
        let told = head.status <= 400 ? Self.region(head, fault) : nil
        if let told, told != region { return .region }
        guard store != nil, head.status == 400 || head.status == 403 else { return nil }
        if fault.code.map(Self.expired.contains) == true { return .credentials }
        guard head.status == 403, let seconds = secondsAhead(head) else { return nil }
        // A response to HEAD has no document. Stores accept a quarter of an hour.
        let isWrong = fault.code == nil && abs(seconds - ahead) > 600
        return fault.code == "RequestTimeTooSkewed" || isWrong ? .clock : nil
    }

    private func remember(_ region: String?, of bucket: String) {
        memory.regions.withLock { regions in
            if regions.count >= 1_000 { regions = [:] }
            regions[bucket] = region
        }
    }

    private static func region(_ head: ResponseHead, _ fault: S3Fault) -> String? {
        [head.headers["x-amz-bucket-region"], fault.region].lazy.compactMap(\.self)
            .first(where: S3Endpoint.isLabel)
    }

    private func secondsAhead(_ head: ResponseHead) -> Double? {
        let now = clock.date()
        return head.headers["Date"].flatMap { HTTPDate.parse($0, now: now) }
            .map { $0.timeIntervalSince(now) }
    }
}
