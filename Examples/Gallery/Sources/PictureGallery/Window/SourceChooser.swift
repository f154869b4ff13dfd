import CAdwaita
import CGTK4
import WebImageGTK

/// Asks the user for a folder of pictures, or for a file of URLs.
@GTKActor enum SourceChooser {
    /// Opens the dialogue of the desktop.
    ///
    /// - Parameters:
    ///   - parent: The window over which it opens.
    ///   - isFolder: `true` for a folder, `false` for a file of URLs.
    ///   - body: Called with the path of what the user chose, and not called if nothing was chosen.
    static func ask(
        over parent: UnsafeMutablePointer<GtkWindow>, isFolder: Bool,
        _ body: @escaping @GTKActor (String) -> Void
    ) {
        let action = isFolder ? GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER : GTK_FILE_CHOOSER_ACTION_OPEN
        let title = isFolder ? "Open Folder" : "Open List of URLs"
        guard let dialog = gtk_file_chooser_native_new(title, parent, action, "_Open", "_Cancel")
        else { return }
        let raw = UnsafeMutableRawPointer(dialog)
        let native = raw.assumingMemoryBound(to: GtkNativeDialog.self)
        gtk_native_dialog_set_modal(native, 1)
        // The handler holds the dialogue until it has answered.
        let address = UInt(bitPattern: raw)
        Signal.connect("response", of: OpaquePointer(raw)) { call in
            guard let raw = UnsafeMutableRawPointer(bitPattern: address) else { return }
            if call.integer(at: 1) == Int(GTK_RESPONSE_ACCEPT.rawValue),
                let file = gtk_file_chooser_get_file(OpaquePointer(raw))
            {
                if let path = g_file_get_path(file) {
                    body(String(cString: path))
                    g_free(path)
                }
                g_object_unref(UnsafeMutableRawPointer(file))
            }
            g_object_unref(raw)
        }
        gtk_native_dialog_show(native)
    }
}
