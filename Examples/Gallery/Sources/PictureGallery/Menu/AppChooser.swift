import CGTK4
import WebImageGTK

/// Asks the user for a program, and opens a file with it.
@GTKActor enum AppChooser {
    /// Opens the dialogue of GTK.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - parent: The window over which it opens.
    ///   - failed: Called with the reason if the program cannot be started.
    static func ask(
        for path: String, over parent: UnsafeMutablePointer<GtkWindow>,
        failed: @escaping @GTKActor (String) -> Void
    ) {
        let file = g_file_new_for_path(path)
        defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
        guard let dialog = gtk_app_chooser_dialog_new(parent, GTK_DIALOG_MODAL, file) else {
            return
        }
        let address = UInt(bitPattern: dialog)
        Signal.connect("response", of: dialog.opaque) { call in
            guard let dialog = Widget(bitPattern: address) else { return }
            if call.integer(at: 1) == Int(GTK_RESPONSE_OK.rawValue),
                let program = gtk_app_chooser_get_app_info(dialog.opaque)
            {
                defer { g_object_unref(UnsafeMutableRawPointer(program)) }
                do throws(GLibFailure) {
                    try open(path, with: program, on: gtk_widget_get_display(dialog))
                } catch {
                    failed(error.description)
                }
            }
            gtk_window_destroy(dialog.cast(to: GtkWindow.self))
        }
        gtk_window_present(dialog.cast(to: GtkWindow.self))
    }

    private static func open(
        _ path: String, with program: OpaquePointer, on display: OpaquePointer?
    ) throws(GLibFailure) {
        guard let file = g_file_new_for_path(path) else { return }
        let files = g_list_append(nil, UnsafeMutableRawPointer(file))
        let context = gdk_display_get_app_launch_context(display)
        defer {
            g_list_free(files)
            g_object_unref(UnsafeMutableRawPointer(file))
            g_object_unref(context.map { UnsafeMutableRawPointer($0) })
        }
        let base = context.map {
            UnsafeMutableRawPointer($0).assumingMemoryBound(to: GAppLaunchContext.self)
        }
        _ = try GLibFailure.check { g_app_info_launch(program, files, base, $0) }
    }
}
