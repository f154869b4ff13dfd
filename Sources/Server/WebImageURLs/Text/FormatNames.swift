package import WebImageCoding

extension ImageFormat {
    private static let names: [String: ImageFormat] = [
        "jpg": .jpeg, "jpeg": .jpeg, "png": .png, "webp": .webp, "gif": .gif, "avif": .avif,
        "bmp": .bmp, "tiff": .tiff, "ico": .ico, "heic": .heic, "jxl": .jxl, "svg": .svg,
    ]

    /// Creates the format of a name in addresses and settings, such as `jpg`; in lower case.
    package init?(nameInAddress name: some StringProtocol) {
        guard let format = Self.names[String(name)] else { return nil }
        self = format
    }
}
