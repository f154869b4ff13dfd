#if GTK

    public import CGTK4
    public import WebImageViews

    /// An indicator of a program's own, in place of the spinner and the progress bar of a view.
    ///
    /// ```swift
    /// view.indicator = ViewIndicator {
    ///     let label = gtk_label_new("")
    ///     gtk_widget_set_halign(label, GTK_ALIGN_CENTER)
    ///     gtk_widget_set_valign(label, GTK_ALIGN_END)
    ///     return label
    /// } update: { label, state in
    ///     guard case .fraction(let fraction) = state else { return }
    ///     gtk_label_set_text(OpaquePointer(label), "\(Int(fraction * 100)) %")
    /// }
    /// view.presentation.indicatorDelay = .milliseconds(300)
    /// ```
    @GTKActor public struct ViewIndicator {
        let make: @GTKActor () -> UnsafeMutablePointer<GtkWidget>?
        let update: @GTKActor (UnsafeMutablePointer<GtkWidget>, IndicatorState) -> Void

        /// Creates an indicator, whose closures are code of GTK's thread; they may call the view,
        /// to which they should refer weakly.
        ///
        /// - Parameters:
        ///   - make: Returns a new widget without a parent, once for each view, at its first use.
        ///     The
        ///     view shows it while it loads, in the place that the widget's alignment and margins
        ///     leave in the view, and releases it with itself. nil, a window, or a widget that has a
        ///     parent is reported as a warning of GLib, and the view shows a spinner and a bar.
        ///   - update: Called with the widget and the state of all slots of the view, for changes
        ///     only: for each load less than 30 times in any second. The widget is visible unless
        ///     the state is `hidden`.
        public init(
            make: @escaping @GTKActor () -> UnsafeMutablePointer<GtkWidget>?,
            update: @escaping @GTKActor (UnsafeMutablePointer<GtkWidget>, IndicatorState) -> Void
        ) {
            self.make = make
            self.update = update
        }
    }

    /// The indicator of a program in one view, and its widget.
    @GTKActor final class OwnIndicator {
        private let indicator: ViewIndicator
        private let parent: UnsafeMutablePointer<GtkWidget>
        private(set) var widget: UnsafeMutablePointer<GtkWidget>?
        /// The state that was last wanted, and the one that the program's closure knows.
        private var state = IndicatorState.hidden
        private var known = IndicatorState.hidden
        private var isMaking = false
        private var isRemoved = false
        /// `true` if the program's closure has returned no usable widget.
        private(set) var isRefused = false

        init(_ indicator: ViewIndicator, in parent: UnsafeMutablePointer<GtkWidget>) {
            self.indicator = indicator
            self.parent = parent
        }

        isolated deinit { remove() }

        /// Shows a state; a closure may show another one meanwhile, or remove the indicator.
        func show(_ state: IndicatorState) {
            self.state = state
            if widget == nil, state != .hidden, !isRefused, !isMaking { makeWidget() }
            guard let widget, self.state != known else { return }
            known = self.state
            g_object_ref(UnsafeMutableRawPointer(widget))
            defer { g_object_unref(UnsafeMutableRawPointer(widget)) }
            gtk_widget_set_visible(widget, known == .hidden ? 0 : 1)
            indicator.update(widget, known)
        }

        /// Releases the widget.
        func remove() {
            isRemoved = true
            guard let widget else { return }
            self.widget = nil
            if gtk_widget_get_parent(widget) == parent { gtk_widget_unparent(widget) }
            g_object_unref(UnsafeMutableRawPointer(widget))
        }

        private func makeWidget() {
            isMaking = true
            let made = indicator.make()
            isMaking = false
            guard let made, isUsable(made) else {
                isRefused = true
                return g_warn_message(
                    "WebImage", #fileID, #line, #function,
                    "an indicator without a widget of its own")
            }
            guard !isRemoved else {
                g_object_ref_sink(UnsafeMutableRawPointer(made))
                return g_object_unref(UnsafeMutableRawPointer(made))
            }
            gtk_widget_set_visible(made, 0)
            gtk_widget_set_parent(made, parent)
            // The program may take it away from the view.
            g_object_ref(UnsafeMutableRawPointer(made))
            widget = made
        }

        private func isUsable(_ widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
            let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(
                to: GTypeInstance.self)
            return widget != parent && gtk_widget_get_parent(widget) == nil
                && gtk_widget_is_ancestor(parent, widget) == 0
                && g_type_check_instance_is_a(instance, gtk_root_get_type()) == 0
        }
    }

#endif
