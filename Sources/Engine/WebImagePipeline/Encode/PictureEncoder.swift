import WebImageCoding
import WebImageMetadata
import WebImagePixels

/// encode: pixels to the bytes of a format, within a size and a number of bytes.
struct PictureEncoder: Sendable {
    private let encoder: any ImageEncoder
    private let animatedEncoder: (any AnimatedImageEncoder)?
    private let color: (any ColorConverting)?

    /// - Throws: `CodecError.encoding` if no encoder of the format is installed.
    init(_ codecs: CodecList, format: ImageFormat) throws(CodecError) {
        encoder = try codecs.encoder(for: format)
        animatedEncoder = codecs.animatedEncoder(for: format)
        color = codecs.color
    }

    var workingBytesPerPixel: Int { encoder.workingBytesPerPixel }

    /// Encodes an image; runs on the decode executor.
    ///
    /// - Parameter original: The file of the image, for metadata that decoders do not read.
    /// - Throws: `CodecError`, also for a frame that cannot be decoded.
    func run(
        _ image: DecodedImage, of original: EncodedImage?, _ settings: EncodeSettings
    ) throws(CodecError) -> EncodedFile {
        var (image, settings) = (image, settings)
        if image.poster.sampleFormat == .rgbaHalf, animatedEncoder == nil || image.frames == nil {
            image = try image.stored(
                as: LightForm(settings, encoder), hasAlpha: encoder.format != .jpeg, &settings)
        }
        let size = Downsampling(box: settings.maxSize).scaledSize(of: image.size)
        if settings.maxByteCount != nil, writesMap(of: image, settings),
            try !mapFits(image, in: size, settings)
        {
            settings.gainMap = .drop
        }
        if settings.embedded.profile == nil {
            if image.metadata.isProfileForGainMap, !writesMap(of: image, settings) {
                image = try withoutProfile(image)
            }
            settings.embedded.profile = try profile(of: &image)
        }
        let own = settings.embedded
        settings.embedded.fill(from: image.metadata, of: original, settings.metadata ?? .drop)
        settings.embedded.xmp = settings.embedded.xmp.flatMap(GainMapWriter.cleaned)
        let encode = try subject(of: image, in: size, besides: own, settings.gainMap)
        let file = try encode(settings)
        guard let limit = settings.maxByteCount, file.bytes.count > limit else { return file }
        let search = ByteLimitSearch(limit: limit, encoder: encoder)
        if let found = try search.lowerQuality(settings, encode) { return found }
        if settings.fitsBytesByQualityOnly { return file }
        return try search.shrink(size, settings) { (size, settings) throws(CodecError) in
            try subject(of: image, in: size, besides: own, settings.gainMap)(settings)
        }
    }

    /// Returns the file of an image that it shows unchanged, without the metadata and the gain map
    /// that go; nil if it must be encoded anew.
    func copy(
        of original: EncodedImage, for image: DecodedImage, _ settings: EncodeSettings
    ) throws(CodecError) -> ByteBlock? {
        guard isIdle(image, of: original, settings) else { return nil }
        let policy = settings.metadata ?? .keep
        var file = original
        switch settings.gainMap {
        // With other metadata the map goes, too.
        case .keep where image.gainMap != nil && !policy.keepsOthers: return nil
        case .drop where policy.keepsOthers && image.metadata.mayHaveGainMap:
            guard let base = try GainMapRemoval.file(of: original) else { return nil }
            file.bytes = base
        case .keep, .drop: break
        }
        return try MetadataRemoval(policy).file(of: file)
    }

    /// Returns `true` if encoding an image that its file shows unchanged would make nothing new.
    private func isIdle(
        _ image: DecodedImage, of original: EncodedImage, _ settings: EncodeSettings
    ) -> Bool {
        let size = Downsampling(box: settings.maxSize).scaledSize(of: image.size)
        return original.format == encoder.format && size == image.size
            && original.bytes.count <= settings.maxByteCount ?? .max
            && !(settings.isQualityStated && encoder.hasQuality)
            && !settings.isLossless && !settings.isProgressive && settings.effort == nil
            && settings.chroma == .automatic
            && (settings.depth == .keep || settings.depth == .eight && image.isOfEight(original))
            && settings.lightCurve == nil
            && settings.thumbnailSide == 0
            && settings.embedded == EmbeddedMetadata() && settings.maxColorCount == nil
            && (image.frames == nil || settings.animation == AnimationTiming())
    }

