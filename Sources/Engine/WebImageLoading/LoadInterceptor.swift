package import WebImageRuntime

/// A step between the pipeline and the loader: it changes requests or responses, or responds
/// itself.
///
/// Static members create the library's, as in `.retry()`.
public protocol LoadInterceptor: Sendable {
    /// The name of the interceptor, part of keys if its ``effect`` is `bytes`.
    var identity: String { get }
    /// `bytes` if the interceptor changes the bytes; `delivery` unless declared.
    var effect: OptionEffect { get }
    /// Passes the request on to `next`, any number of times, and returns a response.
    ///
    /// It runs on a thread for interceptors and may block it: other loads go on. Up to 64 of a
    /// pipeline and its copies block at once; further loads with interceptors then wait.
    ///
    /// An interceptor that does nothing for ``LoadLimits/idleTimeout`` ends the load, which fails
    /// with kind ``LoadFailure/Kind/timedOut`` and gives its slot back; also one that does nothing
    /// while the body that it changes is read. The time in `next`, in reading its body and in loads
    /// through a pipeline does not count.
    ///
    /// - Throws: Any error, which ends the load.
    func intercept(_ request: LoadRequest, next: NextLoad) async throws -> LoadedBody
}

extension LoadInterceptor {
    /// `delivery`, the case of most interceptors.
    public var effect: OptionEffect { .delivery }
}

/// The rest of the chain after an interceptor.
public struct NextLoad: Sendable {
    private let rest: ArraySlice<any LoadInterceptor>
    private let loader: any ImageLoader
    private let policy: NetworkPolicy?
    private let steps: StepWatch?
    private let time: @Sendable () -> ContinuousClock.Instant

    /// Creates a chain of the remaining interceptors and the loader after them.
    ///
    /// - Parameters:
    ///   - policy: The policy of all requests that reach the loader, also of those that an
    ///     interceptor makes; nil for the request's own.
    ///   - steps: The watch over the interceptors; nil for none.
    ///   - time: The clock that measures the rate of bodies.
    package init(
        _ rest: ArraySlice<any LoadInterceptor>, then loader: any ImageLoader,
        under policy: NetworkPolicy? = nil, steps: StepWatch? = nil,
        time: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.rest = rest
        self.loader = loader
        self.policy = policy
        self.steps = steps
        self.time = time
    }

    /// Passes `request` to the next interceptor, or to the loader after the last.
    public func callAsFunction(_ request: LoadRequest) async throws -> LoadedBody {
        guard let first = rest.first else {
            var request = request
            if let policy { request.limits.networkPolicy = policy }
            steps?.beginWait()
            defer { steps?.endWait() }
            let response = try await loader.load(request).atLeast(request.limits, time: time)
            guard let steps else { return response }
            return response.reading({ steps.beginWait() }, { steps.endWait() })
        }
        let next = NextLoad(rest.dropFirst(), then: loader, under: policy, steps: steps, time: time)
        guard let steps else { return try await first.intercept(request, next: next) }
        let name = first.identity
        steps.begin(name)
        defer { steps.end(name) }
        return try await first.intercept(request, next: next)
            .reading({ steps.begin(name) }, { steps.end(name) })
    }
}

extension LoadedBody {
    /// Returns the response with a body of which each part is read between two calls.
    fileprivate func reading(
        _ begin: @escaping @Sendable () -> Void, _ end: @escaping @Sendable () -> Void
    ) -> LoadedBody {
        var response = self
        response.chunks = BodyStream { [chunks] in
            var chunks = chunks.makeAsyncIterator()
            return {
                begin()
                defer { end() }
                return try await chunks.next()
            }
        }
        return response
    }
}

/// The threads on which an interceptor may compute for long; nil outside of a pipeline.
package enum DecodeThreads: LoadAttribute {
    package static let defaultValue: WorkExecutor? = nil
}
