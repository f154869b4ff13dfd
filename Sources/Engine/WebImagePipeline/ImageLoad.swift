import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// Makes one picture, or its file, for all callers that wait for it: inputs → disk → load →
/// decode → transform → encode → store → response.
///
/// It begins when the memory has nothing that may answer (`ImageCall` looks there first), and is
/// cancelled when its last caller leaves. Inputs are the pictures that transforms draw. The origin
/// is the server, the file or the program that has the bytes. Encoding makes the file that a
/// request may ask for in place of a picture. Storing fills the memory and queues the entries for
/// the disk, of bytes that are a picture only; `ImageCall` waits for those that its caller wants to
/// be sure of.
struct ImageLoad: Sendable {
    let stages: Stages
    let request: PreparedRequest
    let trace: LoadTrace
    /// The image that the first caller has already, for the origin to confirm.
    ///
    /// It was found in memory, or shown from a cache while the origin is asked. Later callers of
    /// the load add none.
    let known: CachedImage?
    /// The number of originals that had been stored before the look on disk.
    ///
    /// If it has grown before the transfer begins, another load stored some after that look,
    /// perhaps the same bytes: the load stage looks on disk again.
    let storeCount: UInt64

    init(
        stages: Stages, request: PreparedRequest, trace: LoadTrace, known: CachedImage? = nil
    ) {
        (self.stages, self.request, self.trace, self.known) = (stages, request, trace, known)
        storeCount = stages.shared.storeCount
    }

    /// Returns the image for all its callers, or the failure.
    ///
    /// `FailureCheck` remembers the failures that the program's policy names, mostly bytes that are
    /// no picture; never a cancellation, a failed input or a remembered failure.
    func outcome() async -> Result<PipelineResponse, ImageError> {
        do throws(ImageError) {
            let response = try await withInputs().image()
            // The origin failed, and an image of the caches stands in for it.
            if let reason = response.staleReason { stages.failures.note(reason, of: request) }
            return .success(response)
        } catch {
            if request.asksOrigin { stages.failures.note(error, of: request) }
            return .failure(error)
        }
    }

    /// Returns the load with the inputs of its transforms.
    ///
    /// They come before the look on disk, which claims memory for the bytes that it finds: a load
    /// that held some could keep its inputs waiting for theirs. An input that fails is a failure of
    /// the load, whatever the caches have. The keys of the request stay.
    ///
    /// - Parameter asksOrigins: `false` for a look at the caches alone (`CachedLoad`), whatever the
    ///   policy of the request.
    func withInputs(asksOrigins: Bool = true) async throws(ImageError) -> ImageLoad {
        guard request.hasInputs else { return self }
        let request = try await stages.inputs.resolve(request, asksOrigins: asksOrigins)
        return ImageLoad(stages: stages, request: request, trace: trace, known: known)
    }

    /// Returns the image from a small picture of its file, from disk, else from its origin, else
    /// one that may stand in for it.
    ///
    /// Once bytes of the caches prove to be no picture, nothing of the caches is confirmed or
    /// stands in any more.
    private func image() async throws(ImageError) -> PipelineResponse {
        if let response = await thumbnail() { return response }
        let (cached, key) = try await candidate()
        let former: CachedContent?
        switch cached {
        case .nothing: former = nil
        case .confirmable(let content): former = content
        case .answer(let content):
            // `ImageCall` renews a stale response afterwards, by a load in the background.
            if let response = try await response(of: content, under: key) { return response }
            former = nil
        }
        guard request.asksOrigin else { throw .notCached }
        do throws(ImageError) {
            try stages.failures.refuseRemembered(request, trace: trace)
            if let response = try await load(confirming: former) { return response }
        } catch {
            guard let former, let response = await standIn(for: error, from: former)
            else { throw error }
            return response
        }
        // Nil again only if it took the result of another load, whose content was confirmed.
        guard let response = try await load(confirming: nil) else {
            throw .load(LoadFailure(.notModified, "status 304 again for bytes that are no picture"))
        }
        return response
    }

    /// Returns the image made of a small picture of its file; nil if there is none, or no decoder
    /// accepts it.
    private func thumbnail() async -> PipelineResponse? {
        guard let bytes = await stages.thumbnails.bytes(for: request) else { return nil }
        return try? await finish(bytes)
    }

    /// Returns the content of the caches, and the name of its bytes on disk.
    ///
    /// By its `Vary` the response to a request with other header fields may answer, too; one that
    /// may not is not sent for confirmation, since its validators are of another variant. The image
    /// that is made of its bytes has the key of this request.
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

