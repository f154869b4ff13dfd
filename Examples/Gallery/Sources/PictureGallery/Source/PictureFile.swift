import WebImage
import WebImageComparison

/// The file of a generated picture.
struct PictureFile {
    private let recipe: PictureRecipe
    private let size: PixelSize

    init(_ recipe: PictureRecipe, scale: Double = 1) {
        self.recipe = recipe
        size = recipe.size.scaled(by: scale)
    }

    /// Returns the bytes of the file.
    ///
    /// - Throws: `CodecError` if an encoder is missing or refuses.
    func bytes() throws(CodecError) -> [UInt8] {
        let codecs = CodecList.installed
        var settings = EncodeSettings(quality: 84)
        settings.effort = recipe.format == .webp ? 1 : nil
        if recipe.isAnimated, let encoder = codecs.animatedEncoder(for: recipe.format) {
            return Self.array(try encoder.encode(frames(), settings: settings))
        }
        settings.isProgressive = recipe.isSlow
        if recipe.format == .jpeg {
            settings.embedded = EmbeddedMetadata(exif: ExifBlock(recipe).bytes)
        }
        let encoder = try codecs.encoder(for: recipe.format)
        return Self.array(try encoder.encode(painted(time: 0), settings: settings))
    }

    private static let frameCount = 16

    private func frames() -> ListedFrames {
        let count = Self.frameCount
        let bitmaps = (0..<count).map { painted(time: Float($0) / Float(count)) }
        return ListedFrames(
            bitmaps, durations: Array(repeating: .milliseconds(60), count: count))
    }

    /// Returns the picture at a part of its animation, 0 to 1.
    private func painted(time: Float) -> Bitmap {
        recipe.motif.picture(
            size: size, palette: recipe.palette, seed: recipe.seed, time: time)
    }

    private static func array(_ block: ByteBlock) -> [UInt8] {
        block.withUnsafeBytes { Array($0) }
    }
}
