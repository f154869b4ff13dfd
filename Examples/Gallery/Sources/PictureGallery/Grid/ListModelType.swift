import CAdwaita
import CGTK4

/// The GObject type of ``PictureListModel``, which implements `GListModel`.
enum ListModelType {
    /// Returns a new object that retains and lists a content.
    static func instance(of content: ListContent) -> OpaquePointer {
        guard let object = g_object_new_with_properties(type, 0, nil, nil) else {
            preconditionFailure("GLib cannot create an object of a type that it has registered.")
        }
        let raw = UnsafeMutableRawPointer(object)
        raw.assumingMemoryBound(to: GalleryListInstance.self).pointee.swift =
            Unmanaged.passRetained(content).toOpaque()
        return OpaquePointer(object)
    }

    private static let type: GType = {
        let type = g_type_register_static_simple(
            g_object_get_type(), "GalleryPictureList", guint(MemoryLayout<GalleryListClass>.size),
            { data, _ in ListModelType.initialize(class: data) },
            guint(MemoryLayout<GalleryListInstance>.size), nil, GTypeFlags(0))
        var list = GInterfaceInfo(
            interface_init: { data, _ in ListModelType.initialize(interface: data) },
            interface_finalize: nil, interface_data: nil)
        g_type_add_interface_static(type, g_list_model_get_type(), &list)
        return type
    }()

    private static func initialize(class data: gpointer?) {
        data?.assumingMemoryBound(to: GObjectClass.self).pointee.finalize = { object in
            guard let object else { return }
            let raw = UnsafeMutableRawPointer(object)
            let instance = raw.assumingMemoryBound(to: GalleryListInstance.self)
            if let content = instance.pointee.swift {
                Unmanaged<ListContent>.fromOpaque(content).release()
            }
            let parent = g_type_class_peek(g_object_get_type())
            parent?.assumingMemoryBound(to: GObjectClass.self).pointee.finalize(object)
        }
    }

    private static func initialize(interface data: gpointer?) {
        guard let table = data?.assumingMemoryBound(to: GListModelInterface.self) else { return }
        table.pointee.get_item_type = { _ in gtk_string_object_get_type() }
        table.pointee.get_n_items = { guint(ListModelType.content(of: $0)?.count ?? 0) }
        table.pointee.get_item = { list, position in
            guard let name = ListModelType.content(of: list)?.name(at: Int(position)) else {
                return nil
            }
            return gtk_string_object_new(name).map { UnsafeMutableRawPointer($0) }
        }
    }

    private static func content(of list: OpaquePointer?) -> ListContent? {
        guard let list else { return nil }
        let raw = UnsafeMutableRawPointer(list)
        let data = raw.assumingMemoryBound(to: GalleryListInstance.self).pointee.swift
        return data.map { Unmanaged<ListContent>.fromOpaque($0).takeUnretainedValue() }
    }
}
