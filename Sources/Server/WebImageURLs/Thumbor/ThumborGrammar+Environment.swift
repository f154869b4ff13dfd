import WebImageCoding
import WebImagePixels

extension ThumborGrammar {
    /// Reads variables such as `THUMBOR_SECURITY_KEY`; unset ones count as thumbor's defaults,
    /// without a key.
    ///
    /// - Throws: `SettingFault` for a value of another form.
    public init(environment: [String: String]) throws(SettingFault) {
        var read = EnvironmentReader(environment, prefix: "THUMBOR_")
        try self.init(&read)
    }

    /// Reads the settings of the grammar, and declares their variables.
    package init(_ read: inout EnvironmentReader) throws(SettingFault) {
        let key = try read("SECURITY_KEY", .text, "Key of signatures")
        self.init(key: key ?? "", allowsUnsafe: true)
        try read("ALLOW_UNSAFE_URL", .bool, &allowsUnsafe, "Addresses without signature")
        try read("MAX_WIDTH", .count(0...1 << 24), &maxWidth, "Longest width; 0 for any")
        try read("MAX_HEIGHT", .count(0...1 << 24), &maxHeight, "Longest height; 0 for any")
        try read("MAX_PIXELS", .pixels, &maxPixels, "Most pixels of a source")
        if let quality = try read("QUALITY", .quality, standard: "80", "Quality of most formats") {
            qualities = [.jpeg: quality, .webp: quality]
        }
        try read("WEBP_QUALITY", .quality, &qualities[.webp], standard: "as QUALITY")
        try read("AVIF_QUALITY", .quality, &qualities[.avif])
        try read("RESPECT_ORIENTATION", .bool, &turnsUpright, "Pictures are turned upright")
        try read("PRESERVE_EXIF_INFO", .bool, &keepsMetadata, "Metadata stay")
        let filters = SettingForm(
            "NEAREST, BOX, BILINEAR, BICUBIC or LANCZOS", spelling: { $0.rawValue.uppercased() }
        ) { ResampleFilter(rawValue: $0.lowercased()) }
        try read("PILLOW_RESAMPLING_FILTER", filters, &filter)
        let sources = try read("ALLOWED_SOURCES", .list, standard: "all", "Hosts, or expressions")
        if allowSources(sources ?? []) != nil {
            throw read.fault("ALLOWED_SOURCES", expected: "hosts or regular expressions")
        }
    }
}
