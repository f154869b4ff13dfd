import WebImageCaching
import WebImageCoding
import WebImagePixels
import WebImageRuntime

// Stages that some loads only go through are never inlined, because each load that waits keeps the
// frames of all that are, and thousands may wait at once.
extension ImagePipeline {
    /// The stages behind the bytes: decode → transform → store → response.
    ///
    /// - Parameter holding: What is there already; its image is the result if it was made of the
    ///   same bytes.
    @inline(never) func finished(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadTrace,
        _ session: PreviewSession? = nil, holding: Holding? = nil
    ) async throws(ImageError) -> ImageResponse {
        let former = holding?.image.flatMap { image in
            image.stamp != nil && image.stamp == data.stamp ? image : nil
        }
        var cached: CachedImage
        if let former {
            data.place?.leave()
            cached = former
        } else {
            cached = try await picture(data, prepared, record, session)
        }
        cached.keep(data, for: prepared, mode: cacheMode)
        if former != nil, data.isConfirmed {
            await renew(cached, data, prepared, record, variant: holding?.variant)
        } else {
            try await store(cached, data, prepared, record, isVariantNew: former == nil)
        }
        let origin = former != nil && data.origin == .disk ? .memory : data.origin
        return ImageResponse(cached, origin: origin, timings: record.timings)
    }

    /// Stages decode and transform.
    @inline(never) private func picture(
        _ data: LoadedData, _ prepared: PreparedRequest, _ record: LoadTrace,
        _ session: PreviewSession?
    ) async throws(ImageError) -> CachedImage {
        let request = prepared.request
        let encoded = codecs(for: request).recognizing(data.encoded)
        let stage = TransformStage(transforms: request.transforms)
        let (decoded, claims) = try await record.measure("decode", .decode(key: record.key)) {
            () throws(ImageError) in
            try await decode(
                encoded, prepared, request, record, session, place: data.place, then: stage)
        }
        record.keep(claims.seat)
        // Its pixels are the caller's then, and the memory cache's.
        defer { claims.memory.end() }
        var image = decoded
        if !request.transforms.isEmpty {
            image = try await record.measure("transform", .transform(key: record.key)) {
                () throws(ImageError) in
                try await shared.work.run { () throws(ImageError) in try stage.run(decoded) }
            }
        }
        return CachedImage(
            image: image, format: encoded.format, encodedByteCount: encoded.bytes.count)
    }

    /// Stage decode, on the decode executor, once there is memory for it and the transforms behind.
    ///
    /// - Returns: The image, and the memory that those may use.
    @inline(never) func decode(
        _ encoded: EncodedImage, _ prepared: PreparedRequest, _ request: ImageRequest,
        _ record: LoadTrace, _ session: PreviewSession?, place: BacklogPlace? = nil,
        then transforms: TransformStage
    ) async throws(ImageError) -> (DecodedImage, WorkClaims) {
        let stage = decodeStage(for: request)
        let needs = record.needs ?? prepared.needsSource()
        do throws(CodecError) {
            return try await shared.run(
                needs,
                demand: {
                    stage.demand(encoded, decoder: request.decoder, then: transforms)
                        ?? MemoryEstimate(0)
                },
                place: place, onWait: record.waitingForMemory
            ) { () throws(CodecError) in
                place?.leave()
                let start = ContinuousClock.now
                // What never lined up says nothing of how fast a line moves.
                defer {
                    if place != nil {
                        shared.gate.changeBacklog {
                            $0.decoded(
                                byteCount: encoded.bytes.count, in: start.duration(to: .now))
                        }
                    }
                }
                return try stage.run(encoded, decoder: request.decoder, begun: session) {
                    record.tell(.ignored(key: record.key, reason: $0))
                }
            }
        } catch {
            throw error == .cancelled ? .cancelled : .decode(error)
        }
    }

    func decodeStage(for request: ImageRequest) -> DecodeStage {
        DecodeStage(
            codecs: codecs(for: request), limits: limits.decode, options: request.options)
    }

    /// The pipeline's codecs, the request's own decoder before them.
    func codecs(for request: ImageRequest) -> CodecList {
        guard let decoder = request.decoder else { return codecs }
        var codecs = codecs
        codecs.decoders.insert(decoder, at: 0)
        return codecs
    }
}

extension CodecError {
    /// Whether the bytes are at fault, not what was asked of them or what is installed.
    var blamesBytes: Bool {
        switch self {
        case .unrecognized, .damaged, .truncated: true
        default: false
        }
    }
}

extension ImageError {
    /// Whether the bytes are at fault, not what was asked of them or what is installed.
    var blamesBytes: Bool {
        if case .decode(let error) = self { return error.blamesBytes }
        return false
    }
}
