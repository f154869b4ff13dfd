import CGTK4
import WebImageGTK

/// A picture on the clipboard: its pixels, and its file or its URL.
@GTKActor enum PictureClipboard {
    /// Sets the content of a clipboard.
    static func set(_ clipboard: OpaquePointer, _ texture: ImageTexture, _ place: PicturePlace) {
        var providers = [
            provider(gdk_texture_get_type()) {
                g_value_set_object($0, UnsafeMutableRawPointer(texture.pointer))
            }
        ]
        switch place {
        case .file(let path):
            var file = g_file_new_for_path(path)
            defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
            providers.append(
                provider(gdk_file_list_get_type()) { value in
                    let list = gdk_file_list_new_from_array(&file, 1)
                    g_value_take_boxed(value, list.map { UnsafeMutableRawPointer($0) })
                })
        case .address(let url): providers.append(provider(string) { g_value_set_string($0, url) })
        case .program: break
        }
        // The union takes the references.
        guard let all = gdk_content_provider_new_union(&providers, gsize(providers.count)) else {
            return
        }
        gdk_clipboard_set_content(clipboard, all)
        g_object_unref(UnsafeMutableRawPointer(all))
    }

    /// `G_TYPE_STRING`, a macro that Swift does not import.
    private static let string = GType(16 << 2)

    private static func provider(
        _ type: GType, _ fill: (UnsafeMutablePointer<GValue>) -> Void
    ) -> UnsafeMutablePointer<GdkContentProvider>? {
        var value = GValue()
        g_value_init(&value, type)
        defer { g_value_unset(&value) }
        fill(&value)
        return gdk_content_provider_new_for_value(&value)
    }
}
