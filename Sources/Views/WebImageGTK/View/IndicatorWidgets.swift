#if GTK

    import CGTK4
    import WebImageViews

    /// The widgets over a view's pictures: a spinner, a progress bar, the indicator of a program in
    /// their place, and an icon after a failure.
    ///
    /// Each is created at its first use, so that a cell that needs none has none.
    @GTKActor final class IndicatorWidgets {
        private let parent: UnsafeMutablePointer<GtkWidget>
        private var spinner: UnsafeMutablePointer<GtkWidget>?
        private var bar: UnsafeMutablePointer<GtkWidget>?
        private var icon: UnsafeMutablePointer<GtkWidget>?
        private var own: OwnIndicator?

        init(of parent: UnsafeMutablePointer<GtkWidget>) { self.parent = parent }

        /// Sets the indicator of a program; nil for the spinner and the bar.
        func setOwn(_ indicator: ViewIndicator?) {
            let former = own
            own = indicator.map { OwnIndicator($0, in: parent) }
            former?.remove()
        }

        /// Shows that slots are busy, and the least fraction of those that know theirs.
        ///
        /// The program's closures are called last, since they may call the view.
        func show(isBusy: Bool, fraction: Double?) {
            let isOwn = own.map { !$0.isRefused } ?? false
            showBusy(!isOwn && isBusy)
            showFraction(isOwn ? nil : fraction)
            guard isOwn, let own else { return }
            own.show(fraction.map { .fraction($0) } ?? (isBusy ? .busy : .hidden))
            // A refused widget leaves the built-in ones.
            if own === self.own, own.isRefused { show(isBusy: isBusy, fraction: fraction) }
        }

        private func showBusy(_ isBusy: Bool) {
            if isBusy, spinner == nil { spinner = add(gtk_spinner_new()) }
            guard let spinner else { return }
            gtk_spinner_set_spinning(OpaquePointer(spinner), isBusy ? 1 : 0)
            gtk_widget_set_visible(spinner, isBusy ? 1 : 0)
        }

        private func showFraction(_ fraction: Double?) {
            if fraction != nil, bar == nil {
                bar = add(gtk_progress_bar_new())
                if let bar { Self.style(bar) }
            }
            guard let bar else { return }
            if let fraction { gtk_progress_bar_set_fraction(OpaquePointer(bar), fraction) }
            gtk_widget_set_visible(bar, fraction == nil ? 0 : 1)
        }

        /// Lets a bar be as narrow as its view; themes give it the width of a dialog's.
        private static func style(_ bar: UnsafeMutablePointer<GtkWidget>) {
            guard let display = gtk_widget_get_display(bar) else { return }
            let object = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GObject.self)
            guard g_object_get_data(object, styled) == nil else { return }
            g_object_set_data(object, styled, UnsafeMutableRawPointer(display))
            let provider = gtk_css_provider_new()
            let style = "webimage > progressbar > trough { min-width: 0; }"
            gtk_css_provider_load_from_data(provider, style, -1)
            let priority = guint(GTK_STYLE_PROVIDER_PRIORITY_THEME) + 1
            gtk_style_context_add_provider_for_display(display, OpaquePointer(provider), priority)
            g_object_unref(provider)
        }

        /// The key that a display has once it has the style.
        private static let styled = "webimage-progress-style"

        /// Shows a symbolic icon of the icon theme, or none.
        func showIcon(_ name: String?) {
            if name != nil, icon == nil {
                icon = add(gtk_image_new())
                if let icon {
                    gtk_widget_add_css_class(icon, "dim-label")
                    // The view itself says that it has failed.
                    Accessible.setState(GTK_ACCESSIBLE_STATE_HIDDEN, true, of: icon)
                }
            }
            guard let icon else { return }
            if let name { gtk_image_set_from_icon_name(OpaquePointer(icon), name) }
            gtk_widget_set_visible(icon, name == nil ? 0 : 1)
        }

        /// The names of what is visible, for tests.
        var visible: [String] {
            let all = [("spinner", spinner), ("bar", bar), ("own", own?.widget), ("icon", icon)]
            return all.compactMap { name, widget in
                widget.map { gtk_widget_get_visible($0) != 0 } == true ? name : nil
            }
        }

        /// The fraction of the progress bar; nil if it is not visible.
        var fraction: Double? {
            guard let bar, gtk_widget_get_visible(bar) != 0 else { return nil }
            return gtk_progress_bar_get_fraction(OpaquePointer(bar))
        }

        private func add(
            _ widget: UnsafeMutablePointer<GtkWidget>?
        ) -> UnsafeMutablePointer<GtkWidget>? {
            guard let widget else { return nil }
            gtk_widget_set_can_target(widget, 0)
            gtk_widget_set_parent(widget, parent)
            return widget
        }

        /// Places the spinner and the icon in the centre, the bar at the lower edge, and the
        /// program's indicator as that says.
        func allocate(width: gint, height: gint) {
            if let widget = own?.widget { place(widget, x: 0, y: 0, width, height) }
            for widget in [spinner, icon].compactMap(\.self) {
                let side = min(natural(widget, GTK_ORIENTATION_HORIZONTAL), width)
                let tall = min(natural(widget, GTK_ORIENTATION_VERTICAL), height)
                place(widget, x: (width - side) / 2, y: (height - tall) / 2, side, tall)
            }
            guard let bar else { return }
            let tall = min(natural(bar, GTK_ORIENTATION_VERTICAL), height)
            let side = max(natural(bar, GTK_ORIENTATION_HORIZONTAL, minimum: true), width)
            place(bar, x: 0, y: height - tall, side, tall)
        }

        private func natural(
            _ widget: UnsafeMutablePointer<GtkWidget>, _ orientation: GtkOrientation,
            minimum: Bool = false
        ) -> gint {
            var (least, natural): (gint, gint) = (0, 0)
            gtk_widget_measure(widget, orientation, -1, &least, &natural, nil, nil)
            return minimum ? least : natural
        }

        private func place(
            _ widget: UnsafeMutablePointer<GtkWidget>, x: gint, y: gint, _ width: gint,
            _ height: gint
        ) {
            guard gtk_widget_get_visible(widget) != 0 else { return }
            // A child that gets less than it needs would be reported by GTK; it is drawn beyond
            // instead.
            let least = natural(widget, GTK_ORIENTATION_HORIZONTAL, minimum: true)
            let low = natural(widget, GTK_ORIENTATION_VERTICAL, minimum: true)
            var area = GdkRectangle(x: x, y: y, width: max(width, least), height: max(height, low))
            gtk_widget_size_allocate(widget, &area, -1)
        }
    }

#endif
