import CGTK4

/// The bin of the desktop.
enum Bin {
    /// Moves a file to the bin, on a separate thread, since a disk of another machine may be slow.
    ///
    /// - Throws: `GLibFailure` if the system refuses.
    @concurrent
    static func move(_ path: String) async throws(GLibFailure) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        _ = try GLibFailure.check { g_file_trash(file, nil, $0) }
    }
}
