import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels

/// Makes an image of what the caches and the program have: no origin is asked.
struct CachedLoad: Sendable {
    private let load: ImageLoad

    private var stages: Stages { load.stages }
    private var request: PreparedRequest { load.request }
    private var trace: LoadTrace { load.trace }

    init(_ stages: Stages, _ request: PreparedRequest) {
        let trace = LoadTrace(key: request.imageKey, observers: stages.observers)
        load = ImageLoad(stages: stages, request: request, trace: trace)
    }

    /// Returns the response of the disk, which may be stale; nil if none may answer.
    func response(_ known: CachedImage?) async throws(ImageError) -> PipelineResponse? {
        let load = try await load.withInputs(asksOrigins: false)
        let cached = try await stages.disk.candidate(for: load.request, known: known, trace: trace)
        guard case .answer(let content) = cached else { return nil }
        return try await load.response(of: content, under: load.request.dataKey)
    }

    /// Shows and returns the image of the caches, however stale, to a caller that refreshes.
    func show(
        _ known: CachedImage?, to listener: ImageListener
    ) async throws(ImageError) -> CachedImage? {
        if let known {
            listener.show(response(known, from: .memory))
            return known
        }
        let cached = try await stages.disk.lookUp(for: request, known: nil, trace: trace)
        if let image = cached.content?.image {
            listener.show(response(image, from: .disk))
            return image
        }
        guard let data = cached.content?.data,
            let bytes = try await stages.disk.bytes(of: data, for: request, trace: trace)
        else { return nil }
        do throws(ImageError) {
            var response = try await load.withInputs(asksOrigins: false).finish(bytes)
            response.isStale = stages.freshness.judge(bytes, for: request) != .fresh
            listener.show(response)
            return response.content
        } catch {
            switch error {
            case .decode, .notCached, .input: return nil
            default: throw error
            }
        }
    }

    /// decode → transform → store, for bytes of the program, which are kept as loaded ones are.
    func store(_ encoded: EncodedImage) async throws(ImageError) -> PipelineResponse {
        let bytes = loaded(encoded)
        return try await written(bytes, try await load.withInputs().finish(bytes))
    }

    /// encode → store, for a picture of the program, whose file is kept as loaded bytes are.
    func store(
        _ image: DecodedImage, as format: ImageFormat?, _ settings: EncodeSettings
    ) async throws(ImageError) -> PipelineResponse {
        do throws(CodecError) {
            let limits = stages.settings.limits.decode
            let format = format ?? .png
            try limits.check(image.size, format: format)
            if let frames = image.frames { try limits.check(frames: frames.count, of: image.size) }
        } catch {
            throw .decode(error)
        }
        guard request.takes(image) else {
            return try await store(try await file(of: image, as: format, settings))
        }
        let file =
            needsFile ? try await self.file(of: image, as: format, settings) : nil
        let bytes = loaded(file)
        return try await written(bytes, await kept(image, of: bytes))
    }

    /// Keeps a picture as the image of the request, with its file.
    private func kept(_ picture: DecodedImage, of bytes: LoadedData) async -> PipelineResponse {
        let encoded = stages.codecs(for: request).recognizing(bytes.encoded)
        var image = stages.store.cached(
            .image(picture), madeOf: encoded, in: bytes, for: request)
        image.facts.source = SourceExtent(picture.size, frameCount: picture.frames?.count ?? 1)
        let response = await stages.store.keep(image, of: bytes, for: request, trace: trace)
        return load.attaching(bytes, to: response)
    }

    /// `true` if a cache or the response keeps the file of a picture.
    private var needsFile: Bool {
        let writes = request.plan.writes
        return request.plan.keepsBytes || writes.variant && stages.variants(of: request) != nil
            || writes.original && stages.originals != nil && request.request.source.isRemote
    }

    private func file(
        of image: DecodedImage, as format: ImageFormat?, _ settings: EncodeSettings
    ) async throws(ImageError) -> EncodedImage {
        var format = format
        do throws(CodecError) {
            if format == nil {
                format = try stages.settings.codecs.format(for: image, wanted: .png)
            }
        } catch {
            throw .encode(error)
        }
        let chosen = format ?? .png
        let file = try await stages.encode.written(of: image, nil, as: chosen, settings)
        return EncodedImage(file.bytes, mediaType: chosen.mediaType)
    }

    /// - Parameter encoded: Bytes of the program; nil if no cache keeps them.
    private func loaded(_ encoded: EncodedImage?) -> LoadedData {
        LoadedData(
            encoded: encoded, origin: .file, head: nil, expires: nil,
            mayBeStored: request.request.source.isRemote)
    }

    /// Returns the response once the disk has its bytes.
    private func written(
        _ bytes: LoadedData, _ response: PipelineResponse
    ) async throws(ImageError) -> PipelineResponse {
        stages.failures.forget(request)
        // Nothing is written twice: here a failing disk is a failure.
        guard stages.store.plan(for: bytes, wanted: request.plan.writes).original else {
            return response
        }
        try await stages.store.write(bytes, for: request, trace: trace)
        return response
    }

    private func response(_ image: CachedImage, from origin: ImageOrigin) -> PipelineResponse {
        var response = PipelineResponse(image, origin: origin, timings: trace.timings)
        response.isStale = stages.freshness.judge(image, for: request) != .fresh
        return response
    }
}

extension PreparedRequest {
    /// Returns `true` if a picture of the program is the request's image as it is.
    fileprivate func takes(_ image: DecodedImage) -> Bool {
        TransformChain(transforms: request.transforms).isIdentity
            && options.targetSizing?.isIdle(on: image.size, isVector: false) != false
            && !(options.firstFrameOnly && image.frames != nil) && options.page == 0
            && options.byteBudget == nil && !options.keepsStraightColors
            && (image.poster.colorSpace != .embedded || options.colorProfile == .keep)
    }
}
