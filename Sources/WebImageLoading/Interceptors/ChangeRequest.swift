import WebImageCaching

/// Changes what is asked, just before it is: the URL, header fields, the method, the body.
///
/// ```swift
/// // Signed addresses: the key stays the caller's URL, so a new signature finds the old picture.
/// pipeline.interceptors = [
///     ChangeRequest("signed") { request in
///         guard case .url(let url) = request.source else { return }
///         request.source = .url(url + "?signature=" + (try await signer.signature(of: url)))
///     }
/// ]
/// ```
///
/// No key names what was changed, only that it was, by the identity: so two changes that lead to
/// different bytes of one URL, such as those of two users, need different identities. The caller's
/// header fields go along wherever the URL leads; what another host must not see, the change
/// removes.
public struct ChangeRequest: LoadInterceptor {
    /// Names the change.
    public let identity: String
    /// Whether other bytes may come because of it.
    public let effect: OptionEffect
    private let change: @Sendable (inout LoadRequest) async throws -> Void

    /// An interceptor that changes every request.
    ///
    /// - Parameters:
    ///   - identity: Names the change; must differ where the bytes that come do.
    ///   - effect: `delivery` if the same bytes come without it, as for a field that only traces.
    ///   - change: Changes the request, or throws to end the load without asking anybody.
    public init(
        _ identity: String, effect: OptionEffect = .bytes,
        _ change: @escaping @Sendable (inout LoadRequest) async throws -> Void
    ) {
        self.identity = identity
        self.effect = effect
        self.change = change
    }

    /// Hands the changed request on.
    ///
    /// - Throws: What the change throws, and what follows throws.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var request = request
        try await change(&request)
        return try await next(request)
    }
}
