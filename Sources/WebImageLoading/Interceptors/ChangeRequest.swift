/// Changes requests just before they are sent: the URL, header fields, the method, the body.
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
/// Keys contain the identity of the change, not its result: two changes that lead to different
/// bytes of one URL, such as those of two users, need different identities. The caller's header
/// fields are sent wherever the new URL leads; the change removes those that another host must not
/// see.
public struct ChangeRequest: LoadInterceptor {
    /// The name of the change.
    public let identity: String
    /// `bytes` if the change may lead to other bytes.
    public let effect: OptionEffect
    private let change: @Sendable (inout LoadRequest) async throws -> Void

    /// Creates an interceptor that changes every request.
    ///
    /// - Parameters:
    ///   - identity: The name of the change; must differ if the resulting bytes do.
    ///   - effect: `delivery` if the bytes stay the same, as for a field that only traces.
    ///   - change: Changes the request, or throws to end the load before anything is sent.
    public init(
        _ identity: String, effect: OptionEffect = .bytes,
        _ change: @escaping @Sendable (inout LoadRequest) async throws -> Void
    ) {
        self.identity = identity
        self.effect = effect
        self.change = change
    }

    /// Passes the changed request on.
    ///
    /// - Throws: The errors of the change and of the next steps.
    public func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var request = request
        try await change(&request)
        return try await next(request)
    }
}
