import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels

/// decode: bytes to upright sRGB pixels of the size that was asked for.
struct PictureDecoder: Sendable {
    let codecs: CodecList
    let limits: DecodeLimits
    let options: ImageOptions

    /// Told what a picture asked for and did not get.
    typealias OnIgnored = (String) -> Void

    /// The image of `encoded`; runs on the decode executor.
    ///
    /// - Parameters:
    ///   - decoder: The request's own, nil for the one of the format.
    ///   - begun: The session that decoded the bytes while they arrived.
    func run(
        _ encoded: EncodedImage, decoder: (any ImageDecoder)?, begun: PreviewSession? = nil,
        onIgnored: OnIgnored
    ) throws(CodecError) -> DecodedImage {
        let decoder = if let decoder { decoder } else { try self.decoder(for: encoded) }
        let first = begun?.finish(encoded.bytes, by: decoder)
        if let frames = try frames(of: encoded, decoder, onIgnored) {
            return try animation(of: encoded, frames, decoder, first, onIgnored)
        }
        let output =
            if let first { first } else { try decode(encoded, decoder) }
        if Task.isCancelled { throw .cancelled }
        let (poster, metadata, _) = try prepare(output, onIgnored)
        return DecodedImage(poster: poster, metadata: metadata)
    }

    /// What a decoder is told.
    var decodeOptions: DecodeOptions {
        DecodeOptions(
            limits: limits, downsampling: Downsampling(options), page: options[Page.self])
    }

    /// The picture as a response shows it, what is said of it, and how it was made.
    func prepare(
        _ output: DecodeOutput, _ onIgnored: OnIgnored = { _ in }
    ) throws(CodecError)
        -> (poster: Bitmap, metadata: ImageMetadata, preparation: Preparation)
    {
        var metadata = output.metadata
        if let profile = output.profile, let color = codecs.color {
            metadata.profileDescription = color.describe(profile)
        }
        let preparation = Preparation(
            metadata: metadata, downsampling: Downsampling(options), profile: output.profile,
            color: codecs.color)
        return (try preparation.run(output.bitmap, onIgnored: onIgnored), metadata, preparation)
    }

    private func decoder(for encoded: EncodedImage) throws(CodecError) -> any ImageDecoder {
        guard let format = encoded.format else {
            throw .unrecognized(encoded.bytes.withSpan { ImageFormat.describe($0) })
        }
        return try codecs.decoder(for: format)
    }

    private func decode(
        _ encoded: EncodedImage, _ decoder: any ImageDecoder
    ) throws(CodecError) -> DecodeOutput {
        try encoded.bytes.withSpan { bytes throws(CodecError) in
            try decoder.decode(bytes, options: decodeOptions)
        }
    }
}

extension Downsampling {
    /// What the options of a request ask for.
    init(_ options: ImageOptions) {
        self.init(
            box: options[TargetSize.self], fit: options[TargetFit.self],
            maxBytes: options[ByteBudget.self])
    }
}
