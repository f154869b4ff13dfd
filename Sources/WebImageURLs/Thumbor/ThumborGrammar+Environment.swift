import WebImageCoding
import WebImagePixels

extension ThumborGrammar {
    /// Reads the settings of the grammar from variables such as `THUMBOR_SECURITY_KEY`.
    ///
    /// `SECURITY_KEY`, `ALLOW_UNSAFE_URL` (true), `ALLOWED_SOURCES` (a list with commas), `MAX_WIDTH`,
    /// `MAX_HEIGHT`, `MAX_PIXELS` (75000000), `QUALITY` (80), `WEBP_QUALITY`, `AVIF_QUALITY`,
    /// `RESPECT_ORIENTATION`, `PRESERVE_EXIF_INFO`, `PILLOW_RESAMPLING_FILTER` (LANCZOS). An unset variable counts as thumbor's default, except
    /// that the key has none.
    ///
    /// - Throws: `SettingFault` for a value of another form.
    public init(environment: [String: String]) throws(SettingFault) {
        let reader = EnvironmentReader(environment, prefix: "THUMBOR_")
        self.init(
            key: reader.text("SECURITY_KEY") ?? "",
            allowsUnsafe: try reader.boolean("ALLOW_UNSAFE_URL") ?? true)
        maxWidth = try reader.integer("MAX_WIDTH", in: 0...1 << 24) ?? 0
        maxHeight = try reader.integer("MAX_HEIGHT", in: 0...1 << 24) ?? 0
        // thumbor's own default is written as 75e6.
        if let pixels = try reader.number("MAX_PIXELS", in: 0...1e15) { maxPixels = Int(pixels) }
        let quality = try reader.integer("QUALITY", in: 1...100) ?? 80
        qualities = [
            .jpeg: quality, .webp: try reader.integer("WEBP_QUALITY", in: 1...100) ?? quality,
        ]
        qualities[.avif] = try reader.integer("AVIF_QUALITY", in: 1...100)
        turnsUpright = try reader.boolean("RESPECT_ORIENTATION") ?? false
        keepsMetadata = try reader.boolean("PRESERVE_EXIF_INFO") ?? false
        if let word = reader.text("PILLOW_RESAMPLING_FILTER") {
            guard let filter = ResampleFilter(rawValue: word.lowercased()) else {
                throw reader.fault(
                    "PILLOW_RESAMPLING_FILTER",
                    expected: "NEAREST, BOX, BILINEAR, BICUBIC or LANCZOS")
            }
            self.filter = filter
        }
        if allowSources(reader.list("ALLOWED_SOURCES")) != nil {
            throw reader.fault("ALLOWED_SOURCES", expected: "hosts or regular expressions")
        }
    }
}
