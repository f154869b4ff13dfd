#if GTK

    import CGTK4
    import Synchronization

    /// The GObject type of ``ImagePaintable``, which implements `GdkPaintable`.
    enum PaintableType {
        static var liveCount: Int { live.load(ordering: .relaxed) }
        private static let live = Atomic(0)

        /// Returns a new object that retains and shows a content.
        static func instance(of content: PaintableContent) -> OpaquePointer {
            guard let object = g_object_new_with_properties(type, 0, nil, nil) else {
                preconditionFailure(
                    "GLib cannot create an object of a type that it has registered.")
            }
            let raw = UnsafeMutableRawPointer(object)
            let instance = raw.assumingMemoryBound(to: WebImagePaintableInstance.self)
            instance.pointee.swift = Unmanaged.passRetained(content).toOpaque()
            live.wrappingAdd(1, ordering: .relaxed)
            return OpaquePointer(object)
        }

        private static let type: GType = {
            let type = g_type_register_static_simple(
                g_object_get_type(), "WebImagePaintable",
                guint(MemoryLayout<WebImagePaintableClass>.size),
                { PaintableType.initialize(class: $0, $1) },
                guint(MemoryLayout<WebImagePaintableInstance>.size), nil, GTypeFlags(0))
            var paintable = GInterfaceInfo(
                interface_init: { PaintableType.initialize(interface: $0, $1) },
                interface_finalize: nil,
                interface_data: nil)
            g_type_add_interface_static(type, gdk_paintable_get_type(), &paintable)
            return type
        }()

        private static func initialize(class data: gpointer?, _: gpointer?) {
            data?.assumingMemoryBound(to: GObjectClass.self).pointee.finalize = { object in
                guard let object else { return }
                let raw = UnsafeMutableRawPointer(object)
                let instance = raw.assumingMemoryBound(to: WebImagePaintableInstance.self)
                if let content = instance.pointee.swift {
                    Unmanaged<PaintableContent>.fromOpaque(content).release()
                }
                PaintableType.live.wrappingSubtract(1, ordering: .relaxed)
                let parent = g_type_class_peek(g_object_get_type())
                parent?.assumingMemoryBound(to: GObjectClass.self).pointee.finalize(object)
            }
        }

        private static func initialize(interface data: gpointer?, _: gpointer?) {
            guard let table = data?.assumingMemoryBound(to: GdkPaintableInterface.self) else {
                return
            }
            table.pointee.snapshot = { paintable, snapshot, width, height in
                guard let snapshot else { return }
                let canvas = OnThread(OpaquePointer(UnsafeMutableRawPointer(snapshot)))
                PaintableType.with(paintable) {
                    $0.draw(
                        into: canvas.value, area: (width, height),
                        fit: $0.isInTransition ? GTK_CONTENT_FIT_CONTAIN : GTK_CONTENT_FIT_FILL)
                }
            }
            table.pointee.get_current_image = { paintable in
                let texture = PaintableType.with(paintable) { $0.current } ?? nil
                guard let texture else { return gdk_paintable_new_empty(0, 0) }
                return OpaquePointer(g_object_ref(UnsafeMutableRawPointer(texture.pointer)))
            }
            table.pointee.get_intrinsic_width = {
                gint((PaintableType.with($0) { $0.size.width } ?? 0).rounded())
            }
            table.pointee.get_intrinsic_height = {
                gint((PaintableType.with($0) { $0.size.height } ?? 0).rounded())
            }
            table.pointee.get_intrinsic_aspect_ratio = { paintable in
                PaintableType.with(paintable) {
                    $0.size.height > 0 ? $0.size.width / $0.size.height : 0
                } ?? 0
            }
        }

        /// Calls `body` with the content of an object.
        private static func with<Result: Sendable>(
            _ paintable: OpaquePointer?, _ body: @GTKActor (PaintableContent) -> Result
        ) -> Result? {
            guard let paintable else { return nil }
            let raw = UnsafeMutableRawPointer(paintable)
            let data = raw.assumingMemoryBound(to: WebImagePaintableInstance.self).pointee.swift
            guard let data else { return nil }
            let content = Unmanaged<PaintableContent>.fromOpaque(data).takeUnretainedValue()
            return GTKActor.assumeIsolated { GTKWork.measured("paintable") { body(content) } }
        }
    }

#endif
