package import WebImageLoading

/// A change of requests just before they are sent.
package struct ChangeRequest: LoadInterceptor {
    package let identity: String
    package let effect: OptionEffect
    private let change: @Sendable (inout LoadRequest) async throws -> Void

    package init(
        _ identity: String, effect: OptionEffect = .bytes,
        _ change: @escaping @Sendable (inout LoadRequest) async throws -> Void
    ) {
        self.identity = identity
        self.effect = effect
        self.change = change
    }

    package func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody {
        var request = request
        try await change(&request)
        return try await next(request)
    }
}
