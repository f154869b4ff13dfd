/// Stands between the pipeline and the loader: changes what is asked, what is answered, or answers itself.
public protocol LoadInterceptor: Sendable {
    /// Names the interceptor, in keys too if its ``effect`` is `bytes`.
    var identity: String { get }
    /// Whether other bytes come out than went in; `delivery` unless declared.
    var effect: OptionEffect { get }
    /// Hands the request on to `next`, any number of times, and returns an answer.
    ///
    /// - Throws: Whatever ends the load.
    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody
}

extension LoadInterceptor {
    /// Changes when and how, not what: the case of most interceptors.
    public var effect: OptionEffect { .delivery }
}

/// The rest of the chain behind an interceptor.
public struct NextLoad: Sendable {
    private let rest: ArraySlice<any LoadInterceptor>
    private let loader: any ImageLoader
    private let policy: NetworkPolicy?

    /// Those that are left, and the loader behind them.
    ///
    /// - Parameter policy: Holds for whatever request reaches the loader, be it one that an
    ///   interceptor made anew; nil leaves the request's own.
    package init(
        _ rest: ArraySlice<any LoadInterceptor>, then loader: any ImageLoader,
        under policy: NetworkPolicy? = nil
    ) {
        self.rest = rest
        self.loader = loader
        self.policy = policy
    }

    /// Runs the next interceptor, or the loader behind the last.
    public func callAsFunction(_ request: LoadRequest) async throws -> LoadedBody {
        guard let first = rest.first else {
            var request = request
            if let policy { request.limits.networkPolicy = policy }
            return try await loader.load(request)
        }
        return try await first.intercept(
            request, next: NextLoad(rest.dropFirst(), then: loader, under: policy))
    }
}
