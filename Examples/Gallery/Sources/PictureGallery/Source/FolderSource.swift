import Foundation
import WebImage

/// The pictures of a folder and of the folders below it, by name.
struct FolderSource: PictureSource {
    let title: String
    private let folder: String
    private let paths: [String]

    /// Lists a folder.
    ///
    /// - Throws: `SourceFailure` if it cannot be read.
    init(_ folder: String) throws(SourceFailure) {
        self.folder = folder
        title = URL(fileURLWithPath: folder).lastPathComponent
        do {
            _ = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw SourceFailure("\(folder): the folder cannot be read")
        }
        var found: [String] = []
        let files = FileManager.default.enumerator(atPath: folder)
        while let path = files?.nextObject() as? String {
            let suffix = URL(fileURLWithPath: path).pathExtension.lowercased()
            guard Self.suffixes.contains(suffix) else { continue }
            let type = files?.fileAttributes?[.type] as? FileAttributeType
            if type != .typeDirectory { found.append(path) }
        }
        paths = found.sorted()
    }

    /// The suffixes of all formats, whose codecs the gallery is built with.
    private static let suffixes = Set(ImageFormat.all.map(\.fileExtension)).union([
        "jpeg", "jpe", "jfif", "apng", "cur", "avifs", "heif", "heics", "heifs", "hif", "svgz",
        "tif",
    ])

    var count: Int { paths.count }

    func name(at index: Int) -> String { paths[index] }

    func request(at index: Int) -> ImageRequest {
        ImageRequest(ImageSource.file("\(folder)/\(paths[index])"))
    }
}
