#if GTK

    import CGTK4

    /// The views of a window that wait for their layout.
    ///
    /// During a layout GTK forgets a request for another one: the widget would stay without an
    /// allocation, which GTK reports for each frame and does not draw. Therefore the parents of
    /// views that a layout has passed over are laid out again, before the frame is drawn. The frame
    /// clock owns its watch.
    @GTKActor final class LayoutWatch {
        private struct Entry {
            weak var view: WebImageView?
        }

        private var entries: [Entry] = []

        /// Requests the layout of a mapped view.
        static func requestLayout(of view: WebImageView) {
            gtk_widget_queue_allocate(view.widget)
            guard !view.awaitsLayout else { return }
            view.awaitsLayout = true
            guard let clock = gtk_widget_get_frame_clock(view.widget) else { return }
            watch(of: clock).entries.append(Entry(view: view))
        }

        /// Begins to watch the layouts of a mapped view's window.
        static func begin(for view: WebImageView) {
            if let clock = gtk_widget_get_frame_clock(view.widget) { _ = watch(of: clock) }
        }

        private static func watch(of clock: OpaquePointer) -> LayoutWatch {
            let key = "webimage-layout-watch"
            let object = UnsafeMutableRawPointer(clock).assumingMemoryBound(to: GObject.self)
            if let data = g_object_get_data(object, key) {
                return Unmanaged<LayoutWatch>.fromOpaque(data).takeUnretainedValue()
            }
            let watch = LayoutWatch()
            g_object_set_data_full(
                object, key, Unmanaged.passRetained(watch).toOpaque(),
                { if let data = $0 { Unmanaged<LayoutWatch>.fromOpaque(data).release() } })
            // GTK's own handler, which lays the window out, is older and so runs first.
            Signal.connect("layout", of: clock) { [weak watch] _ in watch?.layoutEnded() }
            // A handler that is added during a layout is not called after it.
            Task { watch.layoutEnded() }
            return watch
        }

        /// Lets the frame clock repeat the layout for views that it has passed over.
        private func layoutEnded() {
            let waiting = entries
            entries = []
            for view in waiting.compactMap(\.view) where view.awaitsLayout {
                view.awaitsLayout = false
                guard gtk_widget_get_mapped(view.widget) != 0,
                    let parent = gtk_widget_get_parent(view.widget),
                    gtk_widget_get_width(parent) > 0 || gtk_widget_get_height(parent) > 0
                else { continue }
                gtk_widget_queue_allocate(parent)
            }
        }
    }

#endif
