import CGTK4
import WebImageGTK

/// The file manager of the desktop.
enum FileManagers {
    /// Shows the folder of a file with the file selected, or else the folder alone.
    ///
    /// - Throws: `GLibFailure` if no program shows folders.
    @concurrent
    static func show(_ path: String) async throws(GLibFailure) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        if select(uri(of: file)) { return }
        let folder = g_file_get_parent(file)
        defer { g_object_unref(folder.map { UnsafeMutableRawPointer($0) }) }
        try await open(uri(of: folder))
    }

    private static func uri(of file: OpaquePointer?) -> String {
        guard let text = g_file_get_uri(file) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Asks the file manager on the bus to show a file; `false` if there is none.
    private static func select(_ uri: String) -> Bool {
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(bus)) }
        let list = uri.withCString { text in
            var items: [UnsafePointer<CChar>?] = [text]
            return g_variant_new_strv(&items, 1)
        }
        // The second value is the number of a start-up, which the program does not have.
        var values = [list, g_variant_new_string("")]
        let name = "org.freedesktop.FileManager1"
        let reply = g_dbus_connection_call_sync(
            bus, name, "/org/freedesktop/FileManager1", name, "ShowItems",
            g_variant_new_tuple(&values, 2), nil, G_DBUS_CALL_FLAGS_NONE, patience, nil, nil)
        guard let reply else { return false }
        g_variant_unref(reply)
        return true
    }

    /// The milliseconds in which a file manager starts and answers.
    private static let patience: gint = 10_000

    @GTKActor private static func open(_ uri: String) throws(GLibFailure) {
        _ = try GLibFailure.check { g_app_info_launch_default_for_uri(uri, nil, $0) }
    }
}
