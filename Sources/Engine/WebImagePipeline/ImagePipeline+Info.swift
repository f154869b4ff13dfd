import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

extension ImagePipeline {
    /// Returns the information in the header of the image of `request`; no pixels are decoded.
    ///
    /// No limit of pixels applies. The bytes are loaded and kept on disk as for an image: the image
    /// that follows needs no second transfer. Of a file only the first bytes are read, unless they
    /// lack the header: GIF, ICO, SVG, animations and sequences, BigTIFF, JPEG with further
    /// pictures, JPEG XL with boxes, and pictures whose directory or EXIF follows the pixels are
    /// read whole. EXIF after the pixels of a PNG file is not seen.
    ///
    /// - Throws: `ImageError`, which names the stage that failed and why.
    public func info(
        for request: some ImageRequestConvertible
    ) async throws(ImageError) -> ImageInfo {
        try await answer(to: completedForBytes(request)) { prepared, fallback throws(ImageError) in
            var (info, staleReason) = try await info(of: prepared)
            info.alternative = fallback?.place
            return (info, staleReason)
        }
    }

    /// Returns the information of one source.
    private func info(
        of prepared: PreparedRequest
    ) async throws(ImageError) -> SourceChain.Answer<ImageInfo> {
        if let info = try await infoOfFirstBytes(for: prepared) { return (info, nil) }
        let trace = LoadTrace(key: prepared.dataKey, observers: observers)
        let data = try await bytes(of: prepared, trace: trace)
        let codecs = stages.codecs(for: prepared)
        do throws(CodecError) {
            let source = prepared.dataKey.text
            let found = try await stages.shared.work.run { () throws(CodecError) in
                let encoded = codecs.recognizing(data.encoded)
                return try PictureSource.named(source) { () throws(CodecError) in
                    try info(of: encoded, codecs, byteCount: encoded.bytes.count)
                }
            }
            await stages.store.keepOriginal(data, for: prepared, trace: trace)
            return (found, data.staleReason)
        } catch {
            throw error == .cancelled ? .cancelled : .decode(error)
        }
    }

    /// The number of bytes that hold the header of nearly every picture.
    private static let firstByteCount = 256 << 10

    /// Returns the information of the first bytes of a file; nil if they are not enough.
    private func infoOfFirstBytes(
        for prepared: PreparedRequest
    ) async throws(ImageError) -> ImageInfo? {
        let request = prepared.request
        // An interceptor that changes bytes may need all of them.
        guard case .file = request.source, request.body == nil,
            (request.interceptors + interceptors).allSatisfy({ $0.effect != .bytes })
        else { return nil }
        let trace = LoadTrace(key: prepared.dataKey, observers: observers)
        let key = LoadKey(bytes: prepared, pipeline: stages.settings.identity)
        let data = try await CallerLimits(prepared).run { () throws(ImageError) in
            try await stages.shared.countingAsRunning(key) { () throws(ImageError) in
                try await trace.load { () throws(ImageError) in
                    try await Transfer(
                        stages, prepared, trace: trace, needs: prepared.needs(),
                        firstByteCount: Self.firstByteCount
                    ).run()
                }
                .get()
            }
        }
        let codecs = stages.codecs(for: prepared)
        return await stages.shared.work.run { () -> ImageInfo? in
            let encoded = codecs.recognizing(data.encoded)
            let whole = data.wholeByteCount ?? encoded.bytes.count
            guard let header = codecs.header(of: encoded, whole) else { return nil }
            // A faulty header is reported once all bytes are there.
            let found = PictureSource.named(prepared.dataKey.text) { () -> ImageInfo? in
                try? info(of: header, codecs, byteCount: whole)
            }
            let isCut = encoded.bytes.count < whole
            // The headroom of Apple's cameras may follow as well.
            if isCut, found?.metadata.gainMap?.alternateHeadroom == nil,
                found?.metadata.gainMap != nil || GainMapReading.mayFollow(encoded)
            {
                return nil
            }
            return found
        }
    }

    func info(
        of encoded: EncodedImage, _ codecs: CodecList, byteCount: Int
    ) throws(CodecError) -> ImageInfo {
        guard let format = encoded.format else {
            throw .unrecognized(encoded.bytes.withSpan { ImageFormat.describe($0) })
        }
        let decoder = try codecs.decoder(for: format)
        return try encoded.bytes.withSpan { bytes throws(CodecError) in
            var limits = limits.decode
            // No memory is allocated for pixels.
            (limits.maxPixels, limits.maxBytes) = (1 << 40, 1 << 45)
            var metadata = try decoder.metadata(of: bytes, limits: limits)
            let color = decoder.color(of: bytes)
            metadata.colorName = color.name
            if let profile = color.profile {
                metadata.profileDescription = codecs.color?.describe(profile) ?? "unnamed"
            }
            metadata.addLight(of: encoded, color: color)
            let stored = StoredPixels(of: bytes, format: format)
            return ImageInfo(
                format: format, metadata: metadata, byteCount: byteCount,
                bitDepth: stored.bitDepth, colorType: stored.colorType)
        }
    }
}

extension CodecList {
    /// Returns bytes that have all that metadata says, made of the first bytes of a file; nil if
    /// more are needed.
    fileprivate func header(of encoded: EncodedImage, _ wholeByteCount: Int) -> EncodedImage? {
        if encoded.bytes.count >= wholeByteCount { return encoded }
        guard let format = encoded.format, let decoder = try? decoder(for: format) else {
            return nil
        }
        if decoder.headerLeads(in: format) { return encoded }
        let first = FirstBytes(encoded.bytes, wholeByteCount: wholeByteCount)
        guard let bytes = first.header(of: format) else { return nil }
        var header = encoded
        header.bytes = bytes
        return header
    }
}
