import WebImageCaching

/// The name of a text that logs do not show.
package enum TextDigest {
    /// Returns the first 16 digits of the text's SHA-256, with `sha256:` in front.
    package static func text(of text: String) -> String {
        "sha256:\(SHA256.hexDigest(of: text.utf8).prefix(16))"
    }
}
