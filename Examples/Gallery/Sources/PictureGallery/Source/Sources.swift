import Foundation

/// The sources of pictures that the user names by a path.
enum Sources {
    /// Lists the pictures of a folder, or of a file of URLs.
    static func list(_ path: String) throws(SourceFailure) -> any PictureSource {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw SourceFailure("\(path): there is no such file or folder")
        }
        return isFolder.boolValue ? try FolderSource(path) : try ListSource(path)
    }

    /// Lists pictures on a thread of its own, since a large folder takes longer than a frame.
    @concurrent
    static func open(_ path: String) async throws(SourceFailure) -> any PictureSource {
        try list(path)
    }
}
