#if GTK

    import CGTK4

    /// An object of Swift that a widget keeps alive, such as a view.
    @GTKActor protocol WidgetOwner: AnyObject {
        /// Called when the last reference of others to the widget is gone.
        func widgetIsAlone()
    }

    /// The reference of an object to its widget, which keeps the object alive in turn while others,
    /// such as a parent widget, refer to the widget.
    @GTKActor final class WidgetReference {
        let widget: UnsafeMutablePointer<GtkWidget>
        private weak var owner: (any WidgetOwner)?
        /// The object, while the widget has other references.
        private var kept: (any WidgetOwner)?

        /// Takes the floating reference of a widget.
        init(_ widget: UnsafeMutablePointer<GtkWidget>) {
            self.widget = widget
            g_object_ref_sink(UnsafeMutableRawPointer(widget))
        }

        /// Begins to keep the object alive.
        func attach(to owner: any WidgetOwner) {
            self.owner = owner
            g_object_add_toggle_ref(object, Self.notify, data)
            g_object_unref(UnsafeMutableRawPointer(widget))
        }

        /// Releases the widget.
        func release() { g_object_remove_toggle_ref(object, Self.notify, data) }

        private var object: UnsafeMutablePointer<GObject> {
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self)
        }

        private var data: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

        private static let notify: GToggleNotify = { data, _, isLast in
            guard let data else { return }
            // Safe because the owner owns this object and removes the notification before its own
            // end.
            let reference = Unmanaged<WidgetReference>.fromOpaque(data).takeUnretainedValue()
            GTKActor.assumeIsolated {
                let owner = reference.owner
                reference.kept = isLast != 0 ? nil : owner
                if isLast != 0 { owner?.widgetIsAlone() }
            }
        }
    }

#endif
