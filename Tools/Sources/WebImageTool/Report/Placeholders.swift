import WebImage

/// The texts that stand for a picture until it is there.
struct Placeholders: Sendable {
    let thumbHash: String
    let blurHash: String

    /// Pixels of the longer side that are enough: hashes show no finer detail.
    static let side = 100

    /// The hashes of a picture.
    init(of bitmap: Bitmap) {
        thumbHash = ThumbHash(of: bitmap).base64
        blurHash = BlurHash(of: bitmap).text
    }

    /// What `--json` says of them.
    var members: [(name: String, value: JSONValue)] {
        [("thumbhash", .text(thumbHash)), ("blurhash", .text(blurHash))]
    }
}
