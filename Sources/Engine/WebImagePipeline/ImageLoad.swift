import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// Makes one image for all callers: disk → load → decode → transform → store → response.
struct ImageLoad: Sendable {
    let stages: Stages
    let request: PreparedRequest
    let trace: LoadTrace
    /// The image that the first caller found in memory or was shown, for the origin to confirm.
    let known: CachedImage?
    /// The originals stored when the load began: after a change a transfer looks on disk once more.
    private let storeCount: UInt64

    init(
        stages: Stages, request: PreparedRequest, trace: LoadTrace, known: CachedImage? = nil
    ) {
        (self.stages, self.request, self.trace, self.known) = (stages, request, trace, known)
        storeCount = stages.shared.storeCount
    }

    /// Returns the image for all its callers, or the failure, which is remembered.
    func outcome() async -> Result<ImageResponse, ImageError> {
        do throws(ImageError) {
            let response = try await withInputs().image()
            if let reason = response.staleReason { stages.failures.note(reason, of: request) }
            return .success(response)
        } catch {
            // Unless it is a remembered one; the origin may have other bytes than a cache.
            if request.asksOrigin { stages.failures.note(error, of: request) }
            return .failure(error)
        }
    }

    /// Returns the load with the pictures that its transforms need besides.
    func withInputs(asksOrigins: Bool = true) async throws(ImageError) -> ImageLoad {
        guard !request.inputs.isEmpty else { return self }
        let request = try await stages.inputs.resolve(request, asksOrigins: asksOrigins)
        return ImageLoad(stages: stages, request: request, trace: trace, known: known)
    }

    /// Returns the image from disk, else from its origin, else a stale one that may stand in.
    private func image() async throws(ImageError) -> ImageResponse {
        var cached = try await stages.disk.candidate(for: request, known, trace)
        var key = request.dataKey
        // By its `Vary` the response to a request with other header fields may answer.
        if !cached.isAnything, let other = await stages.alternates.request(for: request, trace) {
            let found = try await stages.disk.candidate(for: other, nil, trace)
            if found.answer != nil { (cached, key) = (found, other.dataKey) }
        }
        // A stale response is renewed by `ImageCall`, behind it.
        if let response = try await response(of: cached, under: key) { return response }
        if cached.answer != nil { cached = .nothing }  // Its bytes were no picture.
        guard request.asksOrigin else { throw .notCached }
        do throws(ImageError) {
            try stages.failures.refuseRemembered(request, trace)
            return try await load(confirming: cached)
        } catch {
            guard let response = try await standIn(for: error, from: cached) else { throw error }
            return response
        }
    }

    /// load → decode → transform → store → response.
    private func load(confirming old: CachedCandidate) async throws(ImageError) -> ImageResponse {
        var cached = old
        while true {
            let watch = stages.load.watch(request, trace)  // Tells progress, and decodes meanwhile.
            let bytes = try await stages.load.bytes(
                for: request, confirming: cached, since: storeCount, watch, trace)
            do throws(ImageError) {
                var response = try await finish(bytes, reusing: cached, watch.session)
                stages.failures.note(nil, of: request)  // Forgets one.
                if cached.isAnything, stages.freshness.forbidsKeeping(bytes) {
                    await stages.disk.forgetEverywhere(request, trace)
                }
                response.unchanged = cached.hasSameBytes(as: bytes) && request.inputs.isEmpty
                if response.unchanged { trace.report(.confirmed(key: trace.key)) }
                return response
            } catch {
                // Confirmed bytes that are no picture are loaded again.
                guard bytes.isNotModified, error.blamesBytes else { throw error }
                await stages.disk.forgetEverywhere(request, trace)
                stages.load.forget(bytes, of: request)
                cached = .nothing
            }
        }
    }

    /// decode → transform → store → response; a cached image of these bytes, without inputs, is kept.
    func finish(
        _ bytes: LoadedData, reusing cached: CachedCandidate? = nil,
        _ session: PreviewSession? = nil
    ) async throws(ImageError) -> ImageResponse {
        if let cached, let former = cached.image(madeOf: bytes), request.inputs.isEmpty {
            let place: ImageOrigin = known == nil ? .disk : .memory
            let renewed = await stages.store.renew(
                former, from: place, of: bytes, cached, request, trace)
            return attaching(bytes, to: renewed)
        }
        let result =
            if let entrance = stages.settings.workEntrance {
                try await entrance.run { () throws(ImageError) in try await made(of: bytes, session)
                }
            } else {
                try await made(of: bytes, session)
            }
        return attaching(bytes, to: await stages.store.keep(result, of: bytes, request, trace))
    }