    /// Returns `true` if the file of an image gets its gain map.
    private func writesMap(of image: DecodedImage, _ settings: EncodeSettings) -> Bool {
        settings.gainMap == .keep && image.gainMap != nil && image.frames == nil
            && GainMapWriter.formats.contains(encoder.format)
    }

    /// Returns `false` for a map that takes too much of the limit of bytes, or is refused.
    private func mapFits(
        _ image: DecodedImage, in size: PixelSize, _ settings: EncodeSettings
    ) throws(CodecError) -> Bool {
        do throws(CodecError) {
            return try GainMapEncoding(of: image, in: size, encoder)?.fits(settings) ?? false
        } catch {
            guard case .encoding = error else { throw error }
            return false
        }
    }

    /// Returns an image in sRGB; the same one without a converter.
    ///
    /// Colours of a damaged profile count as sRGB, as they do for pixels.
    private func withoutProfile(_ image: DecodedImage) throws(CodecError) -> DecodedImage {
        guard let color, let profile = image.metadata.profile else { return image }
        do throws(CodecError) {
            return try image.inSRGB(from: ByteBlock(copying: profile), by: color)
        } catch {
            guard error.blamesProfile, image.frames == nil else { throw error }
            return image.takenForSRGB
        }
    }

    /// Returns the profile to embed; nil for an image in sRGB, or converted to it.
    ///
    /// - Throws: `CodecError.encoding` if the format holds no such profile, and no converter is
    ///   installed.
    private func profile(of image: inout DecodedImage) throws(CodecError) -> [UInt8]? {
        guard image.poster.colorSpace == .embedded, let profile = image.metadata.profile
        else { return nil }
        let isAnimated = animatedEncoder != nil && image.frames != nil
        if ICCProfile.isGray(profile) {
            // Transforms that make colours take greys for sRGB.
            guard !isAnimated, image.poster.isGray else { return nil }
        }
        let writer: any ImageEncoder = isAnimated ? animatedEncoder ?? encoder : encoder
        if writer.canEmbed(profile: profile) { return profile }
        guard color != nil else {
            throw .encoding(writer.format, "a colour profile needs the trait Color")
        }
        image = try withoutProfile(image)
        return nil
    }

    /// Returns a function that encodes the image in a size by given settings.
    ///
    /// - Parameters:
    ///   - own: The metadata of the caller, which stay as they are.
    ///   - policy: The handling of the image's gain map.
    private func subject(
        of image: DecodedImage, in size: PixelSize, besides own: EmbeddedMetadata,
        _ policy: GainMapPolicy
    ) throws(CodecError) -> (EncodeSettings) throws(CodecError) -> EncodedFile {
        let poster = try image.poster.scaled(to: size)
        guard let animatedEncoder, let frames = image.frames else {
            let map = policy == .keep ? try GainMapEncoding(of: image, in: size, encoder) : nil
            return { settings throws(CodecError) in
                if Task.isCancelled { throw .cancelled }
                let settings = settings.stating(size, besides: own)
                let poster = try poster.deepened(
                    by: settings, to: encoder.sampleFormats,
                    keepsTranslucency: encoder.keepsTranslucency)
                if let map { return try map.file(of: poster, settings) }
                return try encoder.encodedFile(poster, settings: settings)
            }
        }
        let scaled = frames.scaled(to: size, poster: poster)
        return { settings throws(CodecError) in
            if Task.isCancelled { throw .cancelled }
            let settings = settings.stating(size, besides: own)
            let deepened = try scaled.deepened(
                by: settings, to: animatedEncoder.frameSampleFormats, poster: poster)
            return EncodedFile(
                try animatedEncoder.encode(
                    deepened.timed(settings.animation), settings: settings))
        }
    }
}

