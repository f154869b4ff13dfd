import WebImageCaching

/// Sends a token to one origin only, and asks for another token once if it is rejected (RFC 6750).
///
///     let access = try BearerAuthentication(account: "me", for: "https://example.com") { refused in
///         try await session.token(insteadOf: refused)
///     }
///     pipeline.interceptors = [access]
///
/// The first load that needs the token asks for it, on behalf of all loads that wait for it. If the
/// origin answers 401, a load asks for another token once; a second 401 is its response. A provider
/// that fails fails the loads that wait, and is asked again by the next load. An `Authorization`
/// that the caller set is kept. A redirect to another origin drops the token. Images of one account
/// are cached for that account only. Copies of the value share the token.
public struct BearerAuthentication: LoadInterceptor {
    private let origin: HTTPAddress.Origin
    private let store: TokenStore

    /// The name of the account as a digest.
    public let identity: String

    /// `bytes`: another account may get other bytes.
    public var effect: OptionEffect { .bytes }

    /// Creates authentication for the origin of a URL.
    ///
    /// - Parameters:
    ///   - account: The name of the account in keys; must differ if the rights do.
    ///   - url: Any http or https URL of the origin.
    ///   - provider: Makes a token; its argument is the rejected one, nil at first. It must not
    ///     load through a pipeline that uses it.
    /// - Throws: ``LoadFailure`` of kind `refusedRequest` if that is no http or https URL.
    public init(
        account: String, for url: String,
        provider: @escaping @Sendable (_ rejected: String?) async throws -> String
    ) throws(LoadFailure) {
        origin = try HTTPAddress(loading: url).origin
        store = TokenStore(provider)
        identity = "bearer(\(SHA256.hexDigest(of: "\(origin.spelling) \(account)".utf8)))"
    }

    /// Adds the token to requests for the origin.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard request.needsAuthorization(at: origin) else { return try await next(request) }
        let token = try await store.token()
        do {
            let response = try await next(request.authorized("Bearer \(token.text)"))
            guard isRefusal(response.head) else { return response }
        } catch let error as any LoadError {
            // The first step of a two-step URL throws its status.
            guard let head = error.loadFailure?.head, isRefusal(head) else { throw error }
        }
        store.reject(token)
        return try await next(request.authorized("Bearer \(try await store.token().text)"))
    }

    /// Returns `true` if the origin rejected the token.
    ///
    /// After a redirect, another origin may reject a token that it was never sent.
    private func isRefusal(_ head: ResponseHead) -> Bool {
        head.status == 401 && origin.contains(head.url)
    }
}
