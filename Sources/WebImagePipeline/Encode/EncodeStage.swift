import WebImageCoding
import WebImagePixels

/// encode: pixels to the bytes of a format, within a size and a number of bytes.
struct EncodeStage: Sendable {
    private let encoder: any ImageEncoder
    private let animatedEncoder: (any AnimatedImageEncoder)?

    /// A stage for one format.
    ///
    /// - Throws: `CodecError.encoding` when no encoder of it is installed.
    init(_ codecs: CodecList, format: ImageFormat) throws(CodecError) {
        encoder = try codecs.encoder(for: format)
        animatedEncoder = codecs.animatedEncoder(for: format)
    }

    /// What the encoder takes for each pixel at once.
    var workingBytesPerPixel: Int { encoder.workingBytesPerPixel }

    /// The encoded image; runs on the decode executor.
    ///
    /// - Throws: `CodecError`, for a frame that cannot be decoded too.
    func run(_ image: DecodedImage, _ settings: EncodeSettings) throws(CodecError) -> ByteBlock {
        var settings = settings
        settings.embedded.fill(from: image.metadata, if: settings.keepsMetadata)
        let subject = try subject(of: image, in: settings.maxSize)
        let encode = { (settings: EncodeSettings) throws(CodecError) -> ByteBlock in
            if Task.isCancelled { throw .cancelled }
            return try subject(settings)
        }
        guard let limit = settings.maxByteCount else { return try encode(settings) }
        return try QualitySearch(
            format: encoder.format, maxByteCount: limit, hasQuality: encoder.hasQuality
        ).run(settings, encode)
    }

    /// Encodes what the image is in this format, scaled down into the box, by the settings given.
    private func subject(
        of image: DecodedImage, in box: PixelSize?
    ) throws(CodecError) -> (EncodeSettings) throws(CodecError) -> ByteBlock {
        let size = Downsampling(box: box).scaledSize(of: image.size)
        let poster = try image.poster.scaled(to: size)
        guard let animatedEncoder, let frames = image.frames else {
            return { settings throws(CodecError) in
                try encoder.encode(poster, settings: settings)
            }
        }
        let scaled = frames.scaled(to: size, poster: poster)
        return { settings throws(CodecError) in
            try animatedEncoder.encode(scaled, settings: settings)
        }
    }
}

extension Bitmap {
    /// Returns this picture in another size.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    fileprivate func scaled(to size: PixelSize) throws(CodecError) -> Bitmap {
        guard size != self.size else { return self }
        return try Bitmap.reserving(
            Bitmap.byteCount(of: size), scratch: Bitmap.scratchByteCount(of: self.size)
        ) { () throws(CodecError) in resampled(to: size) }
    }
}

extension FrameProvider {
    /// The same frames in another size, each scaled when it is asked for.
    fileprivate func scaled(to size: PixelSize, poster: Bitmap) -> any FrameProvider {
        guard size != self.size else { return self }
        return DerivedFrames(self, poster: poster) { source, index in
            var frame = try source.frame(at: index)
            frame.bitmap = try frame.bitmap.scaled(to: size)
            return frame
        }
    }
}

extension EmbeddedMetadata {
    /// Takes what the picture's file says; what the caller set stays.
    fileprivate mutating func fill(from metadata: ImageMetadata, if isKept: Bool) {
        guard isKept else { return }
        // The pixels were turned, so the block must not have them turned again; its thumbnail shows
        // what they were.
        exif = exif ?? metadata.exif?.uprightExif().withoutExifThumbnail()
        guard density == nil, var kept = metadata.density else { return }
        if metadata.orientation.swapsSides { kept = PixelDensity(x: kept.y, y: kept.x) }
        density = kept
    }
}
