/// The head of a ``ThumbHash``: means, scales and shape, packed in bits.
struct ThumbHashHeader: Hashable, Sendable {
    /// A mean and the largest factor of a channel's frequencies, quantized.
    struct Channel: Hashable, Sendable {
        var mean: Int
        var scale: Int
    }

    var lightness: Channel
    /// Yellow against blue.
    var yellow: Channel
    /// Red against green.
    var red: Channel
    /// nil without transparency.
    var alpha: Channel?
    var isLandscape: Bool
    /// The frequencies of lightness along the shorter side, 1 to 7.
    var shortFrequencies: Int

    var hasAlpha: Bool { alpha != nil }
    /// The frequencies of lightness along the longer side.
    var longFrequencies: Int { hasAlpha ? 5 : 7 }
    /// The bytes of the head.
    var byteCount: Int { hasAlpha ? 6 : 5 }

    /// Returns the numbers of columns and rows of lightness frequencies.
    func lightnessFrequencies(atLeast least: Int) -> (columns: Int, rows: Int) {
        let long = max(least, longFrequencies)
        let short = max(least, shortFrequencies)
        return isLandscape ? (long, short) : (short, long)
    }

    /// The number of frequencies of all channels, without their means.
    var frequencyCount: Int {
        let (columns, rows) = lightnessFrequencies(atLeast: 3)
        return Self.frequencies(columns, rows).count + 2 * Self.frequencies(3, 3).count
            + (hasAlpha ? Self.frequencies(5, 5).count : 0)
    }

    /// Returns a channel's frequencies in the order of the format: a triangle without its corner.
    static func frequencies(_ columns: Int, _ rows: Int) -> [(column: Int, row: Int)] {
        (0..<rows).flatMap { row in
            (0..<columns).filter { $0 * rows < columns * (rows - row) && $0 + row > 0 }
                .map { ($0, row) }
        }
    }
}

extension ThumbHashHeader {
    /// Reads the first bytes of a hash; nil if there are too few, or no frequencies.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        let first = Int(bytes[0]) | Int(bytes[1]) << 8 | Int(bytes[2]) << 16
        let second = Int(bytes[3]) | Int(bytes[4]) << 8
        lightness = Channel(mean: first & 63, scale: first >> 18 & 31)
        yellow = Channel(mean: first >> 6 & 63, scale: second >> 3 & 63)
        red = Channel(mean: first >> 12 & 63, scale: second >> 9 & 63)
        isLandscape = second >> 15 == 1
        shortFrequencies = second & 7
        guard shortFrequencies > 0 else { return nil }
        guard first >> 23 == 1 else { return }
        guard bytes.count >= 6 else { return nil }
        alpha = Channel(mean: Int(bytes[5] & 15), scale: Int(bytes[5] >> 4))
    }

    /// The packed bytes of the head.
    var bytes: [UInt8] {
        let first =
            lightness.mean | yellow.mean << 6 | red.mean << 12 | lightness.scale << 18
            | (hasAlpha ? 1 << 23 : 0)
        let second =
            shortFrequencies | yellow.scale << 3 | red.scale << 9 | (isLandscape ? 1 << 15 : 0)
        let bytes = [first, first >> 8, first >> 16, second, second >> 8].map { UInt8($0 & 255) }
        guard let alpha else { return bytes }
        return bytes + [UInt8(alpha.mean | alpha.scale << 4)]
    }
}