    /// decode → transform → encode.
    private func made(
        of bytes: LoadedData, _ session: PreviewSession?
    ) async throws(ImageError) -> CachedImage {
        let decoded = try await stages.decode.picture(of: bytes, for: request, session, trace)
        let picture = try await stages.transform.picture(
            of: decoded, request.request.transforms, trace)
        // Consumes the picture, and ends its memory: the pixels belong to callers and the memory cache.
        return try await stages.encode.result(of: picture, made: bytes, for: request, trace)
    }

    /// Returns the response with its bytes, if asked for: encoding may return them as they are.
    private func attaching(_ bytes: LoadedData, to response: ImageResponse) -> ImageResponse {
        guard request.plan.keepsBytes else { return response }
        var response = response
        response.original = request.original(
            stages.codecs(for: request).recognizing(bytes.encoded), of: response.image)
        return response
    }

    /// Returns the response of the caches, if one may answer; bytes that are no picture are removed.
    ///
    /// - Throws: The error of such bytes if no origin is asked, since the cache had them.
    func response(
        of cached: CachedCandidate, under key: CacheKey
    ) async throws(ImageError) -> ImageResponse? {
        var response: ImageResponse
        switch cached.answer {
        case nil: return nil
        case .variant(let image): response = await stages.store.keepInMemory(image, request, trace)
        case .original(let bytes):
            do throws(ImageError) {
                // An image in memory that is made of them, but may not answer itself, is kept.
                response = try await finish(bytes, reusing: cached)
            } catch {
                guard error.blamesBytes else { throw error }
                await stages.originals?.remove(key, trace: trace)
                guard request.asksOrigin else { throw error }
                return nil
            }
        }
        response.isStale = cached.isStale
        return response
    }

    /// Returns the stale image that may stand in for a failed origin; nil if none may.
    private func standIn(
        for error: ImageError, from cached: CachedCandidate
    ) async throws(ImageError) -> ImageResponse? {
        guard let freshness = stages.stale.freshness(of: cached, standingInFor: error, request)
        else { return nil }
        var response: ImageResponse
        if let image = cached.image, !request.plan.keepsBytes {
            let origin = stages.memory.holds(request) ? ImageOrigin.memory : .disk
            response = ImageResponse(image, origin: origin, timings: trace.timings)
        } else if let data = cached.data,
            let bytes = try await stages.disk.bytes(of: data, for: request, trace),
            let finished = try? await finish(bytes, reusing: cached)  // Else the origin's failure.
        {
            response = finished
        } else {
            return nil
        }
        response.isStale = freshness != .fresh
        response.staleReason = error
        return response
    }
}

extension ImageLoad {
    /// disk → load, for a caller that needs the bytes only: they are not decoded and not stored.
    ///
    /// ``ImagePipeline/runningCount`` counts it, as it does the shared loads of images.
    func bytes(within limit: BodyBound?) async throws(ImageError) -> LoadedData {
        // A name to count by: nothing is shared under it.
        let key = LoadKey(bytes: request, pipeline: stages.settings.identity)
        return try await stages.shared.countingAsRunning(key) { () throws(ImageError) in
            try await cachedOrLoadedBytes(within: limit)
        }
    }

    private func cachedOrLoadedBytes(within limit: BodyBound?) async throws(ImageError)
        -> LoadedData
    {
        let cached = try await stages.disk.original(request, trace)
        if case .original(let bytes) = cached.answer { return bytes }
        if !cached.isAnything, let other = await stages.alternates.request(for: request, trace),
            case .original(let bytes) = try await stages.disk.original(other, trace).answer
        {
            return bytes
        }
        guard request.asksOrigin else { throw .notCached }
        do throws(ImageError) {
            try stages.failures.refuseRemembered(request, trace, forPixels: false)
            let watch = TransferWatch(limit?.listener)
            let bytes = try await stages.load.bytes(
                for: request, confirming: cached, since: storeCount, watch, trace)
            // A transfer that has just ended told the limit nothing.
            if bytes.origin == .network { limit?.noteWhole(bytes.encoded.bytes.count) }
            stages.failures.note(nil, of: request, forPixels: false)
            return bytes
        } catch {
            stages.failures.note(error, of: request)
            if let data = cached.data,
                stages.stale.freshness(of: cached, standingInFor: error, request) != nil,
                let bytes = try await stages.disk.bytes(of: data, for: request, trace)
            {
                return bytes
            }
            throw error
        }
    }
}
