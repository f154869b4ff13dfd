import WebImageCaching
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// inputs: the pictures that transforms need besides, each by the stages of its own request.
///
/// They come first, while the load of the picture holds no memory: in the same budget each could wait for
/// the other.
struct InputStage: Sendable {
    let stages: Stages

    /// The transforms of a request with the pictures of their inputs.
    struct Resolved: Sendable {
        var request: PreparedRequest
        /// `true` if no input arrived from its origin with new bytes.
        var areKnown = true
        /// `false` if a response says `no-store`: the picture that is made of it is then not kept either.
        var mayBeKept = true
    }

    /// Loads the inputs under the cache policy of the request, with the needs of its callers.
    ///
    /// - Throws: `ImageError.input`, and `notCached` if the request wants cached images only.
    func resolve(
        _ request: PreparedRequest, _ trace: LoadTrace
    ) async throws(ImageError) -> Resolved {
        try await trace.measure("inputs") { () throws(ImageError) in
            try await resolve(request) { input throws(ImageError) in
                let input = input.under(request.plan.policy, like: request)
                var call = ImageCall(stages: stages, request: input, listener: nil)
                call.needs = input.needs(following: trace.needs(of: request))
                return try await call.response()
            }
        }
    }

    /// Takes the inputs of the caches, fresh or stale; no origin is asked.
    ///
    /// - Returns: Nil if one is missing.
    func resolveFromCaches(_ request: PreparedRequest) async throws(ImageError) -> Resolved? {
        do throws(ImageError) {
            return try await resolve(request) { input throws(ImageError) in
                guard input.request.source.isRemote else {
                    let input = input.under(.onlyIfCached, like: request)
                    let call = ImageCall(stages: stages, request: input, listener: nil)
                    return try await call.response()
                }
                let input = input.under(.cachedFirst, like: request)
                let call = ImageCall(stages: stages, request: input, listener: nil)
                guard let response = try await call.cachedResponse() else { throw .notCached }
                return response
            }
        } catch {
            if case .notCached = error { return nil }
            throw error
        }
    }

    private func resolve(
        _ request: PreparedRequest,
        _ load: (PreparedRequest) async throws(ImageError) -> ImageResponse
    ) async throws(ImageError) -> Resolved {
        var resolved = Resolved(request: request)
        var inputs = request.keys.inputs[...]
        var transforms = request.request.transforms
        for index in transforms.indices {
            let transform = transforms[index]
            let own = inputs.prefix(transform.inputs.count)
            guard !own.isEmpty else { continue }
            inputs = inputs.dropFirst(own.count)
            var pictures: [Bitmap] = []
            for input in own {
                let response = try await picture(of: input, transform, load)
                pictures.append(response.image.poster)
                resolved.areKnown =
                    resolved.areKnown && (response.origin != .network || response.unchanged)
                resolved.mayBeKept =
                    resolved.mayBeKept
                    && response.answer?.mayBeKept(mode: stages.settings.cacheMode) ?? true
            }
            transforms[index] = transform.resolved(with: pictures)
        }
        resolved.request.request.transforms = transforms
        return resolved
    }

    private func picture(
        of input: PreparedRequest, _ transform: any ImageTransform,
        _ load: (PreparedRequest) async throws(ImageError) -> ImageResponse
    ) async throws(ImageError) -> ImageResponse {
        do throws(ImageError) {
            return try await load(input)
        } catch {
            switch error {
            case .cancelled, .notCached: throw error
            default: throw .input(transform: transform.name, cause: error)
            }
        }
    }
}

extension PreparedRequest {
    /// Returns the request of an input with another cache policy; it tries again after a remembered failure if
    /// the other request does.
    fileprivate func under(
        _ policy: CachePolicy, like other: PreparedRequest
    ) -> PreparedRequest {
        var input = request
        input.cachePolicy = policy
        if other.options.ignoresRememberedFailures { input.ignoresRememberedFailures = true }
        var prepared = self
        prepared.request = input
        return prepared
    }

    /// Returns the needs of an input whose picture waits for it: their priority and suspension.
    fileprivate func needs(following other: NeedsSource) -> NeedsSource {
        let own = needs(previews: .off, isForPixels: true)
        let merge = { @Sendable (update: NeedsUpdate) in
            var needs = own
            needs.priority = update.needs.priority
            needs.isSuspended = update.needs.isSuspended
            return NeedsUpdate(needs, revision: update.revision)
        }
        return NeedsSource(
            current: { merge(other.current()) },
            follow: { follower in other.follow { follower(merge($0)) } })
    }
}
