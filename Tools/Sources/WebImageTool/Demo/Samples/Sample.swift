import WebImage

/// An encoded picture to be served and loaded, with the transforms of its thumbnail.
struct Sample: Sendable {
    /// The file's name, also its path on the server.
    let name: String
    let format: ImageFormat
    /// The upright size in pixels.
    let size: PixelSize
    /// The spelling of the transforms that make its thumbnail.
    let transforms: String
    /// The bytes of the file.
    let bytes: [UInt8]

    /// The name without its extension.
    var stem: String { String(name.prefix { $0 != "." }) }
}
