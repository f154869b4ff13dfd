#if GTK

    import CGTK4

    /// The GObject type of an ``ImageGrid``'s widget, a `GtkScrollable` whose functions call the
    /// grid.
    enum GridType {
        /// A weak reference to a grid, owned by its widget, which may outlive it.
        private final class Link {
            weak var grid: ImageGrid?

            init(_ grid: ImageGrid) { self.grid = grid }
        }

        /// The properties of `GtkScrollable`, by their numbers in this type.
        private static let properties: [(id: guint, name: String)] = [
            (1, "hadjustment"), (2, "vadjustment"), (3, "hscroll-policy"), (4, "vscroll-policy"),
        ]

        /// Returns a new widget with a floating reference.
        static func widget() -> UnsafeMutablePointer<GtkWidget> {
            guard let object = g_object_new_with_properties(type, 0, nil, nil) else {
                preconditionFailure(
                    "GLib cannot create an object of a type that it has registered.")
            }
            return UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
        }

        /// Lets a widget call a grid.
        static func link(_ widget: UnsafeMutablePointer<GtkWidget>, to grid: ImageGrid) {
            instance(of: widget).pointee.swift = Unmanaged.passRetained(Link(grid)).toOpaque()
        }

        /// Calls `body` with the grid of a widget; returns nil after the end of the grid.
        static func with<Result: Sendable>(
            _ widget: UnsafeMutableRawPointer?, line: Int = #line,
            _ body: @GTKActor (ImageGrid) -> Result
        ) -> Result? {
            guard let widget, let data = instance(of: widget).pointee.swift else { return nil }
            let link = OnThread(Unmanaged<Link>.fromOpaque(data).takeUnretainedValue())
            return GTKActor.assumeIsolated {
                GTKWork.measured("grid, line \(line)") { link.value.grid.map { body($0) } }
            }
        }

        private static func instance(
            of widget: UnsafeMutableRawPointer
        ) -> UnsafeMutablePointer<WebImageWidgetInstance> {
            widget.assumingMemoryBound(to: WebImageWidgetInstance.self)
        }

        private static let type: GType = {
            let type = g_type_register_static_simple(
                gtk_widget_get_type(), "WebImageGrid",
                guint(MemoryLayout<WebImageWidgetClass>.size),
                { data, _ in GridType.initialize(data) },
                guint(MemoryLayout<WebImageWidgetInstance>.size), nil, GTypeFlags(0))
            var scrollable = GInterfaceInfo()
            g_type_add_interface_static(type, gtk_scrollable_get_type(), &scrollable)
            return type
        }()

        private static var parent: UnsafeMutablePointer<GtkWidgetClass>? {
            g_type_class_peek(gtk_widget_get_type())?.assumingMemoryBound(to: GtkWidgetClass.self)
        }

        private static func initialize(_ data: gpointer?) {
            guard let table = data?.assumingMemoryBound(to: GtkWidgetClass.self) else { return }
            gtk_widget_class_set_css_name(table, "webimagegrid")
            gtk_widget_class_set_accessible_role(table, GTK_ACCESSIBLE_ROLE_GRID)
            table.pointee.parent_class.dispose = { GridType.dispose($0) }
            table.pointee.parent_class.finalize = { GridType.finalize($0) }
            table.pointee.parent_class.set_property = { object, id, value, _ in
                GridType.set(id, to: value, of: object)
            }
            table.pointee.parent_class.get_property = { object, id, value, _ in
                GridType.get(id, into: value, of: object)
            }
            table.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_CONSTANT_SIZE }
            table.pointee.measure = { widget, orientation, _, minimum, natural, _, _ in
                let size = GridType.with(widget) { $0.side(orientation) } ?? (least: 0, natural: 0)
                minimum?.pointee = size.least
                natural?.pointee = size.natural
            }
            table.pointee.size_allocate = { widget, width, height, _ in
                _ = GridType.with(widget) { $0.allocated(width: width, height: height) }
            }
            table.pointee.snapshot = { widget, snapshot in
                guard let snapshot else { return }
                let canvas = OnThread(OpaquePointer(UnsafeMutableRawPointer(snapshot)))
                _ = GridType.with(widget) { $0.draw(into: canvas.value) }
            }
            table.pointee.focus = { widget, direction in
                GridType.with(widget) { $0.moveFocus(direction) ? 1 : 0 } ?? 0
            }
            table.pointee.grab_focus = { widget in
                GridType.with(widget) { $0.takeFocus() ? 1 : 0 } ?? 0
            }
            let object = UnsafeMutableRawPointer(table).assumingMemoryBound(to: GObjectClass.self)
            for (id, name) in properties { g_object_class_override_property(object, id, name) }
        }

        private static func set(
            _ id: guint, to value: UnsafePointer<GValue>?, of object: UnsafeMutablePointer<GObject>?
        ) {
            // The policies: a grid has its height and is as wide as its window in any case.
            guard let value, id <= 2 else { return }
            let adjustment = OnThread(
                g_value_get_object(value)?.assumingMemoryBound(to: GtkAdjustment.self))
            _ = with(object) { grid in
                if id == 1 {
                    grid.horizontal = adjustment.value
                } else {
                    grid.vertical = adjustment.value
                }
            }
        }

        private static func get(
            _ id: guint, into value: UnsafeMutablePointer<GValue>?,
            of object: UnsafeMutablePointer<GObject>?
        ) {
            guard let value else { return }
            guard id <= 2 else { return g_value_set_enum(value, 0) }
            let target = OnThread(value)
            _ = with(object) { grid in
                let adjustment = id == 1 ? grid.horizontal : grid.vertical
                g_value_set_object(target.value, adjustment.map { UnsafeMutableRawPointer($0) })
            }
        }

        private static func dispose(_ object: UnsafeMutablePointer<GObject>?) {
            guard let object else { return }
            let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
            _ = with(object) { $0.disposed() }
            while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
            parent?.pointee.parent_class.dispose(object)
        }

        private static func finalize(_ object: UnsafeMutablePointer<GObject>?) {
            guard let object else { return }
            if let link = instance(of: object).pointee.swift {
                Unmanaged<Link>.fromOpaque(link).release()
            }
            parent?.pointee.parent_class.finalize(object)
        }
    }

#endif
