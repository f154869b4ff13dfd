import WebImage

/// An encoded picture to be served and loaded, and what is to be made of it.
struct Sample: Sendable {
    /// The file's name, which is also its path on the server.
    let name: String
    /// What the bytes are.
    let format: ImageFormat
    /// Upright width and height.
    let size: PixelSize
    /// The spelling of the transforms that make its thumbnail.
    let transforms: String
    /// The file.
    let bytes: [UInt8]

    /// The name without its extension.
    var stem: String { String(name.prefix { $0 != "." }) }
}
