import WebImage

extension ImageFormat {
    /// The format that a file extension or a name stands for, nil when it is none.
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

    /// The format that the extension of a path stands for.
    init?(ofPath path: String) {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard let dot = name.lastIndex(of: ".") else { return nil }
        self.init(fileExtension: String(name[name.index(after: dot)...]))
    }
}
