import Foundation
import WebImage

/// The pictures of a folder, and of the folders below it.
struct FolderSource: PictureSource {
    let title: String
    private let folder: String
    private var files: [FolderFile]
    private var fileOrder = PictureOrder()

    /// Lists a folder in the order of names.
    ///
    /// - Parameters:
    ///   - folder: The path.
    ///   - isDeep: `true` to list the folders below it as well.
    /// - Throws: `SourceFailure` if it cannot be read.
    init(_ folder: String, isDeep: Bool = true) throws(SourceFailure) {
        self.folder = folder
        title = URL(fileURLWithPath: folder).lastPathComponent
        do {
            _ = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw SourceFailure("\(folder): the folder cannot be read")
        }
        files = fileOrder.sorted(Self.list(folder, isDeep: isDeep))
    }

    private static func list(_ folder: String, isDeep: Bool) -> [FolderFile] {
        var found: [FolderFile] = []
        let entries = FileManager.default.enumerator(atPath: folder)
        while let path = entries?.nextObject() as? String {
            let isNamed = isPicture(path)
            // The properties of a file are read only if they are needed.
            guard isNamed || !isDeep, let properties = entries?.fileAttributes else { continue }
            if properties[.type] as? FileAttributeType == .typeDirectory {
                if !isDeep { entries?.skipDescendants() }
            } else if isNamed {
                let date = properties[.modificationDate] as? Date
                found.append(
                    FolderFile(
                        path: path, date: date?.timeIntervalSince1970 ?? 0,
                        byteCount: (properties[.size] as? NSNumber)?.intValue ?? 0))
            }
        }
        return found
    }

    /// Returns `true` for the name of a file of pictures.
    static func isPicture(_ path: String) -> Bool {
        suffixes.contains(URL(fileURLWithPath: path).pathExtension.lowercased())
    }

    /// The suffixes of all formats, whose codecs the gallery is built with.
    private static let suffixes = Set(ImageFormat.all.map(\.fileExtension)).union([
        "jpeg", "jpe", "jfif", "apng", "cur", "avifs", "heif", "heics", "heifs", "hif", "svgz",
        "tif",
    ])

    var count: Int { files.count }

    var order: PictureOrder? { fileOrder }

    func name(at index: Int) -> String { files[index].path }

    func request(at index: Int) -> ImageRequest {
        ImageRequest(ImageSource.file(path(at: index)))
    }

    func place(at index: Int) -> PicturePlace { .file(path(at: index)) }

    private func path(at index: Int) -> String {
        (folder.hasSuffix("/") ? folder : folder + "/") + files[index].path
    }

    func sorted(by order: PictureOrder) -> any PictureSource {
        var sorted = self
        (sorted.files, sorted.fileOrder) = (order.sorted(files), order)
        return sorted
    }

    func removing(at index: Int) -> any PictureSource {
        var rest = self
        rest.files.remove(at: index)
        return rest
    }
}
