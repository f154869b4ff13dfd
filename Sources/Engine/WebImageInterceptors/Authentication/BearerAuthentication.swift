import WebImageCaching
package import WebImageLoading

/// A token that is sent to one origin only, and replaced once if it is rejected (RFC 6750).
package struct BearerAuthentication: LoadInterceptor {
    private let origin: HTTPAddress.Origin
    private let store: TokenStore

    /// The name of the account as a digest.
    package let identity: String

    // Another account may get other bytes.
    package var effect: OptionEffect { .bytes }

    package init(
        account: String, for url: String,
        provider: @escaping @Sendable (_ rejected: String?) async throws -> String
    ) throws(LoadFailure) {
        origin = try HTTPAddress(loading: url).origin
        store = TokenStore(provider)
        identity = "bearer(\(SHA256.hexDigest(of: "\(origin.spelling) \(account)".utf8)))"
    }

    /// Adds the token to requests for the origin.
    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard request.needsAuthorization(at: origin) else { return try await next(request) }
        let limit = request.limits.idleTimeout
        let token = try await store.token(within: limit)
        do {
            let response = try await next(request.authorized("Bearer \(token.text)"))
            guard isRefusal(response.head) else { return response }
        } catch let error as any LoadError {
            // The first step of a two-step URL throws its status.
            guard let head = error.loadFailure?.head, isRefusal(head) else { throw error }
        }
        store.reject(token)
        let fresh = try await store.token(within: limit)
        return try await next(request.authorized("Bearer \(fresh.text)"))
    }

    /// Returns `true` if the origin rejected the token.
    ///
    /// After a redirect, another origin may reject a token that it was never sent.
    private func isRefusal(_ head: ResponseHead) -> Bool {
        head.status == 401 && origin.contains(head.url)
    }
}
