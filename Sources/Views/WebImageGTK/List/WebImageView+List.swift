#if GTK

    import CGTK4
    public import WebImage
    public import WebImagePipeline

    extension WebImageView {
        /// Returns a factory of cells, each a view of a fixed size, for a `GtkGridView` or
        /// `GtkListView`.
        ///
        /// GTK binds many more cells than are visible. Therefore `bind` should only call
        /// ``load(_:in:as:placeholder:onEnd:onUpdate:)`` and set texts: the view waits until it is
        /// in sight.
        ///
        /// - Parameters:
        ///   - width: The width of a cell in points.
        ///   - height: The height of a cell in points.
        ///   - pipeline: The pipeline of the loads.
        ///   - setup: Prepares a new view.
        ///   - bind: Loads the picture of an item: the view, the item's position, and the `GObject`
        ///     of
        ///     the list's model.
        /// - Returns: The `GtkListItemFactory`, a reference that the caller owns.
        public static func listItemFactory(
            width: Int, height: Int, pipeline: ImagePipeline = .standard,
            setup: @escaping @GTKActor (WebImageView) -> Void = { _ in },
            bind: @escaping @GTKActor (WebImageView, Int, UnsafeMutableRawPointer) -> Void
        ) -> OpaquePointer {
            guard let factory = gtk_signal_list_item_factory_new() else {
                preconditionFailure("GTK cannot create a factory of list items.")
            }
            Signal.connect("setup", of: factory) { call in
                guard let item = call.object(at: 1) else { return }
                let view = WebImageView(pipeline: pipeline)
                let (width, height) = (gint(clamping: width), gint(clamping: height))
                gtk_widget_set_size_request(view.widget, width, height)
                setup(view)
                // From then on the item keeps the view alive.
                withExtendedLifetime(view) { gtk_list_item_set_child(item, view.widget) }
            }
            Signal.connect("bind", of: factory) { call in
                guard let item = call.object(at: 1), let child = gtk_list_item_get_child(item),
                    let view = view(of: child), let content = gtk_list_item_get_item(item)
                else { return }
                bind(view, Int(gtk_list_item_get_position(item)), content)
            }
            return factory
        }
    }

#endif
