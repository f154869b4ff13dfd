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

    /// Lists pictures on a separate thread, since a large folder takes longer than a frame.
    @concurrent
    static func open(
        _ path: String, by order: PictureOrder
    ) async throws(SourceFailure) -> any PictureSource {
        let source = try list(path)
        return source.order == order ? source : source.sorted(by: order)
    }

    /// Sorts pictures and searches them, on a separate thread.
    ///
    /// - Returns: All pictures of the source, or those whose names match the text unless it is
    ///   empty.
    /// - Throws: `CancellationError` if the task is cancelled.
    @concurrent
    static func sort(
        _ source: any PictureSource, by order: PictureOrder, matching text: String
    ) async throws -> PictureList {
        let sorted = source.sorted(by: order)
        let isSearch = text.contains { !$0.isWhitespace }
        let matches = isSearch ? try await NameSearch.matches(text, in: sorted) : nil
        return PictureList(source: sorted, matches: matches)
    }
}
