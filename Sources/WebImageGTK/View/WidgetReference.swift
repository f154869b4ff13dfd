#if GTK

    import CGTK4

    /// The reference of a view to its widget, which keeps the view alive in turn while others, such as
    /// a parent widget, refer to the widget.
    @GTKActor final class WidgetReference {
        let widget: UnsafeMutablePointer<GtkWidget>
        private weak var view: WebImageView?
        /// The view, while the widget has other references.
        private var kept: WebImageView?

        /// Takes the floating reference of a widget.
        init(_ widget: UnsafeMutablePointer<GtkWidget>) {
            self.widget = widget
            g_object_ref_sink(UnsafeMutableRawPointer(widget))
        }

        /// Begins to keep the view alive.
        func attach(to view: WebImageView) {
            self.view = view
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
            // Safe because the view owns this object and removes the notification before its own end.
            let reference = Unmanaged<WidgetReference>.fromOpaque(data).takeUnretainedValue()
            GTKActor.assumeIsolated {
                let view = reference.view
                reference.kept = isLast != 0 ? nil : view
                // A handler that refers to its view would keep both for ever.
                if isLast != 0, let view {
                    for layer in view.layers { layer.failedEnd = nil }
                }
            }
        }
    }

#endif
