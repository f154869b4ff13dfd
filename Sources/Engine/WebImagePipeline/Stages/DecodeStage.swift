import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// A decoded picture, and the memory that it, its transforms and its encoding may use, which is
/// free with it.
struct DecodedPicture: ~Copyable, Sendable {
    var image: DecodedImage
    let encoded: EncodedImage
    let memory: Permit
    deinit { memory.end() }
}

/// decode: pixels of bytes, on the decode executor, once there is memory for them.
struct DecodeStage: Sendable {
    let stages: Stages

    /// Returns the picture of bytes.
    ///
    /// - Parameter session: The decoding that began while the bytes arrived.
    func picture(
        of data: LoadedData, for request: PreparedRequest, session: PreviewSession? = nil,
        trace: LoadTrace
    ) async throws(ImageError) -> DecodedPicture {
        try await run(
            PictureDecoding(
                encoded: stages.codecs(for: request).recognizing(data.encoded),
                decoder: decoder(for: request), own: request.request.decoder, session: session,
                transforms: TransformChain(transforms: request.request.transforms),
                encodingByteCount: stages.encode.workingBytesPerPixel(of: request)),
            of: request.dataKey.text, needs: trace.needs(of: request), trace: trace)
    }

    /// Decodes as much of a picture as shows that it can be shown.
    ///
    /// A JPEG whose first rows or scan can be decoded is shown however damaged the rest is, unless
    /// the request refuses that. The rest of its codes would take most of the time.
    ///
    /// - Throws: The error of the decoding.
    func check(
        _ data: LoadedData, for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) {
        let encoded = stages.codecs(for: request).recognizing(data.encoded)
        if encoded.format == .jpeg, request.options.allowsTruncatedData,
            await showsBeginning(of: encoded, for: request, trace: trace)
        {
            return
        }
        _ = try await picture(of: data, for: request, trace: trace)
    }

    /// Returns `true` if the first rows or scan of a picture can be decoded.
    private func showsBeginning(
        of encoded: EncodedImage, for request: PreparedRequest, trace: LoadTrace
    ) async -> Bool {
        let decoder = decoder(for: request)
        let own = encoded.format.flatMap { try? decoder.codecs.decoder(for: $0) }
        guard let own = own as? any IncrementalImageDecoder else { return false }
        var options = decoder.decodeOptions(for: encoded.format)
        // A scaled row needs many of the picture's.
        options.downsampling = Downsampling()
        let run = try? await stages.shared.run(
            trace.needs(of: request),
            demand: { [options] in
                encoded.bytes.withSpan {
                    own.memoryDemand(of: $0, options: options)?.byteCount ?? 0
                }
            }, onWait: trace.waitingForMemory
        ) { [options] () throws(CodecError) in
            let session = own.makeSession(options: options)
            return try encoded.bytes.withSpan { bytes throws(CodecError) in
                var (start, count) = (0, Self.firstByteCount)
                while start < bytes.byteCount, session.revision == 0 {
                    let end = min(start + count, bytes.byteCount)
                    try session.append(bytes.extracting(start..<end))
                    (start, count) = (end, count * 2)
                }
                return session.revision > 0
            }
        }
        run?.memory.end()
        return run?.value ?? false
    }

    /// The bytes that have the header and the first rows of many pictures.
    private static let firstByteCount = 4 << 10

    /// Returns the image of a variant's own bytes; a file that was asked for is not decoded.
    func image(
        ofVariant data: LoadedData, for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) -> CachedImage {
        switch request.product {
        case .image: return try await picture(ofVariant: data, for: request, trace: trace)
        case .file:
            if let file = file(of: data, for: request) { return file }
            throw .decode(.unrecognized("a cache entry without the facts of a file"))
        }
    }

