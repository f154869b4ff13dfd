#if GTK

    import CGTK4
    import Synchronization

    /// The GObject type of a ``WebImageView``'s widget, whose virtual functions call the view.
    enum WidgetType {
        /// The number of widgets of this type in this process.
        static var liveCount: Int { live.load(ordering: .relaxed) }
        private static let live = Atomic(0)

        /// A weak reference to a view, owned by its widget, which may outlive it.
        private final class Link {
            weak var view: WebImageView?

            init(_ view: WebImageView) { self.view = view }
        }

        /// Returns a new widget with a floating reference.
        static func widget() -> UnsafeMutablePointer<GtkWidget> {
            guard let object = g_object_new_with_properties(type, 0, nil, nil) else {
                preconditionFailure(
                    "GLib cannot create an object of a type that it has registered.")
            }
            live.wrappingAdd(1, ordering: .relaxed)
            return UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
        }

        /// Lets a widget call a view.
        static func link(_ widget: UnsafeMutablePointer<GtkWidget>, to view: WebImageView) {
            instance(of: widget).pointee.swift = Unmanaged.passRetained(Link(view)).toOpaque()
        }

        /// Calls `body` with the view of a widget; returns nil after the end of the view.
        static func with<Result: Sendable>(
            _ widget: UnsafeMutablePointer<GtkWidget>?, line: Int = #line,
            _ body: @GTKActor (WebImageView) -> Result
        ) -> Result? {
            guard let widget, let data = instance(of: widget).pointee.swift else { return nil }
            let link = OnThread(Unmanaged<Link>.fromOpaque(data).takeUnretainedValue())
            return GTKActor.assumeIsolated {
                GTKWork.measured("widget, line \(line)") { link.value.view.map { body($0) } }
            }
        }

        /// Returns the view of a widget; nil for a widget of another type.
        @GTKActor static func view(of widget: UnsafeMutablePointer<GtkWidget>) -> WebImageView? {
            let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(
                to: GTypeInstance.self)
            guard g_type_check_instance_is_a(instance, type) != 0 else { return nil }
            return with(widget) { $0 }
        }

        private static func instance(
            of widget: UnsafeMutablePointer<GtkWidget>
        ) -> UnsafeMutablePointer<WebImageWidgetInstance> {
            UnsafeMutableRawPointer(widget).assumingMemoryBound(to: WebImageWidgetInstance.self)
        }

        private static let type = g_type_register_static_simple(
            gtk_widget_get_type(), "WebImageView", guint(MemoryLayout<WebImageWidgetClass>.size),
            { data, _ in WidgetType.initialize(data) },
            guint(MemoryLayout<WebImageWidgetInstance>.size), nil, GTypeFlags(0))

        private static var parent: UnsafeMutablePointer<GtkWidgetClass>? {
            g_type_class_peek(gtk_widget_get_type())?.assumingMemoryBound(to: GtkWidgetClass.self)
        }

        private static func initialize(_ data: gpointer?) {
            guard let table = data?.assumingMemoryBound(to: GtkWidgetClass.self) else { return }
            gtk_widget_class_set_css_name(table, "webimage")
            gtk_widget_class_set_accessible_role(table, GTK_ACCESSIBLE_ROLE_IMG)
            table.pointee.parent_class.finalize = { WidgetType.finalize($0) }
            table.pointee.parent_class.dispose = { WidgetType.dispose($0) }
            initializeLayout(table)
            table.pointee.map = { widget in
                WidgetType.parent?.pointee.map(widget)
                _ = WidgetType.with(widget) { $0.mapped() }
            }
            table.pointee.unmap = { widget in
                _ = WidgetType.with(widget) { $0.unmapped() }
                WidgetType.parent?.pointee.unmap(widget)
            }
            table.pointee.state_flags_changed = { widget, _ in
                _ = WidgetType.with(widget) { $0.stateChanged() }
            }
            table.pointee.direction_changed = { widget, previous in
                _ = WidgetType.with(widget) { $0.directionChanged() }
                WidgetType.parent?.pointee.direction_changed(widget, previous)
            }
        }

        private static func initializeLayout(_ table: UnsafeMutablePointer<GtkWidgetClass>) {
            table.pointee.get_request_mode = { _ in GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH }
            table.pointee.measure = { widget, orientation, size, minimum, natural, _, _ in
                minimum?.pointee = 0
                natural?.pointee =
                    WidgetType.with(widget) { $0.naturalSide(orientation, forOther: size) } ?? 0
            }
            table.pointee.size_allocate = { widget, width, height, _ in
                _ = WidgetType.with(widget) { $0.allocated(width: width, height: height) }
            }
            table.pointee.snapshot = { widget, snapshot in
                guard let snapshot else { return }
                let canvas = OnThread(OpaquePointer(UnsafeMutableRawPointer(snapshot)))
                _ = WidgetType.with(widget) { $0.draw(into: canvas.value) }
            }
        }

        private static func dispose(_ object: UnsafeMutablePointer<GObject>?) {
            guard let object else { return }
            let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
            while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
            parent?.pointee.parent_class.dispose(object)
        }

        private static func finalize(_ object: UnsafeMutablePointer<GObject>?) {
            guard let object else { return }
            let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
            if let link = instance(of: widget).pointee.swift {
                Unmanaged<Link>.fromOpaque(link).release()
            }
            live.wrappingSubtract(1, ordering: .relaxed)
            parent?.pointee.parent_class.finalize(object)
        }
    }

#endif
