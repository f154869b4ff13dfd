import WebImageBytes

/// A placeholder of a picture in about 25 bytes, to show until the picture is loaded.
///
///     let hash = ThumbHash(of: bitmap)
///     page.write(hash.base64)                   // "1QcSHQRnh493V4dIh4eXh1h4kJUI"
///     view.show(ThumbHash(base64: text)?.bitmap())
///
/// It stores the mean colour, the coarse shape, the aspect ratio and transparency: a series of
/// cosines of lightness, two colour differences and alpha, in 4 bits each. The format is Evan
/// Wallace's, https://evanw.github.io/thumbhash/.
public struct ThumbHash: Hashable, Sendable {
    /// The bytes of the hash: 5 or 6, and half a byte for each frequency.
    public let bytes: [UInt8]

    let header: ThumbHashHeader

    /// Creates a hash from its bytes; nil if their number contradicts the head.
    ///
    /// - Parameter bytes: The bytes of the hash, about 25.
    public init?(bytes: [UInt8]) {
        guard let header = ThumbHashHeader(bytes),
            bytes.count == header.byteCount + (header.frequencyCount + 1) / 2
        else { return nil }
        self.bytes = bytes
        self.header = header
    }

    /// Creates a hash from its text; nil if it is invalid.
    ///
    /// - Parameter text: The bytes of the hash in base64.
    public init?(base64 text: String) {
        guard let bytes = Base64.decode(text.utf8) else { return nil }
        self.init(bytes: bytes)
    }

    /// The hash in base64, its usual text form.
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

    /// The approximate width divided by height.
    public var aspectRatio: Double {
        let (columns, rows) = header.lightnessFrequencies(atLeast: 1)
        return Double(columns) / Double(rows)
    }

    /// `true` if the picture has transparent parts.
    public var hasAlpha: Bool { header.hasAlpha }

    /// The half byte of each frequency of lightness, the two differences, and alpha.
    var nibbles: [UInt8] {
        bytes[header.byteCount...].flatMap { [$0 & 15, $0 >> 4] }
    }
}
