import CGTK4
import WebImageGTK

/// A widget of GTK.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
    /// The pointer for functions of types without a public structure.
    var opaque: OpaquePointer { OpaquePointer(self) }

    /// Returns the pointer as one of a type that the widget has.
    func cast<Type>(to type: Type.Type) -> UnsafeMutablePointer<Type> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
    }
}

/// Widgets of the gallery, ready to be put together.
@GTKActor enum Widgets {
    /// Returns a box with children.
    static func box(
        _ orientation: GtkOrientation, spacing: Int = 0, _ children: [Widget?]
    ) -> Widget {
        guard let box = gtk_box_new(orientation, gint(spacing)) else {
            preconditionFailure("GTK cannot create a box.")
        }
        for child in children { gtk_box_append(box.cast(to: GtkBox.self), child) }
        return box
    }

    /// Returns a button with a symbolic icon for an action of the window.
    static func button(_ icon: String, _ tip: String, action: String) -> Widget? {
        let button = gtk_button_new_from_icon_name(icon)
        gtk_widget_set_tooltip_text(button, tip)
        name(button, tip)
        gtk_actionable_set_action_name(button.map { OpaquePointer($0) }, action)
        return button
    }

    /// Sets the name of a widget for assistive technology.
    static func name(_ widget: Widget?, _ text: String) {
        guard let widget else { return }
        var property = GTK_ACCESSIBLE_PROPERTY_LABEL
        var value = GValue()
        gtk_accessible_property_init_value(property, &value)
        defer { g_value_unset(&value) }
        g_value_set_string(&value, text)
        gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
    }

    /// Calls a function once, after the next frame of a widget's window was drawn.
    static func afterFrame(of widget: Widget, _ body: @escaping @GTKActor () -> Void) {
        guard let clock = gtk_widget_get_frame_clock(widget) else { return }
        let handler = Handler()
        handler.number = Signal.connect("after-paint", of: clock) { _ in
            guard handler.number != 0 else { return }
            Signal.disconnect(handler.number, of: clock)
            handler.number = 0
            body()
        }
        gtk_widget_queue_draw(widget)
    }

    /// The number of a signal's handler.
    private final class Handler {
        var number: gulong = 0
    }
}
