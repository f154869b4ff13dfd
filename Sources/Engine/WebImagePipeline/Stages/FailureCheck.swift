import WebImageCoding
import WebImageLoading

/// The failures that the pipeline remembers, which spare the origin requests that would fail again.
struct FailureCheck {
    let stages: Stages

    private var memory: NegativeCache? { stages.settings.failures }

    /// Refuses a request whose failure is remembered.
    ///
    /// - Parameter forPixels: `true` if bytes that are no picture are a failure.
    /// - Throws: `ImageError.remembered`.
    func refuseRemembered(
        _ request: PreparedRequest, trace: LoadTrace, forPixels: Bool = true
    ) throws(ImageError) {
        guard let found = remembered(request) else { return }
        if case .decode = found.error, !forPixels { return }
        trace.report(.refused(key: request.dataKey, error: found.error))
        throw .remembered(since: found.since, cause: found.error)
    }

    /// Returns the remembered failure that answers a request in place of its origin; nil for none.
    func remembered(_ request: PreparedRequest) -> NegativeCache.Failure? {
        // In the common case without failures no key is made.
        guard let memory, memory.count > 0, request.plan.heedsFailures,
            !request.options.ignoresRememberedFailures
        else { return nil }
        return memory.failure(for: key(of: request), at: stages.settings.now())
    }

    /// Remembers the failure of a load, also one for which a stale image stood in.
    func note(_ failure: ImageError, of request: PreparedRequest) {
        switch failure {
        case .cancelled, .notCached, .remembered, .input: return
        default: break
        }
        guard request.plan.remembersFailures else { return }
        memory?.store(failure, for: key(of: request), at: stages.settings.now())
    }

    /// Forgets the failure of a request that has succeeded.
    ///
    /// - Parameter forPixels: `false` after a success with bytes alone, which may be no picture.
    func forget(_ request: PreparedRequest, forPixels: Bool = true) {
        guard let memory, memory.count > 0 else { return }
        let key = key(of: request)
        let found = memory.failure(for: key, at: stages.settings.now())
        if !forPixels, case .decode = found?.error { return }
        memory.forget(key)
    }

    private func key(of prepared: PreparedRequest) -> FailureKey {
        let request = prepared.request
        let actors =
            request.interceptors.map(\.identity)
            + [
                request.decoder?.identity ?? "", request.loader.map { $0.identity ?? "own" } ?? "",
                request.allowsFileURLs.spelling,
            ]
        return FailureKey(
            pipeline: stages.settings.identity, data: prepared.dataKey, actors: actors)
    }
}
