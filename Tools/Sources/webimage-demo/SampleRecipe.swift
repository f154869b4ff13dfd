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

/// The recipe of a sample: its picture, painted at a size, and its encoding.
struct SampleRecipe: Sendable {
    /// The file's name.
    let name: String
    let format: ImageFormat
    /// The unscaled size in pixels.
    let size: PixelSize
    /// The spelling of the transforms that make its thumbnail.
    let transforms: String
    private let make: @Sendable (PixelSize) throws -> [UInt8]

    /// Creates a recipe whose whole file is made by `make`.
    init(
        _ name: String, _ format: ImageFormat, _ width: Int, _ height: Int, transforms: String,
        make: @escaping @Sendable (PixelSize) throws -> [UInt8]
    ) {
        self.name = name
        self.format = format
        size = PixelSize(width: width, height: height)
        self.transforms = transforms
        self.make = make
    }

    /// Creates a recipe of a picture and an encoder.
    init(
        _ name: String, _ format: ImageFormat, _ width: Int, _ height: Int, transforms: String,
        _ settings: EncodeSettings = EncodeSettings(),
        painting paint: @escaping @Sendable (PixelSize) -> Bitmap
    ) {
        self.init(name, format, width, height, transforms: transforms) { size in
            try paint(size).encoded(as: format, settings)
        }
    }

    /// Returns the sample at its size times `scale`.
    ///
    /// - Throws: `CodecError` if the format's encoder is not installed or fails.
    func sample(scale: Double) throws -> Sample {
        let scaled = PixelSize(
            width: max(8, Int(Double(size.width) * scale)),
            height: max(8, Int(Double(size.height) * scale)))
        return Sample(
            name: name, format: format, size: scaled, transforms: transforms,
            bytes: try make(scaled))
    }
}

extension Bitmap {
    /// Returns the bytes of a file made by the installed encoder.
    func encoded(
        as format: ImageFormat, _ settings: EncodeSettings = EncodeSettings()
    ) throws(CodecError) -> [UInt8] {
        let block = try CodecList.installed.encoder(for: format).encode(self, settings: settings)
        return block.withUnsafeBytes { Array($0) }
    }
}
