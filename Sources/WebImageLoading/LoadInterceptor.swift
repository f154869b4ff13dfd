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
    private let time: @Sendable () -> ContinuousClock.Instant

    /// The interceptors that are left, and the loader behind them.
    ///
    /// - Parameters:
    ///   - policy: The policy of all requests that reach the loader, also of those that an
    ///     interceptor makes; nil leaves the request's own.
    ///   - time: The clock that measures the rate of bodies.
    package init(
        _ rest: ArraySlice<any LoadInterceptor>, then loader: any ImageLoader,
        under policy: NetworkPolicy? = nil,
        time: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.rest = rest
        self.loader = loader
        self.policy = policy
        self.time = time
    }

    /// Runs the next interceptor, or the loader behind the last.
    public func callAsFunction(_ request: LoadRequest) async throws -> LoadedBody {
        guard let first = rest.first else {
            var request = request
            if let policy { request.limits.networkPolicy = policy }
            let answer = try await loader.load(request)
            return answer.atLeast(request.limits, time: time)
        }
        return try await first.intercept(
            request, next: NextLoad(rest.dropFirst(), then: loader, under: policy, time: time))
    }
}
