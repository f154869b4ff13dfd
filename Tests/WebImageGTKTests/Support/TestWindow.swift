#if GTK

    import CGTK4
    import WebImageGTK
    import WebImagePixels

    /// A window on the display, whose content can be read back as pixels.
    @GTKActor final class TestWindow {
        let window: UnsafeMutablePointer<GtkWidget>
        private(set) var isOpen = true
        /// The window as its type.
        var frame: UnsafeMutablePointer<GtkWindow> { pointer(window) }

        /// Opens a window with a child of exactly a size in points.
        init(_ child: UnsafeMutablePointer<GtkWidget>?, width: Int = 200, height: Int = 150) {
            window = gtk_window_new()
            let frame = pointer(window)
            gtk_window_set_decorated(frame, 0)
            gtk_window_set_default_size(frame, gint(width), gint(height))
            gtk_window_set_child(frame, child)
            gtk_window_present(frame)
        }

        private func pointer(
            _ widget: UnsafeMutablePointer<GtkWidget>
        ) -> UnsafeMutablePointer<GtkWindow> {
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWindow.self)
        }

        func resize(width: Int, height: Int) {
            gtk_window_set_default_size(pointer(window), gint(width), gint(height))
        }

        func close() {
            guard isOpen else { return }
            isOpen = false
            gtk_window_destroy(pointer(window))
        }

        /// Waits until the frame clock has drawn `count` further frames.
        func frames(_ count: Int = 2) async {
            let counter = FrameCounter()
            let data = Unmanaged.passRetained(counter).toOpaque()
            let tick = gtk_widget_add_tick_callback(
                window,
                { _, _, data in
                    guard let data else { return 0 }
                    Unmanaged<FrameCounter>.fromOpaque(data).takeUnretainedValue().count += 1
                    return 1
                }, data, { if let data = $0 { Unmanaged<FrameCounter>.fromOpaque(data).release() } }
            )
            _ = await until { counter.count > count }
            gtk_widget_remove_tick_callback(window, tick)
        }

        /// Scrolls in a callback of GTK, as input does, and waits for the next frame.
        ///
        /// A job of the actor would count GTK's work as that of the library.
        func scroll(_ adjustment: UnsafeMutablePointer<GtkAdjustment>?, to value: Double) async {
            guard let adjustment else { return }
            let target = UnsafeMutablePointer<ScrollTarget>.allocate(capacity: 1)
            target.initialize(to: ScrollTarget(adjustment: adjustment, value: value))
            gtk_widget_add_tick_callback(
                window,
                { _, _, data in
                    guard let target = data?.assumingMemoryBound(to: ScrollTarget.self).pointee
                    else { return 0 }
                    gtk_adjustment_set_value(target.adjustment, target.value)
                    return 0
                }, target, { $0?.deallocate() })
            await frames(2)
        }

        private struct ScrollTarget {
            let adjustment: UnsafeMutablePointer<GtkAdjustment>
            let value: Double
        }

        private final class FrameCounter {
            var count = 0
        }

        /// Returns the pixels of a widget as GTK has drawn it in a further frame, on a transparent
        /// ground.
        func picture(of widget: UnsafeMutablePointer<GtkWidget>) async -> Bitmap? {
            await frames(1)
            guard let native = gtk_widget_get_native(widget),
                let renderer = gtk_native_get_renderer(native),
                let paintable = gtk_widget_paintable_new(widget)
            else { return nil }
            defer { g_object_unref(UnsafeMutableRawPointer(paintable)) }
            let size = PixelSize(
                Int(gtk_widget_get_width(widget)), Int(gtk_widget_get_height(widget)))
            guard !size.isEmpty, let snapshot = gtk_snapshot_new() else { return nil }
            let canvas = UnsafeMutableRawPointer(snapshot)
            gdk_paintable_snapshot(paintable, snapshot, Double(size.width), Double(size.height))
            guard let node = gtk_snapshot_free_to_node(OpaquePointer(canvas)) else {
                return Bitmap(size: size)
            }
            defer { gsk_render_node_unref(node) }
            var area = graphene_rect_t(
                origin: graphene_point_t(x: 0, y: 0),
                size: graphene_size_t(width: Float(size.width), height: Float(size.height)))
            guard let texture = gsk_renderer_render_texture(renderer, node, &area) else {
                return nil
            }
            defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
            var bitmap = Bitmap(size: size)
            let stride = bitmap.bytesPerRow
            bitmap.withUnsafeMutableRows { gdk_texture_download(texture, $0, gsize(stride)) }
            return bitmap
        }
    }

#endif
