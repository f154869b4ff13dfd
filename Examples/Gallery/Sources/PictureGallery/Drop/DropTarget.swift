import CGTK4
import WebImageGTK

/// The files that are dropped on a widget.
@GTKActor enum DropTarget {
    /// Lets files be dropped on a widget.
    ///
    /// - Parameter body: Called with the places of the files.
    static func add(to widget: Widget, _ body: @escaping @GTKActor ([PicturePlace]) -> Void) {
        guard let target = gtk_drop_target_new(gdk_file_list_get_type(), GDK_ACTION_COPY) else {
            return
        }
        Signal.connect("drop", of: target) { call in
            guard let target = call.object(at: 0), let value = gtk_drop_target_get_value(target),
                let list = g_value_get_boxed(value)
            else { return }
            body(places(in: OpaquePointer(list)))
            call.returns(true)
        }
        gtk_widget_add_controller(widget, target)
    }

    /// Returns the places of a `GdkFileList`: paths, or the URLs of files on other machines.
    private static func places(in list: OpaquePointer) -> [PicturePlace] {
        var places: [PicturePlace] = []
        let files = gdk_file_list_get_files(list)
        defer { g_slist_free(files) }
        var rest = files
        while let entry = rest?.pointee {
            let file = OpaquePointer(entry.data)
            if let path = g_file_get_path(file) {
                places.append(.file(String(cString: path)))
                g_free(path)
            } else if let url = g_file_get_uri(file) {
                places.append(.address(String(cString: url)))
                g_free(url)
            }
            rest = entry.next
        }
        return places
    }
}
