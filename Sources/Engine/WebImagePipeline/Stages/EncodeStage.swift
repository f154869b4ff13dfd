import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// encode: the file of a final image, on the decode executor, once there is memory for it.
struct EncodeStage: Sendable {
    let stages: Stages

    /// Returns the final image as caches keep it, or the file that a request asks for in its place.
    ///
    /// A file is encoded within the memory that the picture was decoded with.
    ///
    /// - Parameter bytes: The bytes that the picture is made of.
    func result(
        of picture: consuming DecodedPicture, madeOf bytes: LoadedData,
        for request: PreparedRequest, trace: LoadTrace
    ) async throws(ImageError) -> CachedImage {
        let (image, encoded) = (picture.image, picture.encoded)
        guard case .file(let recipe) = request.product else {
            return stages.store.cached(.image(image), madeOf: encoded, in: bytes, for: request)
        }
        let file = try await trace.measure("encode", .encode(key: trace.key)) {
            () throws(ImageError) -> CachedFile in
            try await self.file(of: image, by: recipe, source: encoded, for: request)
        }
        picture.memory.end()  // The pixels were in it until here.
        var result = stages.store.cached(.file(file), madeOf: encoded, in: bytes, for: request)
        // No client keeps what no cache of ours does, for the sake of an input.
        if !request.keepsResult { result.facts.response?.headers["Cache-Control"] = "no-store" }
        return result
    }

    private func file(
        of image: DecodedImage, by recipe: FileRecipe, source encoded: EncodedImage,
        for request: PreparedRequest
    ) async throws(ImageError) -> CachedFile {
        let source = request.dataKey.text
        let choice = try await choice(for: image, in: encoded, by: recipe, of: source)
        var original =
            choice.file.map { EncodedOriginal(file: $0, isShown: true, statesSRGB: false) }
            ?? request.original(encoded, of: image)
        original.isShown = original.isShown && choice.copiesOriginal
        let image = try await light(of: image, for: choice, request)
        let written = try await written(
            of: image, original, as: choice.format, choice.settings, source: source,
            hasMemory: true)
        let codecs = stages.settings.codecs
        let comparison = FileComparison(codecs, choice.settings, request.request)
        return await stages.shared.work.run {
            var (size, frameCount) = (written.size, 1)
            if size == nil {
                let header = PictureSource.named(source) {
                    try? codecs.decoder(for: choice.format).metadata(of: written.bytes)
                }
                size = header?.size
                frameCount = header?.frameCount ?? image.frames?.count ?? 1
            }
            let dropped = PictureSource.named(source) {
                comparison.losses(
                    of: image, in: encoded, by: written.bytes, choice.format, frameCount)
            }
            return CachedFile(
                written.bytes, choice.format, size: size ?? image.size, frameCount: frameCount,
                of: image.metadata, dropped: dropped, note: choice.note(written.bytes))
        }
    }

    /// Returns an image with the light of its gain map, which was kept while the format was not
    /// chosen, if light is asked for, and the format has another form of it.
    private func light(
        of image: DecodedImage, for choice: FileChoice, _ request: PreparedRequest
    ) async throws(ImageError) -> DecodedImage {
        guard image.gainMap != nil, request.options.pixelDepth == .hdr,
            let encoder = try? stages.settings.codecs.encoder(for: choice.format),
            !(GainMapWriter.formats.contains(choice.format) && choice.settings.lightMayBeMap),
            LightForm(choice.settings, encoder).isOfApplied
        else { return image }
        let headroom = request.options.headroom
        do throws(CodecError) {
            return try await stages.shared.work.run { () throws(CodecError) in
                try image.applyingGainMap(headroom: headroom)
            }
        } catch {
            throw ImageError(encoding: error)
        }
    }

    /// Returns the bytes for each pixel that encoding takes besides the image; nil if no file is
    /// asked for.
    func workingBytesPerPixel(of request: PreparedRequest) -> Int? {
        guard case .file(let recipe) = request.product else { return nil }
        let encoders = stages.settings.codecs.encoders
        let own = encoders.filter { recipe.formats.contains($0.format) }
        return (own.isEmpty ? encoders : own).map(\.workingBytesPerPixel).max() ?? 0
    }

    private func choice(
        for image: DecodedImage, in encoded: EncodedImage, by recipe: FileRecipe,
        of source: String
    ) async throws(ImageError) -> FileChoice {
        do throws(CodecError) {
            if let choose = recipe.choice?.choose {
                return try await stages.shared.work.run { () throws(CodecError) in
                    try PictureSource.named(source) { () throws(CodecError) in
                        try choose(image, encoded)
                    }
                }
            }
            let format =
                if let format = recipe.format { format } else {
                    try stages.settings.codecs.format(for: image, wanted: encoded.format)
                }
            return FileChoice(format, settings: recipe.settings)
        } catch {
            throw ImageError(encoding: error)
        }
    }

    /// Returns an image's file, or its original if that would change nothing.
    ///
    /// - Parameters:
    ///   - original: The file of the image; nil if it is not known.
    ///   - source: The key of the image's source; nil if it is not known.
    ///   - hasMemory: `true` if memory for encoding is there; else it is waited for.
    func written(
        of image: DecodedImage, _ original: EncodedOriginal?, as format: ImageFormat,
        _ settings: EncodeSettings, source: String? = nil, hasMemory: Bool = false
    ) async throws(ImageError) -> EncodedFile {
        let isShown =
            if let original, original.isShown {
                await !hasOtherColors(original, of: source)
            } else {
                false
            }
        let file = original?.file
        do throws(CodecError) {
            // A format without an encoder can be copied.
            if let file, isShown, file.format == format, settings == EncodeSettings() {
                return EncodedFile(file.bytes)
            }
            let encoder = try PictureEncoder(stages.settings.codecs, format: format)
            let encode = { @Sendable () throws(CodecError) -> EncodedFile in
                if let file, isShown, let copy = try encoder.copy(of: file, for: image, settings) {
                    return EncodedFile(copy)
                }
                return try PictureSource.named(source) { () throws(CodecError) in
                    try encoder.run(image, of: file, settings)
                }
            }
            if hasMemory { return try await stages.shared.work.run(encode) }
            return try await stages.shared.run(
                Needs(WorkNeeds()), demand: { encoder.byteCount(image, settings) },
                onWait: { _, wait in try await wait() }, encode
            ).value
        } catch {
            throw ImageError(encoding: error)
        }
    }

    /// Returns `true` if the request states sRGB, and the file has other colours.
    private func hasOtherColors(_ original: EncodedOriginal, of source: String?) async -> Bool {
        guard original.statesSRGB else { return false }
        let codecs = stages.settings.codecs
        return await stages.shared.work.run {
            PictureSource.named(source) { codecs.hasOtherColors(original.file) }
        }
    }
}

extension ImageDecoder {
    /// Reads the header of a file, whatever its size.
    func metadata(of file: ByteBlock) throws(CodecError) -> ImageMetadata {
        try file.withSpan { bytes throws(CodecError) in
            try metadata(of: bytes, limits: DecodeLimits())
        }
    }
}
