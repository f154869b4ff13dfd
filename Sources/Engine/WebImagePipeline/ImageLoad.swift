import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// Makes one picture, or its file, for all callers: disk → load → decode → transform → encode →
/// store → response.
struct ImageLoad: Sendable {
    let stages: Stages
    let request: PreparedRequest
    let trace: LoadTrace
    /// The image that the first caller found in memory or was shown, for the origin to confirm.
    let known: CachedImage?
    /// The number of originals that had been stored when the load began.
    ///
    /// Between its look on disk, which finds nothing, and its transfer another load may store the
    /// same bytes. By another number the transfer sees that, and looks on disk once more before it
    /// loads them a second time.
    let storeCount: UInt64

    init(
        stages: Stages, request: PreparedRequest, trace: LoadTrace, known: CachedImage? = nil
    ) {
        (self.stages, self.request, self.trace, self.known) = (stages, request, trace, known)
        storeCount = stages.shared.storeCount
    }

    /// Returns the image for all its callers, or the failure, which is remembered.
    func outcome() async -> Result<PipelineResponse, ImageError> {
        do throws(ImageError) {
            let response = try await withInputs().image()
            // The origin failed, and a stale image stands in for it.
            if let reason = response.staleReason { stages.failures.note(reason, of: request) }
            return .success(response)
        } catch {
            // A failure of the caches alone says nothing of the origin, which may have other bytes.
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
    private func image() async throws(ImageError) -> PipelineResponse {
        let (cached, key) = try await candidate()
        let former: CachedContent?
        switch cached {
        case .nothing: former = nil
        case .confirmable(let content): former = content
        case .answer(let content):
            switch try await answer(of: content, under: key) {
            // A stale response is renewed by `ImageCall` afterwards.
            case .response(let response): return response
            case .damaged: former = nil
            }
        }
        guard request.asksOrigin else { throw .notCached }
        do throws(ImageError) {
            try stages.failures.refuseRemembered(request, trace: trace)
            return try await load(confirming: former)
        } catch {
            guard let former, let response = try await standIn(for: error, from: former)
            else { throw error }
            return response
        }
    }

    /// Returns the content of the caches, and the name of its bytes on disk.
    ///
    /// By its `Vary` the response to a request with other header fields may answer, too.
    private func candidate() async throws(ImageError) -> (CachedCandidate, key: CacheKey) {
        let own = try await stages.disk.candidate(for: request, known: known, trace: trace)
        if case .nothing = own,
            let other = await stages.alternates.request(for: request, trace: trace)
        {
            let found = try await stages.disk.candidate(for: other, known: nil, trace: trace)
            if case .answer = found { return (found, other.dataKey) }
        }
        return (own, request.dataKey)
    }

    /// load → decode → transform → store → response.
    ///
    /// - Parameter former: The content of the caches, for the origin to confirm; nil for none.
    private func load(
        confirming former: CachedContent?
    ) async throws(ImageError) -> PipelineResponse {
        var former = former
        // Ends with the second round: then there is nothing that the origin could confirm.
        while true {
            // Reports progress, and decodes meanwhile.
            let watch = stages.load.watch(request, trace: trace)
            let bytes = try await stages.load.bytes(
                for: request, confirming: former, storedAfter: storeCount, watch: watch,
                trace: trace)
            do throws(ImageError) {
                var response = try await finish(bytes, reusing: former, session: watch.session)
                stages.failures.forget(request)
                if let former {
                    if stages.freshness.forbidsKeeping(bytes) {
                        await stages.disk.forgetEverywhere(request, trace: trace)
                    }
                    response.unchanged = former.hasSameBytes(as: bytes) && request.inputs.isEmpty
                }
                if response.unchanged { trace.report(.confirmed(key: trace.key)) }
                return response
            } catch {
                // The origin confirmed bytes of the caches that are no picture: they are loaded
                // again.
                guard bytes.isNotModified, error.blamesBytes else { throw error }
                await stages.disk.forgetEverywhere(request, trace: trace)
                stages.load.forget(bytes, of: request)
                former = nil
            }
        }
    }

    /// decode → transform → encode → store → response.
    ///
    /// An image of the same bytes that a cache has is kept in place of a new one, unless it has
    /// inputs, which may be others by now.
    ///
    /// - Parameters:
    ///   - former: The content of the caches; nil for none.
    ///   - session: The decoding that began while the bytes arrived; nil for none.
    func finish(
        _ bytes: LoadedData, reusing former: CachedContent? = nil, session: PreviewSession? = nil
    ) async throws(ImageError) -> PipelineResponse {
        if let former, let (image, place) = former.image(madeOf: bytes), request.inputs.isEmpty {
            let renewed = await stages.store.renew(
                image, from: place, variant: former.variant, of: bytes, for: request, trace: trace)
            return attaching(bytes, to: renewed)
        }
        // A program may limit how many images are made at once.
        let result =
            if let entrance = stages.settings.workEntrance {
                try await entrance.run { () throws(ImageError) in
                    try await made(of: bytes, session: session)
                }
            } else {
                try await made(of: bytes, session: session)
            }
        return attaching(
            bytes, to: await stages.store.keep(result, of: bytes, for: request, trace: trace))
    }

    /// decode → transform → encode.
    private func made(
        of bytes: LoadedData, session: PreviewSession?
    ) async throws(ImageError) -> CachedImage {
        let decoded = try await stages.decode.picture(
            of: bytes, for: request, session: session, trace: trace)
        let picture = try await stages.transform.picture(
            of: decoded, by: request.request.transforms, trace: trace)
        // Consumes the picture, and ends its memory: the pixels belong to callers and the memory
        // cache.
        return try await stages.encode.result(
            of: picture, madeOf: bytes, for: request, trace: trace)
    }

    /// Returns the response with its bytes, if asked for: encoding may return them as they are.
    private func attaching(_ bytes: LoadedData, to response: PipelineResponse) -> PipelineResponse {
        guard request.plan.keepsBytes, case .image(let image) = response.content.result else {
            return response
        }
        var response = response
        response.original = request.original(
            stages.codecs(for: request).recognizing(bytes.encoded), of: image)
        return response
    }
}

// Without the origin.
extension ImageLoad {
    /// Keeps a picture of the program, with its file, as the image of the request.
    func keep(_ picture: DecodedImage, of bytes: LoadedData) async -> PipelineResponse {
        let encoded = stages.codecs(for: request).recognizing(bytes.encoded)
        var image = stages.store.cached(
            .image(picture), madeOf: encoded, in: bytes, for: request)
        image.facts.source = SourceExtent(
            picture.size, frameCount: picture.frames?.count ?? 1)
        return attaching(
            bytes, to: await stages.store.keep(image, of: bytes, for: request, trace: trace))
    }

    /// The outcome of content of the caches that may answer.
    enum Answer: Sendable {
        case response(PipelineResponse)
        /// The bytes were no picture, and are removed.
        case damaged
    }

    /// Returns the response of content that may answer.
    ///
    /// - Parameter key: The name of its bytes on disk.
    /// - Throws: The error of bytes that are no picture if no origin is asked, since the cache had
    ///   them.
    func answer(
        of content: CachedContent, under key: CacheKey
    ) async throws(ImageError) -> Answer {
        var response: PipelineResponse
        switch content.parts {
        case .image(let image, _):
            response = await stages.store.keepInMemory(image, for: request, trace: trace)
        case .bytes(let bytes), .both(_, _, let bytes):
            do throws(ImageError) {
                // An image in memory that is made of them, but may not answer itself, is kept.
                response = try await finish(bytes, reusing: content)
            } catch {
                guard error.blamesBytes else { throw error }
                await stages.originals?.remove(key, trace: trace)
                guard request.asksOrigin else { throw error }
                return .damaged
            }
        }
        response.isStale = content.isStale
        return .response(response)
    }

    /// Returns the stale image that may stand in for a failed origin; nil if none may.
    private func standIn(
        for error: ImageError, from content: CachedContent
    ) async throws(ImageError) -> PipelineResponse? {
        let found = stages.stale.freshness(of: content, standingInFor: error, for: request)
        guard let freshness = found else { return nil }
        var response: PipelineResponse
        if let image = content.image, !request.plan.keepsBytes {
            let origin = stages.memory.holds(request) ? ImageOrigin.memory : .disk
            response = PipelineResponse(image, origin: origin, timings: trace.timings)
        } else if let data = content.data,
            let bytes = try await stages.disk.bytes(of: data, for: request, trace: trace),
            let finished = try? await finish(bytes, reusing: content)  // Else the origin's failure.
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
