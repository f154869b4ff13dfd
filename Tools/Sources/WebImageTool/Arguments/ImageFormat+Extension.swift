import WebImage

extension ImageFormat {
    /// Creates the format of a file extension or name, nil for an unknown one.
    init?(fileExtension text: String) {
        switch text.lowercased() {
        case "jpg", "jpeg", "jpe", "jfif": self = .jpeg
        case "tif", "tiff": self = .tiff
        case "heif", "heic": self = .heic
        case "dib", "bmp": self = .bmp
        case let name:
            let own = WebImageCommand.codecs.encoders.map(\.format)
            guard let format = (Self.all + own).first(where: { $0.rawValue == name }) else {
                return nil
            }
            self = format
        }
    }

    /// Creates the format of a path's extension.
    init?(ofPath path: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        self.init(fileExtension: String(name[name.index(after: dot)...]))
    }
}
