import Foundation

/// The pictures of files that were dropped on the window.
struct DroppedFiles: Sendable {
    let source: any PictureSource
    /// The picture to open; nil for the grid.
    var picture: PicturePlace?
    /// The names of files without pictures.
    var refused: [String] = []

    /// Lists the pictures, on a separate thread.
    ///
    /// A folder is listed, a file of a picture opens its folder at that picture, and a text file is
    /// read as a list of URLs. Several files, and the pictures of several folders, become a list.
    ///
    /// - Throws: `SourceFailure` if there are none.
    @concurrent
    static func open(
        _ places: [PicturePlace], by order: PictureOrder
    ) async throws(SourceFailure) -> DroppedFiles {
        if places.count == 1, let path = places[0].path {
            return try openFile(path, order)
        }
        return try openSeveral(places, order)
    }

    private static func openFile(
        _ path: String, _ order: PictureOrder
    ) throws(SourceFailure) -> DroppedFiles {
        if isFolder(path) {
            return DroppedFiles(source: try FolderSource(path).sorted(by: order))
        }
        if FolderSource.isPicture(path) {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let source = try FolderSource(folder, isDeep: false).sorted(by: order)
            return DroppedFiles(source: source, picture: .file(path))
        }
        let source = try ListSource(path)
        guard isRemote(source.place(at: 0)) else {
            throw SourceFailure("\(path): there are no pictures")
        }
        return DroppedFiles(source: source)
    }

    private static func openSeveral(
        _ places: [PicturePlace], _ order: PictureOrder
    ) throws(SourceFailure) -> DroppedFiles {
        var (found, refused): ([PicturePlace], [String]) = ([], [])
        for place in places {
            if let path = place.path, isFolder(path), let folder = try? FolderSource(path) {
                let source = folder.sorted(by: order)
                found += (0..<source.count).map { source.place(at: $0) }
            } else if place.path.map(FolderSource.isPicture) ?? isRemote(place) {
                found.append(place)
            } else {
                refused.append(place.name)
            }
        }
        if found.isEmpty {
            throw SourceFailure("\(refused.joined(separator: ", ")): there are no pictures")
        }
        let title = found.count == 1 ? "1 Picture" : "\(found.count) Pictures"
        return DroppedFiles(source: ListSource(title, found), refused: refused)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// Returns `true` for a URL that can be loaded.
    private static func isRemote(_ place: PicturePlace) -> Bool {
        guard case .address(let url) = place else { return false }
        return ["http://", "https://"].contains { url.lowercased().hasPrefix($0) }
    }
}
