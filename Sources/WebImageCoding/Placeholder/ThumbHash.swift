/// A picture in about 25 bytes, to be shown until the picture itself is there.
///
///     let hash = ThumbHash(of: bitmap)
///     page.write(hash.base64)                   // "1QcSHQRnh493V4dIh4eXh1h4kJUI"
///     view.show(ThumbHash(base64: text)?.bitmap())
///
/// It keeps the mean colour, the coarse shape, the aspect ratio and transparency: a series of
/// cosines of lightness, two colour differences and alpha, in 4 bits each. The format is Evan
/// Wallace's, https://evanw.github.io/thumbhash/.
public struct ThumbHash: Hashable, Sendable {
    /// The hash itself: 5 or 6 bytes, and half a byte for each frequency.
    public let bytes: [UInt8]

    let header: ThumbHashHeader

    /// A hash of known bytes, nil if they are none: too few or more than its head says.
    public init?(bytes: [UInt8]) {
        guard let header = ThumbHashHeader(bytes),
            bytes.count == header.byteCount + (header.frequencyCount + 1) / 2
        else { return nil }
        self.bytes = bytes
        self.header = header
    }

    /// The hash of a text in base64, nil if it is none.
    public init?(base64 text: String) {
        guard let bytes = Base64.decode(text.utf8) else { return nil }
        self.init(bytes: bytes)
    }

    /// The hash as text, as it usually travels.
    public var base64: String { Base64.encode(bytes) }

    init(header: ThumbHashHeader, nibbles: [UInt8]) {
        var bytes = header.bytes
        for pair in stride(from: 0, to: nibbles.count, by: 2) {
            let high = pair + 1 < nibbles.count ? nibbles[pair + 1] : 0
            bytes.append(nibbles[pair] | high << 4)
        }
        self.bytes = bytes
        self.header = header
    }

    /// Width divided by height, as well as the hash knows it.
    public var aspectRatio: Double {
        let (columns, rows) = header.lightnessFrequencies(atLeast: 1)
        return Double(columns) / Double(rows)
    }

    /// Whether the picture has transparent parts.
    public var hasAlpha: Bool { header.hasAlpha }

    /// Half a byte for each frequency of lightness, the two differences, and alpha.
    var nibbles: [UInt8] {
        bytes[header.byteCount...].flatMap { [$0 & 15, $0 >> 4] }
    }
}
