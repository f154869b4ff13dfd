import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// encode: the file of a final image, on the decode executor, once there is memory for it.
struct EncodeStage: Sendable {
    let stages: Stages

    /// Returns the file that a request asks for in place of pixels; nil if it asks for pixels.
    ///
    /// - Parameter encoded: The bytes that the image is made of.
    func file(
        of image: DecodedImage, _ encoded: EncodedImage, for request: PreparedRequest,
        _ trace: LoadTrace
    ) async throws(ImageError) -> CachedFile? {
        guard let recipe = request.recipe else { return nil }
        return try await trace.measure("encode", .encode(key: trace.key)) {
            () throws(ImageError) in
            let choice = try await choice(for: image, recipe, encoded)
            let original = choice.copiesOriginal ? request.original(encoded, of: image) : nil
            let bytes = try await bytes(
                of: image, original, as: choice.format, choice.settings, trace.needs(of: request))
            let codecs = stages.settings.codecs
            return await stages.shared.work.run {
                let header = try? codecs.decoder(for: choice.format).metadata(of: bytes)
                return CachedFile(
                    bytes, choice.format, size: header?.size ?? image.size,
                    frameCount: header?.frameCount ?? image.frames?.count ?? 1,
                    of: image.metadata, note: choice.note(bytes))
            }
        }
    }

    private func choice(
        for image: DecodedImage, _ recipe: FileRecipe, _ encoded: EncodedImage
    ) async throws(ImageError) -> FileChoice {
        if let choose = recipe.choice?.choose {
            return await stages.shared.work.run { choose(image, encoded) }
        }
        do throws(CodecError) {
            let format =
                if let format = recipe.format { format } else {
                    try stages.settings.codecs.format(for: image, wanted: encoded.format)
                }
            return FileChoice(format, settings: recipe.settings)
        } catch {
            throw .encode(error)
        }
    }

    /// Returns the bytes of an image's file, or its original if that would change nothing.
    ///
    /// - Parameter original: The file of the image; nil if it is not known.
    func bytes(
        of image: DecodedImage, _ original: EncodedOriginal?, as format: ImageFormat,
        _ settings: EncodeSettings, _ needs: Needs = Needs(WorkNeeds())
    ) async throws(ImageError) -> ByteBlock {
        let isShown =
            if let original, original.isShown { await !hasOtherColors(original) } else { false }
        let file = original?.file
        do throws(CodecError) {
            // A format without an encoder can be copied.
            if let file, isShown, file.format == format, settings == EncodeSettings() {
                return file.bytes
            }
            let encoder = try PictureEncoder(stages.settings.codecs, format: format)
            return try await stages.shared.run(
                needs, demand: { encoder.byteCount(image, settings) },
                onWait: { _, wait in try await wait() }
            ) { () throws(CodecError) in
                if let file, isShown, encoder.isIdle(image, of: file, settings),
                    let copy = try MetadataRemoval(settings.metadata ?? .keep).file(of: file)
                {
                    return copy
                }
                return try encoder.run(image, of: file, settings)
            }.value
        } catch {
            throw error == .cancelled ? .cancelled : .encode(error)
        }
    }

    /// Returns `true` if the request states sRGB, and the file has other colours.
    private func hasOtherColors(_ original: EncodedOriginal) async -> Bool {
        guard original.statesSRGB, let format = original.file.format,
            let color = stages.settings.codecs.color,
            let decoder = try? stages.settings.codecs.decoder(for: format)
        else { return false }
        return await stages.shared.work.run {
            !color.isSRGB(original.file.bytes.withSpan { decoder.color(of: $0) })
        }
    }
}

extension ImageDecoder {
    fileprivate func metadata(of file: ByteBlock) throws(CodecError) -> ImageMetadata {
        try file.withSpan { bytes throws(CodecError) in
            try metadata(of: bytes, limits: DecodeLimits())
        }
    }
}
