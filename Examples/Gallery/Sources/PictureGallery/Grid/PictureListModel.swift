import CAdwaita
import CGTK4
import WebImageGTK

/// A `GListModel` of pictures without a list: its objects are made when GTK asks for them.
///
/// Its memory does not grow with the number of pictures, except by four bytes for each match of a
/// search.
@GTKActor final class PictureListModel {
    /// The `GListModel`, valid as long as this object.
    let pointer: OpaquePointer
    private let content: ListContent

    /// Creates a model of all pictures of a source.
    init(_ source: any PictureSource) {
        content = ListContent(source)
        pointer = ListModelType.instance(of: content)
    }

    isolated deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

    /// The number of pictures that are listed.
    var count: Int { content.count }

    /// Returns the index in the source of the picture at a position.
    func index(at position: Int) -> Int? {
        (0..<content.count).contains(position) ? content.index(at: position) : nil
    }

    /// Lists some pictures of the source, by index; nil for all.
    func show(_ matches: [Int32]?) {
        let former = content.count
        content.matches = matches
        g_list_model_items_changed(pointer, 0, guint(former), guint(content.count))
    }
}
