import WebImageCoding

extension ImagePipeline {
    /// Spares the origin a request that would fail as it did before.
    ///
    /// - Parameter forPixels: Whether bytes that are no picture are a failure.
    /// - Throws: `ImageError.remembered` while the failure is.
    @inline(never) func refuseIfFailed(
        _ prepared: PreparedRequest, _ record: LoadTrace, forPixels: Bool = true
    ) throws(ImageError) {
        let options = prepared.request.options
        let policy = options[CachePolicy.self]
        // Where nothing failed, as mostly, no key is made of it.
        guard let failures, failures.count > 0, !options[RetriesFailed.self], policy != .refresh,
            policy != .bypass,
            let found = failures.failure(for: failureKey(prepared), at: now())
        else { return }
        if case .decode = found.error, !forPixels { return }
        record.tell(.refused(key: prepared.dataKey, error: found.error))
        throw .remembered(since: found.since, cause: found.error)
    }

    /// Notes how a load failed, if it is worth remembering.
    @inline(never) func remember(_ error: ImageError, of prepared: PreparedRequest) {
        switch error {
        case .cancelled, .notCached, .remembered: return
        default: break
        }
        guard prepared.request.options[CachePolicy.self] != .bypass else { return }
        failures?.store(error, for: failureKey(prepared), at: now())
    }

    /// Forgets that a load failed, since it succeeded.
    @inline(never) func forgetFailure(of prepared: PreparedRequest) {
        guard let failures, failures.count > 0 else { return }
        failures.forget(failureKey(prepared))
    }

    private func failureKey(_ prepared: PreparedRequest) -> FailureKey {
        let request = prepared.request
        let actors =
            request.interceptors.map(\.identity)
            + [
                request.decoder?.identity ?? "", request.loader.map { $0.identity ?? "own" } ?? "",
                request.options[AllowsFileURLs.self].spelling,
            ]
        return FailureKey(pipeline: identity, data: prepared.dataKey, actors: actors)
    }
}