    private func picture(
        ofVariant data: LoadedData, for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) -> CachedImage {
        let encoded = stages.codecs(for: request).recognizing(data.encoded)
        let final = request.with { $0 = $0.forVariant(in: encoded.format) }
        let picture = try await run(
            PictureDecoding(
                encoded: encoded, decoder: decoder(for: final), own: final.request.decoder,
                session: nil, transforms: TransformChain(transforms: []), encodingByteCount: nil),
            of: request.dataKey.text, needs: trace.needs(of: request), trace: trace)
        var image = stages.store.cached(
            .image(picture.image), madeOf: picture.encoded, in: data, for: request)
        image.facts.source = data.entry?.source
        return image
    }

    /// Returns the file of an entry's bytes, as the memory cache keeps it; nil if they are none.
    func file(of data: LoadedData, for request: PreparedRequest) -> CachedImage? {
        CachedFile(data.encoded.bytes, userData: data.entry?.userData ?? []).map {
            stages.store.cached(.file($0), madeOf: data.encoded, in: data, for: request)
        }
    }

    func decoder(for request: PreparedRequest) -> PictureDecoder {
        let encoders = stages.settings.codecs.encoders
        return PictureDecoder(
            codecs: stages.codecs(for: request), limits: stages.settings.limits.decode,
            options: request.options, keepsGainMap: request.keepsGainMap,
            mayKeepColors: !request.needsSRGB, holdsLight: request.holdsLight(encoders),
            isForFile: request.isForFile, keepsTranslucency: request.keepsTranslucency(encoders))
    }

    private func run(
        _ decoding: PictureDecoding, of source: String, needs: Needs, trace: LoadTrace
    ) async throws(ImageError) -> DecodedPicture {
        do throws(CodecError) {
            let (image, memory) = try await trace.measure("decode", .decode(key: trace.key)) {
                () throws(CodecError) in
                try await stages.shared.run(
                    needs, demand: { PictureSource.named(source) { decoding.demand } },
                    onWait: trace.waitingForMemory
                ) { () throws(CodecError) in
                    try PictureSource.named(source) { () throws(CodecError) in
                        try decoding.run { trace.report(.ignored(key: trace.key, reason: $0)) }
                    }
                }
            }
            return DecodedPicture(image: image, encoded: decoding.encoded, memory: memory)
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
    /// The transforms of the picture, which use the same memory.
    let transforms: TransformChain

    /// The bytes for each pixel that encoding takes, in the same memory; nil without a file.
    let encodingByteCount: Int?

    var demand: Int {
        decoder.demand(
            encoded, decoder: own, then: transforms, encodingByteCount: encodingByteCount) ?? 0
    }

    func run(onIgnored: (String) -> Void) throws(CodecError) -> DecodedImage {
        try decoder.run(encoded, decoder: own, begun: session, onIgnored: onIgnored)
    }
}

extension ImageRequest {
    /// Returns the request for decoding a variant, to which transforms and options were applied
    /// already.
    ///
    /// A decoder that does not read the variant's format is dropped.
    fileprivate func forVariant(in format: ImageFormat?) -> ImageRequest {
        var request = self
        request.transforms = []
        if let decoder, let format, !decoder.formats.contains(format) { request.decoder = nil }
        request.options = ImageOptions()
        request.firstFrameOnly = firstFrameOnly
        request.colorProfile = colorProfile
        request.pixelDepth = pixelDepth
        request.headroom = headroom
        request.keepsGainMap = keepsGainMap
        return request
    }
}

extension CodecError {
    /// `true` if the bytes are damaged, and not the request wrong or a library missing.
    var blamesBytes: Bool {
        switch self {
        case .unrecognized, .damaged, .truncated: true
        case .workerEnded(_, let end): end.blamesBytes
        default: false
        }
    }
}

extension ImageError {
    /// `true` if the bytes are damaged, and not the request wrong or a library missing.
    package var blamesBytes: Bool {
        if case .decode(let error) = self { return error.blamesBytes }
        return false
    }
}
