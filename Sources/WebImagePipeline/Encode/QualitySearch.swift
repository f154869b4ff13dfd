import WebImageCoding

/// Looks for the best quality whose file is small enough, with few encodings.
struct QualitySearch {
    let format: ImageFormat
    let maxByteCount: Int
    /// Whether quality has an effect at all.
    let hasQuality: Bool

    /// The most encodings in all.
    static let maxEncodeCount = 7

    /// The file of the highest quality found, at most that of `settings`.
    ///
    /// A file that takes most of the room ends the search before it is exhausted.
    ///
    /// - Throws: `CodecError.encoding` when the lowest quality, or a format that has none, is too
    ///   large; and what `encode` throws.
    func run(
        _ settings: EncodeSettings, _ encode: (EncodeSettings) throws(CodecError) -> ByteBlock
    ) throws(CodecError) -> ByteBlock {
        let best = try encode(settings)
        if best.count <= maxByteCount { return best }
        guard hasQuality, !settings.isLossless, settings.quality > 1 else { throw tooLarge(best) }
        var trial = settings
        trial.quality = 1
        var found = try encode(trial)
        guard found.count <= maxByteCount else { throw tooLarge(found) }

        // The file of `low` fits, that of `high` does not.
        var (low, high) = (1, settings.quality)
        var encodeCount = 2
        while high - low > 1, encodeCount < Self.maxEncodeCount, !isFull(found) {
            trial.quality = (low + high) / 2
            let file = try encode(trial)
            encodeCount += 1
            if file.count <= maxByteCount {
                (low, found) = (trial.quality, file)
            } else {
                high = trial.quality
            }
        }
        return found
    }

    /// Whether a better file would not be much larger: 31/32 of the room is used.
    private func isFull(_ file: ByteBlock) -> Bool {
        file.count >= maxByteCount - maxByteCount / 32
    }

    private func tooLarge(_ smallest: ByteBlock) -> CodecError {
        .encoding(
            format,
            "the smallest file has \(smallest.count) bytes, expected at most \(maxByteCount)")
    }
}
