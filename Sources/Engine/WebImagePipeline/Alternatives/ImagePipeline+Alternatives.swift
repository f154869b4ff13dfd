import WebImageCaching
import WebImageLoading

// The ways in for requests with alternatives.
extension ImagePipeline {
    /// Returns what `load` makes of a completed request, else of the first alternative that has it.
    ///
    /// - Parameter load: Loads a source; gets the alternative that it is, nil for the request's
    ///   own.
    func answer<Value>(
        to request: ImageRequest, as product: Product = .image,
        by load: (PreparedRequest, SourceChain.Fallback?) async throws(ImageError)
            -> SourceChain.Answer<Value>
    ) async throws(ImageError) -> Value {
        guard !request.alternatives.isEmpty else {
            return try await load(prepare(completed: request, as: product), nil).value
        }
        var chain = try SourceChain(request, as: product, in: self)
        return try await chain.answer(by: load)
    }

    /// Returns the picture or the file of a completed request or its alternatives.
    ///
    /// - Parameter listener: Makes the listener of each source, which follows the one before.
    func response(
        toSourcesOf request: ImageRequest, as product: Product,
        listener: (SourceChain.Fallback?) -> ImageListener? = { _ in nil }
    ) async throws(ImageError) -> PipelineResponse {
        var response = try await answer(to: request, as: product) {
            prepared, fallback throws(ImageError) in
            let call = ImageCall(stages: stages, request: prepared, listener: listener(fallback))
            return try await call.response().answer(by: fallback)
        }
        // A later encoding has the caller's time, not the rest of it.
        response.timeout = request.timeout(under: stages.policyTimeout)
        return response
    }

    /// Returns the image in memory of the first alternative that a load would bring, since the
    /// failures of all sources before it are remembered; nil otherwise.
    func alternativeInMemory(
        of request: ImageRequest, _ prepared: PreparedRequest
    ) -> PipelineResponse? {
        var failed = prepared
        var first: ImageError?
        for (place, alternative) in request.alternatives.enumerated() {
            guard let failure = stages.failures.remembered(failed), failure.error.isMendable,
                let next = namedAtOnce(completed: alternative.request(for: request))
            else { return nil }
            let reason = first ?? .remembered(since: failure.since, cause: failure.error)
            if let hit = hitInMemory(for: next) {
                return hit.answer(by: SourceChain.Fallback(place: place, reason: reason)).value
            }
            (failed, first) = (next, reason)
        }
        return nil
    }

    /// Loads the picture of a completed request, or of its alternatives, into the caches.
    package func prewarm(
        completed request: ImageRequest, into target: PrefetchTarget, checking check: PrefetchCheck
    ) async -> PrefetchOutcome {
        do throws(ImageError) {
            return try await answer(to: request) { prepared, _ throws(ImageError) in
                let warming = Prewarming(pipeline: self, request: prepared, target, check)
                let outcome = await warming.outcome()
                switch outcome {
                case .failed(let error): throw error
                case .cancelled: throw .cancelled
                case .done, .skipped: return (outcome, nil)
                }
            }
        } catch {
            if case .cancelled = error { return .cancelled }
            return .failed(error)
        }
    }
}

// Requests with alternatives.
extension ImagePipeline {
    /// Returns a completed request whose alternatives are completed, too, each by its own source.
    ///
    /// - Parameter base: The request before it was completed.
    func completingAlternatives(of request: ImageRequest, _ base: ImageRequest) -> ImageRequest {
        request.completingAlternatives(of: base) { alone(completed: $0) }
    }
}

extension PipelineResponse {
    /// Returns the response as the answer of a source.
    func answer(by fallback: SourceChain.Fallback?) -> SourceChain.Answer<PipelineResponse> {
        var response = self
        if fallback != nil {
            // It confirms the alternative's picture, not the one that the caller may know.
            (response.fallback, response.unchanged) = (fallback, false)
        }
        return (response, staleReason)
    }
}
