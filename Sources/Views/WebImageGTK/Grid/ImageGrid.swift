#if GTK

    public import CGTK4
    public import WebImage
    public import WebImagePipeline

    /// A scrolled grid of pictures in cells of one size, for any number of items.
    ///
    /// ```swift no-compile
    /// let grid = ImageGrid(count: names.count) { view, position in
    ///     view.load("https://example.com/\(names[position])")
    /// }
    /// ```
    ///
    /// Only the cells in sight and one row before and after them exist, and are bound again as the
    /// grid scrolls. A place follows from its position alone, so that a million items scroll like a
    /// hundred. Animations play under the pointer only. A click, or Return on the cell with the
    /// keyboard, activates an item.
    ///
    /// In CSS the node is named `webimagegrid`, and its children `webimage`.
    @GTKActor public final class ImageGrid {
        /// The `GtkScrolledWindow` of the grid, valid as long as this object.
        public var widget: UnsafeMutablePointer<GtkWidget> { reference.widget }
        /// Called with the position of an item that the user activates.
        public var onActivate: (@GTKActor (Int) -> Void)?
        /// Returns the tooltip of an item, nil for none.
        public var tooltip: (@GTKActor (Int) -> String?)? {
            didSet { gtk_widget_set_has_tooltip(content, tooltip == nil ? 0 : 1) }
        }
        /// The position that the keyboard has selected, or that ``reveal(_:)`` was given at last.
        public internal(set) var selected: Int? {
            didSet { if selected != oldValue { showSelection(former: oldValue) } }
        }

        /// The widget inside the scrolled window, which draws the cells.
        let content: UnsafeMutablePointer<GtkWidget>
        private let reference: WidgetReference
        private let pipeline: ImagePipeline
        private let setup: @GTKActor (WebImageView) -> Void
        private let bind: @GTKActor (WebImageView, Int) -> Void

        var geometry = GridGeometry()
        /// The height of the visible page.
        var page = 0.0
        /// The views of bound items, by position.
        var cells: [Int: WebImageView] = [:]
        /// The views that have no item.
        var spare: [WebImageView] = []
        /// The positions of the last update, nil before the first and after a change of the items.
        var updated: Range<Int>?
        /// The callback of the frame clock, 0 for none.
        var tick: guint = 0
        /// `true` during a layout, which ignores requests for another one.
        var isAllocating = false
        /// The position to scroll to in the next layout.
        var pendingReveal: Int?
        /// The position that gets the keyboard as soon as it has a cell.
        var pendingFocus: Int?
        /// The place of the pointer in the visible page; nil for elsewhere.
        var pointer: (x: Double, y: Double)?
        /// The position under the pointer.
        var hovered: Int? {
            didSet { if hovered != oldValue { showHover(former: oldValue) } }
        }
        var horizontal: UnsafeMutablePointer<GtkAdjustment>? {
            didSet { follow(&horizontalHandler, horizontal, former: oldValue) }
        }
        var vertical: UnsafeMutablePointer<GtkAdjustment>? {
            didSet { follow(&verticalHandler, vertical, former: oldValue) }
        }
        private var horizontalHandler: gulong = 0
        private var verticalHandler: gulong = 0

        /// Creates a grid.
        ///
        /// - Parameters:
        ///   - count: The number of items.
        ///   - side: The least width and the height of a cell in points.
        ///   - pipeline: The pipeline of the loads.
        ///   - setup: Prepares a new view.
        ///   - bind: Loads the picture of the item at a position.
        public init(
            count: Int, side: Int = 128, pipeline: ImagePipeline = .standard,
            setup: @escaping @GTKActor (WebImageView) -> Void = { _ in },
            bind: @escaping @GTKActor (WebImageView, Int) -> Void
        ) {
            guard let scroller = gtk_scrolled_window_new() else {
                preconditionFailure("GTK cannot create a scrolled window.")
            }
            (self.pipeline, self.setup, self.bind) = (pipeline, setup, bind)
            content = GridType.widget()
            reference = WidgetReference(scroller)
            g_object_ref_sink(UnsafeMutableRawPointer(content))
            geometry.count = count
            geometry.cell = (side, side)
            GridType.link(content, to: self)
            gtk_widget_set_overflow(content, GTK_OVERFLOW_HIDDEN)
            gtk_scrolled_window_set_policy(
                OpaquePointer(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
            gtk_scrolled_window_set_child(OpaquePointer(scroller), content)
            gtk_widget_set_vexpand(scroller, 1)
            gtk_widget_set_hexpand(scroller, 1)
            reference.attach(to: self)
            GridStyle.install(on: gtk_widget_get_display(content))
            addControllers()
        }

        isolated deinit {
            disposed()
            g_object_unref(UnsafeMutableRawPointer(content))
            reference.release()
        }

        /// The adjustment of the vertical scroll, such as for a ``ScrollPrefetcher``.
        public var adjustment: UnsafeMutablePointer<GtkAdjustment> {
            guard let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(widget)) else {
                preconditionFailure("A scrolled window has an adjustment.")
            }
            return adjustment
        }

        /// The number of items; ``reload(count:)`` changes it.
        public var count: Int { geometry.count }

        /// The least width and the height of a cell in points.
        public var side: Int {
            get { geometry.cell.height }
            set {
                guard newValue != side else { return }
                pendingReveal = pendingReveal ?? firstVisible
                geometry.cell = (newValue, newValue)
                gtk_widget_queue_resize(content)
            }
        }

        /// Binds all items anew, after they have changed, and scrolls to the first.
        ///
        /// - Parameter count: The number of items.
        public func reload(count: Int) {
            let hadFocus = gtk_widget_get_focus_child(content) != nil
            geometry.count = count
            (updated, selected, pendingReveal) = (nil, nil, nil)
            spare += cells.values
            cells = [:]
            pendingFocus = hadFocus && count > 0 ? 0 : nil
            if let vertical { gtk_adjustment_set_value(vertical, 0) }
            gtk_widget_queue_allocate(content)
            requestUpdate()
        }

        /// The views of the items in sight.
        public var visibleViews: [WebImageView] {
            visible.compactMap { cells[$0] }.filter { gtk_widget_get_mapped($0.widget) != 0 }
        }

        /// Returns the view of an item; nil for one that is not in sight.
        public func view(at position: Int) -> WebImageView? { cells[position] }

        /// Selects an item, scrolls to it unless it is in sight, and gives it the keyboard.
        public func reveal(_ position: Int) {
            guard (0..<count).contains(position) else { return }
            select(position)
        }

        /// Gives the keyboard to the selected item, or else to the first in sight.
        public func focus() { _ = takeFocus() }

        /// Returns a view for an item: one without an item, or a new one.
        func makeCell(at position: Int) {
            let view = spare.popLast() ?? newView()
            cells[position] = view
            view.playsAnimations = position == hovered
            mark(view, isSelected: position == selected)
            bind(view, position)
            gtk_widget_set_child_visible(view.widget, 1)
        }

        private func newView() -> WebImageView {
            let view = WebImageView(pipeline: pipeline)
            view.retriesOnClick = false
            // A fixed size, so that no picture causes a layout of the window.
            gtk_widget_set_size_request(view.widget, 1, 1)
            gtk_widget_set_focusable(view.widget, 1)
            view.setContentFit(GTK_CONTENT_FIT_COVER)
            setup(view)
            gtk_widget_set_parent(view.widget, content)
            return view
        }

        /// Follows the scrolling of an adjustment of the scrolled window.
        private func follow(
            _ handler: inout gulong, _ adjustment: UnsafeMutablePointer<GtkAdjustment>?,
            former: UnsafeMutablePointer<GtkAdjustment>?
        ) {
            if let former {
                Signal.disconnect(handler, of: OpaquePointer(former))
                g_object_unref(UnsafeMutableRawPointer(former))
            }
            handler = 0
            guard let adjustment else { return }
            g_object_ref(UnsafeMutableRawPointer(adjustment))
            handler = Signal.connect("value-changed", of: OpaquePointer(adjustment)) {
                [weak self] _ in self?.scrolled()
            }
            gtk_widget_queue_allocate(content)
        }

        /// Lets go of what belongs to the widget, which is at its end.
        func disposed() {
            if tick != 0 { gtk_widget_remove_tick_callback(content, tick) }
            (tick, cells, spare, updated) = (0, [:], [], nil)
            (horizontal, vertical) = (nil, nil)
        }
    }

    extension ImageGrid: WidgetOwner {
        func widgetIsAlone() {}
    }

#endif