    /// load → decode → transform → encode → store → response.
    ///
    /// - Parameter former: The content of the caches, for the origin to confirm; nil for none.
    /// - Returns: Nil if the origin confirmed bytes that are no picture: they are removed, with all
    ///   that was made of them.
    private func load(
        confirming former: CachedContent?
    ) async throws(ImageError) -> PipelineResponse? {
        // Reports progress. If a caller wants previews, decoding begins while bytes arrive.
        let watch = stages.load.watch(request, trace: trace)
        let bytes = try await stages.load.bytes(
            for: request, confirming: former, storedAfter: storeCount, watch: watch, trace: trace)
        do throws(ImageError) {
            var response = try await finish(bytes, reusing: former, session: watch.session)
            stages.failures.forget(request)
            // Confirmed, or loaded again and equal.
            if let former, former.hasSameBytes(as: bytes), !request.hasInputs {
                response.unchanged = true
                trace.report(.confirmed(key: trace.key))
            }
            return response
        } catch {
            guard bytes.isNotModified, error.blamesBytes else { throw error }
            await stages.disk.forgetEverywhere(request, trace: trace)
            // An equal load could take them from the transfer that has just ended.
            stages.load.forget(bytes, of: request)
            return nil
        }
    }

    /// decode → transform → encode → store → response.
    ///
    /// An image of the same bytes that a cache has is kept in place of a new one. With inputs it is
    /// drawn anew, since the inputs may have changed; only an image that answers without bytes, or
    /// stands in, shows them as they were.
    ///
    /// - Parameters:
    ///   - bytes: The bytes. After a confirmation there are none if a cache has the image that is
    ///     made of them, without inputs, and no caller wants the bytes.
    ///   - former: The content of the caches; nil for none.
    ///   - session: The decoding that began while the bytes arrived; nil for none.
    func finish(
        _ bytes: LoadedData, reusing former: CachedContent? = nil, session: PreviewSession? = nil
    ) async throws(ImageError) -> PipelineResponse {
        if let former, let (image, place) = former.image(madeOf: bytes), !request.hasInputs {
            let renewed = await stages.store.renew(
                image, from: place, variant: former.variant, of: bytes, for: request, trace: trace)
            return attaching(bytes, to: renewed)
        }
        // A program may limit how many images are made at once, apart from their previews.
        let result =
            if let entrance = stages.settings.workEntrance {
                try await entrance.run { () throws(ImageError) in
                    try await made(of: bytes, session: session)
                }
            } else {
                try await made(of: bytes, session: session)
            }
        let kept = await stages.store.keep(
            result, of: bytes, replacing: former, for: request, trace: trace)
        return attaching(bytes, to: kept)
    }

    /// decode → transform → encode; returns the picture, or its file if the request asks for one.
    private func made(
        of bytes: LoadedData, session: PreviewSession?
    ) async throws(ImageError) -> CachedImage {
        let decoded = try await stages.decode.picture(
            of: bytes, for: request, session: session, trace: trace)
        let picture = try await stages.transform.picture(
            of: decoded, for: request, trace: trace)
        // Consumes the picture, and with it its share of the memory to decode: from here on the
        // memory cache counts its pixels.
        return try await stages.encode.result(
            of: picture, madeOf: bytes, for: request, trace: trace)
    }

    /// Returns the response with its source's bytes, if asked for: a later encoding of the image
    /// may return them as they are.
    func attaching(_ bytes: LoadedData, to response: PipelineResponse) -> PipelineResponse {
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
    /// Returns the response of content that may answer; nil if its bytes were no picture, and are
    /// removed.
    ///
    /// - Parameter key: The name of its bytes on disk.
    /// - Throws: The error of such bytes if no origin may be asked for others.
    func response(
        of content: CachedContent, under key: CacheKey
    ) async throws(ImageError) -> PipelineResponse? {
        var response: PipelineResponse
        switch content.parts {
        case .image(let image, _):
            // It is from disk.
            response = await stages.store.keepInMemory(image, for: request, trace: trace)
        case .bytes(let bytes), .both(_, _, let bytes):
            do throws(ImageError) {
                // An image in memory that is made of them may have expired: they renew it.
                response = try await finish(bytes, reusing: content)
            } catch {
                guard error.blamesBytes else { throw error }
                // The bytes alone: the memory may have an image that another load has made since.
                await stages.originals?.remove(key, trace: trace)
                guard request.asksOrigin else { throw error }
                return nil
            }
        }
        response.isStale = content.isStale
        return response
    }

    /// Returns the image that may stand in for a failed origin; nil if none may.
    ///
    /// Any may after an outage, which an origin that sent no picture has, too; none after another
    /// failure, such as a refusal, a cancellation or a failed transform (`StaleStage`). The image
    /// is stale, or fresh if the request asked the origin in spite of it.
    private func standIn(
        for error: ImageError, from content: CachedContent
    ) async -> PipelineResponse? {
        let found = stages.stale.freshness(of: content, standingInFor: error, for: request)
        guard let freshness = found else { return nil }
        var response: PipelineResponse
        if let image = content.image, !request.plan.keepsBytes {
            // An image that was shown may be from disk.
            let origin = stages.memory.holds(request) ? ImageOrigin.memory : .disk
            response = PipelineResponse(image, origin: origin, timings: trace.timings)
        } else if let data = content.data,
            // If this fails, too, the callers get the failure of the origin.
            let bytes = try? await stages.disk.bytes(of: data, for: request, trace: trace),
            let finished = try? await finish(bytes, reusing: content)
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
