import WebImageCoding
import WebImagePixels

/// encode: pixels to the bytes of a format, within a size and a number of bytes.
struct EncodeStage: Sendable {
    private let encoder: any ImageEncoder
    private let animatedEncoder: (any AnimatedImageEncoder)?

    private static let maxEncodeCount = 7

    /// - Throws: `CodecError.encoding` if no encoder of the format is installed.
    init(_ codecs: CodecList, format: ImageFormat) throws(CodecError) {
        encoder = try codecs.encoder(for: format)
        animatedEncoder = codecs.animatedEncoder(for: format)
    }

    var workingBytesPerPixel: Int { encoder.workingBytesPerPixel }

    /// Encodes an image; runs on the decode executor.
    ///
    /// - Throws: `CodecError`, also for a frame that cannot be decoded.
    func run(_ image: DecodedImage, _ settings: EncodeSettings) throws(CodecError) -> ByteBlock {
        var settings = settings
        settings.embedded.fill(from: image.metadata, if: settings.keepsMetadata)
        let subject = try subject(of: image, in: settings.maxSize)
        let encode = { (settings: EncodeSettings) throws(CodecError) -> ByteBlock in
            if Task.isCancelled { throw .cancelled }
            return try subject(settings)
        }
        guard let limit = settings.maxByteCount else { return try encode(settings) }
        return try best(within: limit, settings, encode)
    }

    /// Returns a function that encodes the image, scaled down into the box, by given settings.
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

    /// Searches for the highest quality, at most that of `settings`, whose file is small enough.
    ///
    /// A file that uses 31/32 of the limit ends the search.
    ///
    /// - Throws: `CodecError.encoding` if the smallest file is too large.
    private func best(
        within limit: Int, _ settings: EncodeSettings,
        _ encode: (EncodeSettings) throws(CodecError) -> ByteBlock
    ) throws(CodecError) -> ByteBlock {
        var found = try encode(settings)
        if found.count <= limit { return found }
        var trial = settings
        if encoder.hasQuality, !settings.isLossless, settings.quality > 1 {
            trial.quality = 1
            found = try encode(trial)
        }
        guard found.count <= limit else {
            throw .encoding(
                encoder.format,
                "the smallest file has \(found.count) bytes, expected at most \(limit)")
        }
        // The file of `low` fits, that of `high` does not.
        var low = 1
        var high = settings.quality
        var encodeCount = 2
        while high - low > 1, encodeCount < Self.maxEncodeCount, found.count < limit - limit / 32 {
            trial.quality = (low + high) / 2
            let file = try encode(trial)
            encodeCount += 1
            if file.count <= limit {
                low = trial.quality
                found = file
            } else {
                high = trial.quality
            }
        }
        return found
    }
}

extension Bitmap {
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

extension EmbeddedMetadata {
    /// Adds the metadata of the picture's file; values of the caller stay.
    fileprivate mutating func fill(from metadata: ImageMetadata, if isKept: Bool) {
        guard isKept else { return }
        // The pixels are upright, and the thumbnail shows the picture before its transforms.
        exif = exif ?? metadata.exif?.uprightExif().withoutExifThumbnail()
        guard density == nil, var kept = metadata.density else { return }
        if metadata.orientation.swapsSides { kept = PixelDensity(x: kept.y, y: kept.x) }
        density = kept
    }
}

extension EncodeStage {
    /// Estimates the memory of encoding, without the image.
    func byteCount(_ image: DecodedImage, _ settings: EncodeSettings) -> Int {
        let size = Downsampling(box: settings.maxSize).scaledSize(of: image.size)
        let scaled = size == image.size ? 0 : Bitmap.byteCount(of: size)
        return scaled + size.area * workingBytesPerPixel
    }
}
