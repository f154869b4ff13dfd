import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// A picture that was decoded, and the memory that it and the transforms behind it may use.
struct DecodedPicture: Sendable {
    var image: DecodedImage
    /// The bytes it is made of.
    let encoded: EncodedImage
    let memory: Permit
}

/// decode: pixels of bytes, on the decode executor, once there is memory for them.
struct DecodeStage: Sendable {
    let stages: Stages

    /// The picture of bytes; its seat is kept by the trace.
    ///
    /// - Parameter session: The decoding that began while the bytes arrived.
    func picture(
        of data: LoadedData, for request: PreparedRequest, _ session: PreviewSession? = nil,
        _ trace: LoadTrace
    ) async throws(ImageError) -> DecodedPicture {
        try await run(
            PictureDecoding(
                encoded: stages.codecs(for: request).recognizing(data.encoded),
                decoder: decoder(for: request), own: request.request.decoder, session: session,
                transforms: TransformChain(transforms: request.request.transforms)),
            entry: data.backlogEntry, needs: trace.needs(of: request), trace)
    }

    /// The image of a variant's own bytes.
    func image(
        ofVariant data: LoadedData, for request: PreparedRequest, _ trace: LoadTrace
    ) async throws(ImageError) -> CachedImage {
        let encoded = stages.codecs(for: request).recognizing(data.encoded)
        var final = request
        final.request = request.request.forVariant(in: encoded.format)
        let picture = try await run(
            PictureDecoding(
                encoded: encoded, decoder: decoder(for: final), own: final.request.decoder,
                session: nil, transforms: TransformChain(transforms: [])),
            entry: nil, needs: trace.needs(of: request), trace)
        picture.memory.end()
        return stages.store.image(picture, of: data, request)
    }

    /// The decoder of a request: codecs, limits and options.
    func decoder(for request: PreparedRequest) -> PictureDecoder {
        PictureDecoder(
            codecs: stages.codecs(for: request), limits: stages.settings.limits.decode,
            options: request.options)
    }

    private func run(
        _ decoding: PictureDecoding, entry: BacklogEntry?, needs: NeedsSource, _ trace: LoadTrace
    ) async throws(ImageError) -> DecodedPicture {
        let shared = stages.shared
        do throws(CodecError) {
            let (image, claims) = try await trace.measure("decode", .decode(key: trace.key)) {
                () throws(CodecError) in
                try await shared.run(
                    needs, demand: { decoding.demand }, entry: entry,
                    onWait: trace.waitingForMemory
                ) { () throws(CodecError) in
                    entry?.end()
                    let start = ContinuousClock.now
                    // Bytes that never lined up say nothing of how fast a line moves.
                    defer {
                        if entry != nil {
                            shared.backlog.change {
                                $0.decoded(
                                    byteCount: decoding.encoded.bytes.count,
                                    in: start.duration(to: .now))
                            }
                        }
                    }
                    return try decoding.run {
                        trace.tell(.ignored(key: trace.key, reason: $0))
                    }
                }
            }
            trace.keep(claims.seat)
            return DecodedPicture(image: image, encoded: decoding.encoded, memory: claims.memory)
        } catch {
            throw error == .cancelled ? .cancelled : .decode(error)
        }
    }
}

/// The decoding of one picture.
private struct PictureDecoding: Sendable {
    let encoded: EncodedImage
    let decoder: PictureDecoder
    /// The request's own decoder.
    let own: (any ImageDecoder)?
    let session: PreviewSession?
    /// The transforms behind it, which use the same memory.
    let transforms: TransformChain

    var demand: MemoryEstimate {
        decoder.demand(encoded, decoder: own, then: transforms) ?? MemoryEstimate(0)
    }

    func run(onIgnored: (String) -> Void) throws(CodecError) -> DecodedImage {
        try decoder.run(encoded, decoder: own, begun: session, onIgnored: onIgnored)
    }
}

extension ImageRequest {
    /// What is left to do for a variant: it has its size, page and transforms already, and its
    /// format need not be one of the request's decoder.
    fileprivate func forVariant(in format: ImageFormat?) -> ImageRequest {
        var request = self
        request.transforms = []
        if let decoder, let format, !decoder.formats.contains(format) { request.decoder = nil }
        request.options[TargetSize.self] = nil
        request.options[ByteBudget.self] = nil
        request.options[Page.self] = 0
        return request
    }
}

extension CodecError {
    /// `true` if the bytes are at fault, not what was asked of them or what is installed.
    var blamesBytes: Bool {
        switch self {
        case .unrecognized, .damaged, .truncated: true
        default: false
        }
    }
}

extension ImageError {
    /// `true` if the bytes are at fault, not what was asked of them or what is installed.
    var blamesBytes: Bool {
        if case .decode(let error) = self { return error.blamesBytes }
        return false
    }
}
