import CGTK4

/// A `GListModel` of a number of equal items, which takes no memory for them.
enum NumberList {
    /// The number of items of all lists, set before the first is created.
    nonisolated(unsafe) static var count = 0

    /// Returns a new list, a reference that the caller owns.
    static func make() -> OpaquePointer? {
        OpaquePointer(g_object_new_with_properties(type, 0, nil, nil))
    }

    private static let type: GType = {
        let type = g_type_register_static_simple(
            g_object_get_type(), "NumberList", guint(MemoryLayout<GObjectClass>.size), nil,
            guint(MemoryLayout<GObject>.size), nil, GTypeFlags(0))
        var list = GInterfaceInfo(
            interface_init: { data, _ in
                guard let table = data?.assumingMemoryBound(to: GListModelInterface.self) else {
                    return
                }
                table.pointee.get_item_type = { _ in g_object_get_type() }
                table.pointee.get_n_items = { _ in guint(NumberList.count) }
                table.pointee.get_item = { _, position in
                    guard position < NumberList.count else { return nil }
                    return g_object_new_with_properties(g_object_get_type(), 0, nil, nil).map {
                        UnsafeMutableRawPointer($0)
                    }
                }
            }, interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, g_list_model_get_type(), &list)
        return type
    }()
}
