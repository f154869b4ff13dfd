import CGTK4
import WebImageGTK

/// The menu of one picture: of a tile, or of the picture that is open.
@GTKActor final class ContextMenu {
    private let popover: Widget
    /// The widget that contains the menu, and all widgets that it opens over.
    private let parent: Widget

    /// The entries by sections: labels, and actions of the window.
    static let entries: [[(label: String, action: String)]] = [
        [("Open", "open-picture"), ("Open With…", "open-with")],
        [("Copy", "copy"), ("Show in Folder", "show-in-folder")],
        [("Move to Bin", "move-to-bin")],
    ]

    /// Creates the menu.
    ///
    /// - Parameters:
    ///   - parent: A widget with a layout manager, which places the menu.
    ///   - onClose: Called after the menu has closed.
    init(in parent: Widget, onClose: @escaping @GTKActor () -> Void) {
        self.parent = parent
        let menu = Menus.menu(Self.entries.map { Menus.section($0) })
        guard let popover = gtk_popover_menu_new_from_model(menu.model) else {
            preconditionFailure("GTK cannot create a menu.")
        }
        g_object_unref(UnsafeMutableRawPointer(menu))
        self.popover = popover
        let frame = popover.cast(to: GtkPopover.self)
        gtk_popover_set_has_arrow(frame, 0)
        gtk_popover_set_position(frame, GTK_POS_BOTTOM)
        gtk_widget_set_halign(popover, GTK_ALIGN_START)
        Widgets.name(popover, "Picture Menu")
        gtk_widget_set_parent(popover, parent)
        Signal.connect("closed", of: popover.opaque) { _ in onClose() }
    }

    /// Opens the menu at a place of a widget.
    func open(x: Double, y: Double, of widget: Widget) {
        var (left, top) = (0.0, 0.0)
        gtk_widget_translate_coordinates(widget, parent, x, y, &left, &top)
        var place = GdkRectangle(x: gint(left), y: gint(top), width: 1, height: 1)
        let frame = popover.cast(to: GtkPopover.self)
        gtk_popover_set_pointing_to(frame, &place)
        gtk_popover_popup(frame)
    }

    /// The popover, for tests.
    var widget: Widget { popover }

    /// `true` while the menu is seen.
    var isOpen: Bool { gtk_widget_get_mapped(popover) != 0 }
}

/// Models of menus.
@GTKActor enum Menus {
    /// Returns a menu of sections, whose references it takes.
    static func menu(_ sections: [OpaquePointer]) -> OpaquePointer {
        let menu = empty()
        for section in sections {
            g_menu_append_section(menu, nil, section.model)
            g_object_unref(UnsafeMutableRawPointer(section))
        }
        return menu
    }

    /// Returns a section of labels with actions of the window.
    static func section(_ entries: [(label: String, action: String)]) -> OpaquePointer {
        let section = empty()
        for entry in entries { g_menu_append(section, entry.label, "win.\(entry.action)") }
        return section
    }

    private static func empty() -> OpaquePointer {
        guard let menu = g_menu_new() else { preconditionFailure("GLib cannot create a menu.") }
        return menu
    }
}

extension OpaquePointer {
    /// The pointer to a `GMenu` as that to its base type.
    var model: UnsafeMutablePointer<GMenuModel> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: GMenuModel.self)
    }
}
