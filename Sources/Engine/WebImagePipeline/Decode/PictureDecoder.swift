import WebImageCoding
import WebImageLoading
import WebImagePixels
import WebImageRuntime

/// decode: bytes to upright pixels of the size that was asked for.
struct PictureDecoder: Sendable {
    let codecs: CodecList
    let limits: DecodeLimits
    let options: ImageOptions
    /// `true` to decode the gain map, too.
    var keepsGainMap = false
    /// `true` if pixels may stay in the colours of the file beside a gain map, and as light.
    var mayKeepColors = false
    /// `false` for files that hold no light: the base of a gain map is their picture then.
    var holdsLight = true
    /// `true` if a file is made of the picture, in which light keeps its primaries.
    var isForFile = false
    /// `true` if translucent colours are kept exactly, for a lossless file.
    var keepsTranslucency = false

    /// Receives the reason why something that a picture asks for is ignored.
    typealias OnIgnored = (String) -> Void

    /// Decodes an image, of an animation the first frame only.
    ///
    /// Runs on the decode executor.
    ///
    /// - Parameters:
    ///   - decoder: The request's own, `nil` for the one of the format.
    ///   - begun: The session that decoded the bytes while they arrived.
    func run(
        _ encoded: EncodedImage, decoder: (any ImageDecoder)?, begun: PreviewSession? = nil,
        onIgnored: OnIgnored
    ) throws(CodecError) -> DecodedImage {
        try StraightColors.kept(if: options[ImageOptions.KeepsStraightColors.self]) {
            () throws(CodecError) in
            try image(of: encoded, by: decoder, begun, onIgnored)
        }
    }

    private func image(
        of encoded: EncodedImage, by decoder: (any ImageDecoder)?, _ begun: PreviewSession?,
        _ onIgnored: OnIgnored
    ) throws(CodecError) -> DecodedImage {
        let decoder = if let decoder { decoder } else { try self.decoder(for: encoded) }
        try checkSize(of: encoded, by: decoder)
        let known = begun?.frames
        let begun = begun?.finish(encoded.bytes, by: decoder)
        let frames = try frames(of: encoded, decoder, continuing: known, onIgnored)
        let format = encoded.format ?? decoder.formats.first ?? ImageFormat(rawValue: "animation")
        let output = try stored(begun, of: encoded, frames, decoder, format)
        let map = frames == nil ? wantedMap(output.metadata, encoded, decoder) : nil
        let lighting = map.flatMap { application(of: $0, to: output) }
        var (poster, metadata, preparation) = try prepare(
            output, frameCount: frames?.count ?? 1, keepsColors: keepsColors(beside: map),
            keepsStored: lighting?.keepsStoredColors ?? false, onIgnored)
        var gainMap: Bitmap?
        if let map {
            gainMap = try pixels(of: map, encoded, &metadata, decoder, preparation)
        }
        if let lighting {
            if let pixels = gainMap {
                poster = try lighting.light(of: poster, with: pixels)
            } else {
                (poster, metadata, preparation) = try prepare(output, onIgnored)
            }
            gainMap = nil
        }
        if let damage = metadata.gainMapDamage { onIgnored("the gain map is ignored: \(damage)") }
        let prepared = frames.map {
            DerivedFrames($0, poster: poster, make: preparation.frames(format))
        }
        return DecodedImage(
            poster: poster, metadata: prepared.map { metadata.of($0) } ?? metadata,
            frames: prepared, gainMap: gainMap)
    }

    /// Returns the stored pixels of a still, or of the first frame of an animation.
    ///
    /// - Parameter begun: Those that were decoded while the bytes arrived.
    private func stored(
        _ begun: DecodeOutput?, of encoded: EncodedImage, _ frames: (any FrameProvider)?,
        _ decoder: any ImageDecoder, _ format: ImageFormat
    ) throws(CodecError) -> DecodeOutput {
        var output =
            if let begun { begun } else { try first(of: encoded, frames, decoder, format) }
        if Task.isCancelled { throw .cancelled }
        guard !output.metadata.isTruncated || options.allowsTruncatedData else {
            throw .truncated(format, "the file ends before its pixels do")
        }
        // Pixels of JPEG XL that are mapped to 8 bits have the colours of these.
        let color =
            format == .jxl && !output.color.isHighDynamicRange
            ? encoded.bytes.withSpan { decoder.color(of: $0) } : output.color
        output.metadata.addLight(of: encoded, color: color)
        if output.bitmap.headroom > 1 {
            output.metadata.isHighDynamicRange = true
            output.metadata.headroom = output.bitmap.headroom
        }
        return output
    }

    /// Returns the frames of an animation whose bytes are arriving; nil if the decoder finds none.
    ///
    /// - Parameter memory: The memory of the bytes, kept as long as the frames.
    func arriving(
        _ encoded: EncodedImage, _ content: PreviewSession.Content, _ session: PreviewSession,
        memory: Permit
    ) throws(CodecError) -> DecodedImage? {
        let frames = try frames(
            of: encoded, session.decoder, continuing: session.frames, { _ in })
        guard let frames, frames.count >= content.frameCount else { return nil }
        session.frames = frames
        let prepared =
            if let known = session.prepared { known } else { try prepare(content.picture) }
        session.prepared = prepared
        let (poster, metadata, preparation) = prepared
        let arriving = DerivedFrames(
            frames, poster: poster, arrived: (content.frameCount, memory),
            make: preparation.frames(encoded.format ?? ImageFormat(rawValue: "animation")))
        return DecodedImage(
            poster: poster, metadata: metadata.of(arriving), frames: arriving)
    }

