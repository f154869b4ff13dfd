import WebImageCaching

/// Sends a token to one origin, and to no other; asks for another once if it is refused (RFC 6750).
///
///     let access = try BearerAuthentication(account: "me", for: "https://example.com") { refused in
///         try await session.token(insteadOf: refused)
///     }
///     pipeline.interceptors = [access]
///
/// The token is asked for when the first load needs it, once for all loads that wait for it. If the
/// origin answers 401 a load asks for another, once; a second 401 is its answer. A provider that fails
/// fails the loads that wait, and is asked again by the next one. Where the caller set `Authorization`
/// that one stays. A redirect to another origin leaves the token behind. What is loaded for one account
/// is cached for that account only. Copies of the value share the token.
public struct BearerAuthentication: LoadInterceptor {
    private let origin: HTTPAddress.Origin
    private let store: TokenStore

    /// Names the account by a digest.
    public let identity: String

    /// Other bytes may come for another account.
    public var effect: OptionEffect { .bytes }

    /// Tokens for the origin of a URL.
    ///
    /// - Parameters:
    ///   - account: Names whose tokens they are, in keys; must differ where the rights do.
    ///   - url: Any http or https URL of the origin.
    ///   - provider: Makes a token; it is told the one that was refused, nil at first. It must not
    ///     load through a pipeline that asks it.
    /// - Throws: ``LoadFailure`` of kind `refusedRequest` if that is no http or https URL.
    public init(
        account: String, for url: String,
        provider: @escaping @Sendable (_ rejected: String?) async throws -> String
    ) throws(LoadFailure) {
        origin = try HTTPAddress.Origin(of: url)
        store = TokenStore(provider)
        identity = "bearer(\(SHA256.hexDigest(of: "\(origin.spelling) \(account)".utf8)))"
    }

    /// Adds the token where it belongs.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        guard request.headers["Authorization"] == nil, request.source.isAt(origin) else {
            return try await next(request)
        }
        let token = try await store.token()
        let answer = try await next(Self.request(request, with: token))
        guard answer.head.status == 401, isFromOrigin(answer.head) else { return answer }
        store.reject(token)
        return try await next(Self.request(request, with: try await store.token()))
    }

    /// Behind a redirect another origin may refuse what it was never sent.
    private func isFromOrigin(_ head: ResponseHead) -> Bool {
        (try? HTTPAddress(head.url))?.origin == origin
    }

    private static func request(
        _ request: LoadRequest, with token: TokenState.Token
    ) -> LoadRequest {
        var request = request
        request.headers["Authorization"] = "Bearer \(token.text)"
        return request
    }
}
