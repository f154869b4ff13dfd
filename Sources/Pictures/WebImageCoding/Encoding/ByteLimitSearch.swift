import WebImageBytes
package import WebImagePixels

/// The search for a file within a number of bytes: quality gives way first, then size.
package struct ByteLimitSearch {
    private let limit: Int
    private let encoder: any ImageEncoder

    private static let maxEncodeCount = 7
    /// The lowest quality; below, fewer pixels look better.
    private static let minQuality = 10

    /// Creates a search for a file of at most `limit` bytes.
    package init(limit: Int, encoder: any ImageEncoder) {
        self.limit = limit
        self.encoder = encoder
    }

    /// Searches for the highest quality, at most the one in `settings`, whose file is small enough.
    ///
    /// A file that uses 31/32 of the limit ends the search.
    ///
    /// - Parameter encode: Encodes by settings; the file of the given ones is too large.
    /// - Returns: The file; nil if no quality makes it small enough, and the picture may be scaled
    ///   down or has no lower quality.
    package func lowerQuality(
        _ settings: EncodeSettings, _ encode: (EncodeSettings) throws(CodecError) -> EncodedFile
    ) throws(CodecError) -> EncodedFile? {
        guard let lowest = lowest(settings) else { return nil }
        var trial = lowest
        var found = try encode(trial)
        guard found.bytes.count <= limit else {
            return settings.fitsBytesByQualityOnly ? found : nil
        }
        // The file of `low` fits, the file of `high` does not.
        var low = trial.quality
        var high = settings.quality
        var encodeCount = 2
        while high - low > 1, encodeCount < Self.maxEncodeCount,
            found.bytes.count < limit - limit / 32
        {
            trial.quality = (low + high) / 2
            let file = try encode(trial)
            encodeCount += 1
            if file.bytes.count <= limit {
                low = trial.quality
                found = file
            } else {
                high = trial.quality
            }
        }
        return found
    }

    /// Scales the picture down, at the lowest quality, until its file is small enough.
    ///
    /// - Parameter encode: Encodes in a size by settings.
    /// - Throws: `CodecError.encoding` if the file of a single pixel is too large.
    package func shrink(
        _ size: PixelSize, _ settings: EncodeSettings,
        _ encode: (PixelSize, EncodeSettings) throws(CodecError) -> EncodedFile
    ) throws(CodecError) -> EncodedFile {
        let settings = lowest(settings) ?? settings
        var scale = 0.9
        while true {
            let smaller = PixelSize(
                width: max(1, Int(Double(size.width) * scale)),
                height: max(1, Int(Double(size.height) * scale)))
            let file = try encode(smaller, settings)
            if file.bytes.count <= limit { return file }
            guard smaller.area > 1 else {
                throw .encoding(
                    encoder.format,
                    "the smallest file has \(file.bytes.count) bytes, expected at most \(limit)")
            }
            // Bytes shrink more slowly than the area.
            scale *= min((Double(limit) / Double(file.bytes.count)).squareRoot() * 0.97, 0.9)
        }
    }

    /// Returns the settings with the lowest quality; nil if quality has no effect or is as low.
    private func lowest(_ settings: EncodeSettings) -> EncodeSettings? {
        guard encoder.hasQuality, !settings.isLossless, settings.quality > Self.minQuality else {
            return nil
        }
        var lowest = settings
        lowest.quality = Self.minQuality
        return lowest
    }
}