    func decodeOptions(for format: ImageFormat?) -> DecodeOptions {
        var decoding = DecodeOptions(
            limits: limits, downsampling: Downsampling(options).whileDecoding(format),
            page: options.page,
            allowsTruncatedData: options.allowsTruncatedData)
        decoding.colorProfile = options.colorProfile
        decoding.pixelDepth = options.pixelDepth
        decoding.keepsTranslucency = keepsTranslucency
        decoding.isOwnMarkup = options[ImageOptions.OwnMarkup.self]
        decoding.request = options
        return decoding
    }

    typealias Prepared = (poster: Bitmap, metadata: ImageMetadata, preparation: Preparation)

    /// Returns the picture of a response, its metadata, and the preparation of further frames.
    ///
    /// - Parameters:
    ///   - frameCount: The number of all frames.
    ///   - keepsColors: `true` for pixels in the colours of the file, with its profile; nil for
    ///     the request's choice.
    ///   - keepsStored: `true` for samples as stored, which become light afterwards.
    func prepare(
        _ output: DecodeOutput, frameCount: Int = 1, keepsColors: Bool? = nil,
        keepsStored: Bool = false, _ onIgnored: OnIgnored = { _ in }
    ) throws(CodecError) -> Prepared {
        var metadata = output.metadata
        if let profile = output.color.profile, let converter = codecs.color {
            metadata.profileDescription = converter.describe(profile)
        }
        let isAsked = options.colorProfile == .keep
        let light =
            keepsStored
            ? nil
            : output.light(
                keepingPrimaries: isAsked || isForFile && mayKeepColors)
        if let light {
            metadata.profile = light.profile
        } else if keepsColors ?? isAsked {
            metadata.profile = output.lastingProfile
        }
        metadata.isProfileForGainMap = metadata.profile != nil && !isAsked
        let isConverted = metadata.profile == nil && !keepsStored && light == nil
        var preparation = Preparation(
            metadata: metadata, downsampling: Downsampling(options),
            color: isConverted ? output.color : .sRGB, light: light?.decoding,
            converter: codecs.color)
        try preparation.downsampling.check(metadata, limits, frameCount: frameCount)
        let poster = try preparation.run(
            output.bitmap, isScaled: output.isScaled, onIgnored: onIgnored)
        return (poster, metadata, preparation)
    }

    /// Refuses a rule whose result is over the limits, by the header.
    private func checkSize(
        of encoded: EncodedImage, by decoder: any ImageDecoder
    ) throws(CodecError) {
        guard options[ImageOptions.TargetSizing.self] != nil else { return }
        let header = try encoded.bytes.withSpan { bytes throws(CodecError) in
            try decoder.metadata(of: bytes, limits: limits)
        }
        try Downsampling(options).check(header, limits)
    }

    private func decoder(for encoded: EncodedImage) throws(CodecError) -> any ImageDecoder {
        guard let format = encoded.format else {
            throw .unrecognized(encoded.bytes.withSpan { ImageFormat.describe($0) })
        }
        return try codecs.decoder(for: format)
    }

    /// Returns the undecoded frames of an animation; `nil` if only the first one is wanted.
    ///
    /// Damage after the first frame fails nothing: the picture is then a still.
    private func frames(
        of encoded: EncodedImage, _ decoder: any ImageDecoder,
        continuing known: (any FrameProvider)?, _ onIgnored: OnIgnored
    ) throws(CodecError) -> (any FrameProvider)? {
        guard !options.firstFrameOnly, let decoder = decoder as? any AnimatedImageDecoder
        else { return nil }
        do throws(CodecError) {
            let frames = try decoder.frames(
                of: encoded, options: decodeOptions(for: encoded.format))
            guard let frames, frames.count > 1 else { return nil }
            if let known { (frames as? any CanvasSharing)?.takeCanvas(of: known) }
            return frames
        } catch {
            switch error {
            case .damaged, .truncated:
                onIgnored("the animation is reduced to its first frame: \(error)")
                return nil
            default: throw error
            }
        }
    }

    /// Decodes a still, or the first frame of an animation.
    private func first(
        of encoded: EncodedImage, _ frames: (any FrameProvider)?, _ decoder: any ImageDecoder,
        _ format: ImageFormat
    ) throws(CodecError) -> DecodeOutput {
        try encoded.bytes.withSpan { bytes throws(CodecError) in
            guard let frames else {
                return try decoder.decode(bytes, options: decodeOptions(for: encoded.format))
            }
            let metadata = try decoder.metadata(of: bytes, limits: limits)
            let frame = try frames.decodedFrame(at: 0, format: format)
            let (bitmap, color) = (frame.bitmap, decoder.color(of: bytes))
            return DecodeOutput(
                bitmap: bitmap, color: bitmap.sampleFormat == .bgra8 ? color.ofPixels : color,
                metadata: metadata)
        }
    }
}

extension Preparation {
    /// Returns the preparation of a provider's frames.
    fileprivate func frames(
        _ format: ImageFormat
    ) -> @Sendable (any FrameProvider, Int) throws -> ImageFrame {
        { source, index in
            var (frame, same) = (try source.decodedFrame(at: index, format: format), self)
            frame.bitmap = try same.run(frame.bitmap)
            return frame
        }
    }
}

extension ImageMetadata {
    /// Returns these metadata with the number of a provider's frames, and their durations.
    fileprivate func of(_ frames: some FrameProvider) -> ImageMetadata {
        var metadata = self
        metadata.frameCount = frames.count
        metadata.durations = frames.rawDurations
        return metadata
    }
}

extension Downsampling {
    init(_ options: ImageOptions) {
        if let rule = options[ImageOptions.TargetSizing.self] {
            self.init(rule, maxBytes: options.byteBudget)
        } else {
            self.init(
                box: options.targetSize, fit: options.targetFit, maxBytes: options.byteBudget)
        }
    }
}
