import WebImage

/// The placeholder texts of a picture.
struct Placeholders: Sendable {
    let thumbHash: String
    let blurHash: String

    /// The longer side in pixels of the input; more detail does not change the hashes.
    static let side = 100

    init(of bitmap: Bitmap) {
        thumbHash = ThumbHash(of: bitmap).base64
        blurHash = BlurHash(of: bitmap).text
    }

    /// The members for `--json`.
    var members: [(name: String, value: JSONValue)] {
        [("thumbhash", .text(thumbHash)), ("blurhash", .text(blurHash))]
    }
}