extension CodecError {
    /// `true` if a profile is damaged, or does not fit the pixels.
    fileprivate var blamesProfile: Bool {
        switch self {
        case .damaged(let part, _), .unsupported(let part, _): part.rawValue == "icc"
        default: false
        }
    }
}

extension DecodedImage {
    /// Returns `true` if the file of the image has no more than 8 bits, and no curve for light.
    fileprivate func isOfEight(_ original: EncodedImage) -> Bool {
        FileContent(of: original)[.bitDepth] == 8 && !hasCurve(of: original)
    }
}

extension ImageMetadata {
    /// `true` for a file with a gain map, damaged or not.
    fileprivate var mayHaveGainMap: Bool { gainMap != nil || gainMapDamage != nil }
}

extension EncodeSettings {
    /// Returns these settings with metadata that state a size.
    fileprivate func stating(_ size: PixelSize, besides own: EmbeddedMetadata) -> EncodeSettings {
        var settings = self
        settings.embedded.state(size, besides: own)
        return settings
    }
}

extension DecodedImage {
    /// This still, whose colours count as sRGB.
    fileprivate var takenForSRGB: DecodedImage {
        var (poster, metadata) = (poster, metadata)
        (poster.colorSpace, metadata.profile) = (.sRGB, nil)
        return DecodedImage(poster: poster, metadata: metadata, frames: nil, gainMap: gainMap)
    }

    /// Returns the image with its colours converted, each frame when it is asked for.
    fileprivate func inSRGB(
        from profile: ByteBlock, by color: any ColorConverting
    ) throws(CodecError) -> DecodedImage {
        let poster = try poster.inSRGB(from: profile, by: color)
        var metadata = metadata
        metadata.profile = nil
        let frames = frames.map {
            DerivedFrames($0, poster: poster) { source, index in
                var frame = try source.frame(at: index)
                frame.bitmap = try frame.bitmap.inSRGB(from: profile, by: color)
                return frame
            }
        }
        return DecodedImage(poster: poster, metadata: metadata, frames: frames)
    }
}

extension Bitmap {
    fileprivate func inSRGB(
        from profile: ByteBlock, by color: any ColorConverting
    ) throws(CodecError) -> Bitmap {
        var result =
            color.takes(sampleFormat) ? self : try reservedConversion(to: .bgra8)
        try result.makeUnique()
        try color.convertToSRGB(&result, from: .profile(profile))
        return result
    }

    fileprivate func scaled(to size: PixelSize) throws(CodecError) -> Bitmap {
        size == self.size ? self : try replaced(by: size) { $0.resampled(to: size) }
    }
}

extension FrameProvider {
    /// Returns the frames in another size, each scaled when it is asked for.
    fileprivate func scaled(to size: PixelSize, poster: Bitmap) -> any FrameProvider {
        guard size != self.size else { return self }
        return DerivedFrames(self, poster: poster) { source, index in
            var frame = try source.frame(at: index)
            frame.bitmap = try frame.bitmap.scaled(to: size)
            return frame
        }
    }
}

extension PictureEncoder {
    /// Estimates the memory of encoding, without the image.
    func byteCount(_ image: DecodedImage, _ settings: EncodeSettings) -> Int {
        let size = Downsampling(box: settings.maxSize).scaledSize(of: image.size)
        let format = settings.depth == .sixteen ? .rgba16 : image.poster.sampleFormat
        // Light becomes samples, perhaps with a map.
        let isMade = size != image.size || format != .bgra8
        let made = isMade ? 2 * Bitmap.byteCount(of: size, as: format) : 0
        // The map is scaled and encoded before the picture.
        let map = image.gainMap?.size ?? PixelSize(width: 0, height: 0)
        let area = max(size.area, map.area)
        return made + 3 * Bitmap.byteCount(of: map)
            + area * workingBytesPerPixel * format.bytesPerPixel / 4
    }
}
