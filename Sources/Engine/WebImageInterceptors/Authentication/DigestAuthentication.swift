import Synchronization
import WebImageCaching
package import WebImageLoading

/// A name and a password that are proved to one origin, and never sent (RFC 7616).
package struct DigestAuthentication: LoadInterceptor {
    /// The challenge in use and the number of requests with its nonce.
    private final class Memory: Sendable {
        private let state = Mutex<(challenge: DigestChallenge, count: Int)?>(nil)

        var challenge: DigestChallenge? { state.withLock { $0?.challenge } }

        func keep(_ challenge: DigestChallenge) { state.withLock { $0 = (challenge, 0) } }

        func use() -> (challenge: DigestChallenge, count: Int)? {
            state.withLock { state in
                state?.count += 1
                return state
            }
        }
    }

    private let origin: HTTPAddress.Origin
    private let user: String
    private let password: String
    private let salt: @Sendable () -> String
    private let memory = Memory()

    /// The name of the user as a digest.
    package let identity: String

    // Another user may get other bytes.
    package var effect: OptionEffect { .bytes }

    /// - Parameter salt: Returns a random text for each request.
    package init(
        user: String, password: String, for url: String,
        salt: @escaping @Sendable () -> String = {
            String(UInt64.random(in: 0 ... .max), radix: 16)
        }
    ) throws(LoadFailure) {
        guard !user.utf8.contains(58) else {
            throw LoadFailure(
                .refusedRequest, "the user name must not contain a colon in Digest authentication")
        }
        origin = try HTTPAddress(loading: url).origin
        self.user = user
        self.password = password
        self.salt = salt
        let account = "\(origin.spelling) \(user):\(password)"
        identity = "digest(\(SHA256.hexDigest(of: account.utf8)))"
    }

    /// Answers the challenges of the origin: of the first request, and of an old nonce.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard request.needsAuthorization(at: origin) else { return try await next(request) }
        for _ in 0..<2 {
            let used = memory.challenge
            do {
                let response = try await next(signed(request))
                guard let challenge = challenge(in: response.head, after: used) else {
                    return response
                }
                memory.keep(challenge)
            } catch let error as any LoadError {
                // The first step of a two-step URL throws its status.
                guard let head = error.loadFailure?.head,
                    let challenge = challenge(in: head, after: used)
                else { throw error }
                memory.keep(challenge)
            }
        }
        return try await next(signed(request))
    }

    /// Returns the challenge that a request answers; nil for another response, and if the origin
    /// has refused the password.
    private func challenge(
        in head: ResponseHead, after used: DigestChallenge?
    ) -> DigestChallenge? {
        guard head.status == 401, origin.contains(head.url),
            let challenge = DigestChallenge(head.headers)
        else { return nil }
        return challenge.isStale || challenge.realm != used?.realm ? challenge : nil
    }

    private func signed(_ request: LoadRequest) -> LoadRequest {
        guard case .url(let url) = request.source, let address = try? HTTPAddress(url),
            let field = authorization(request.method, address)
        else { return request }
        var signed = request.authorized(field)
        signed.attributes[RedirectAuthorization.self] = { authorization($0, $1) }
        return signed
    }

    /// Returns the field of a request for an address; nil for another origin than the account's.
    private func authorization(_ method: String, _ address: HTTPAddress) -> String? {
        guard address.origin == origin, let (challenge, count) = memory.use() else { return nil }
        return challenge.authorization(
            user, password, method: method,
            target: address.path + (address.query.map { "?\($0)" } ?? ""), count: count,
            salt: salt())
    }
}
