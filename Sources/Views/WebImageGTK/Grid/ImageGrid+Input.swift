#if GTK

    import CGTK4

    extension ImageGrid {
        /// Adds the controllers of the pointer and the keyboard, and the tooltips.
        func addControllers() {
            if let click = gtk_gesture_click_new() {
                Signal.connect("released", of: click) { [weak self] call in
                    guard let self, let x = call.double(at: 2), let y = call.double(at: 3),
                        let position = position(x: x, y: y)
                    else { return }
                    selected = position
                    onActivate?(position)
                }
                gtk_widget_add_controller(content, click)
            }
            addPointer()
            if let keys = gtk_event_controller_key_new() {
                Signal.connect("key-pressed", of: keys) { [weak self] call in
                    guard let self, let key = call.integer(at: 1), let flags = call.integer(at: 3)
                    else { return }
                    call.returns(pressed(key, flags))
                }
                gtk_widget_add_controller(content, keys)
            }
            Signal.connect("query-tooltip", of: OpaquePointer(content)) { [weak self] call in
                guard let self, let x = call.integer(at: 1), let y = call.integer(at: 2),
                    let tip = call.object(at: 4)
                else { return }
                call.returns(showTooltip(on: tip, x: Double(x), y: Double(y)))
            }
        }

        /// Follows the pointer.
        private func addPointer() {
            guard let motion = gtk_event_controller_motion_new() else { return }
            for name in ["enter", "motion"] {
                Signal.connect(name, of: motion) { [weak self] call in
                    guard let self, let x = call.double(at: 1), let y = call.double(at: 2)
                    else { return }
                    pointer = (x, y)
                    updatePointer()
                }
            }
            Signal.connect("leave", of: motion) { [weak self] _ in
                self?.pointer = nil
                self?.updatePointer()
            }
            gtk_widget_add_controller(content, motion)
        }

        /// Returns the position of the item at a place of the visible page; nil between items.
        func position(x: Double, y: Double) -> Int? {
            let isRightToLeft = gtk_widget_get_direction(content) == GTK_TEXT_DIR_RTL
            let x = isRightToLeft ? Double(geometry.width) - x : x
            return geometry.position(x: x, y: y + value)
        }

        private func showTooltip(on tip: OpaquePointer, x: Double, y: Double) -> Bool {
            guard let position = position(x: x, y: y), let text = tooltip?(position) else {
                return false
            }
            gtk_tooltip_set_text(tip, text)
            let frame = geometry.frame(of: position)
            let isRightToLeft = gtk_widget_get_direction(content) == GTK_TEXT_DIR_RTL
            let left = isRightToLeft ? Double(geometry.width) - frame.x - frame.width : frame.x
            var area = GdkRectangle(
                x: gint(left), y: gint(frame.y - value), width: gint(frame.width),
                height: gint(frame.height))
            gtk_tooltip_set_tip_area(tip, &area)
            return true
        }

        /// Finds the item under the pointer, which a scroll changes, too.
        func updatePointer() {
            hovered = pointer.flatMap { position(x: $0.x, y: $0.y) }
        }

        /// Lets the animation under the pointer play, and no other.
        func showHover(former: Int?) {
            if let former { cells[former]?.playsAnimations = false }
            if let hovered { cells[hovered]?.playsAnimations = true }
        }

        func showSelection(former: Int?) {
            if let former, let view = cells[former] { mark(view, isSelected: false) }
            if let selected, let view = cells[selected] { mark(view, isSelected: true) }
        }

        /// Sets the CSS state of a cell.
        func mark(_ view: WebImageView, isSelected: Bool) {
            if isSelected {
                gtk_widget_set_state_flags(view.widget, GTK_STATE_FLAG_SELECTED, 0)
            } else {
                gtk_widget_unset_state_flags(view.widget, GTK_STATE_FLAG_SELECTED)
            }
        }

        /// Handles a key; returns `false` for one that means nothing to a grid.
        package func pressed(_ key: Int, _ flags: Int) -> Bool {
            guard count > 0, flags & Int(GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue) == 0
            else { return false }
            let isRightToLeft = gtk_widget_get_direction(content) == GTK_TEXT_DIR_RTL
            let columns = geometry.columns
            let pageRows = max(Int(page) / geometry.rowHeight, 1)
            switch gint(truncatingIfNeeded: key) {
            case GDK_KEY_Left, GDK_KEY_KP_Left: move(by: isRightToLeft ? 1 : -1)
            case GDK_KEY_Right, GDK_KEY_KP_Right: move(by: isRightToLeft ? -1 : 1)
            case GDK_KEY_Up, GDK_KEY_KP_Up: move(by: -columns)
            case GDK_KEY_Down, GDK_KEY_KP_Down: move(by: columns)
            case GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up: move(by: -pageRows * columns)
            case GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down: move(by: pageRows * columns)
            case GDK_KEY_Home, GDK_KEY_KP_Home: select(0)
            case GDK_KEY_End, GDK_KEY_KP_End: select(count - 1)
            case GDK_KEY_Return, GDK_KEY_KP_Enter:
                guard let selected else { return false }
                onActivate?(selected)
            default: return false
            }
            if let root = gtk_widget_get_root(content) {
                let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self)
                gtk_window_set_focus_visible(window, 1)
            }
            return true
        }

        /// Moves the selection, in its column by whole rows; the first key selects what is in
        /// sight.
        private func move(by steps: Int) {
            guard let selected else { return select(firstVisible ?? 0) }
            let (target, columns) = (selected + steps, geometry.columns)
            if (0..<count).contains(target) { return select(target) }
            guard abs(steps) >= columns, columns > 1 || steps < 0 || selected < count - 1 else {
                return
            }
            let column = selected % columns
            let last = (count - 1) / columns * columns
            select(target < 0 ? column : min(last + column, count - 1))
        }

        /// Selects an item, scrolls to it unless it is in sight, and gives it the keyboard.
        func select(_ position: Int) {
            selected = position
            pendingFocus = position
            guard let vertical, page > 0, geometry.width > 0 else {
                pendingReveal = position
                return requestUpdate()
            }
            gtk_adjustment_set_value(
                vertical, revealing(position, from: gtk_adjustment_get_value(vertical)))
            giveFocus()
            requestUpdate()
        }

        /// Gives the keyboard to the item that waits for it, if that has a cell.
        func giveFocus() {
            guard let position = pendingFocus, let view = cells[position],
                gtk_widget_get_mapped(view.widget) != 0
            else { return }
            pendingFocus = nil
            gtk_widget_grab_focus(view.widget)
        }

        /// Takes the keyboard, for the selected item or else the first in sight.
        func takeFocus() -> Bool {
            guard count > 0 else { return false }
            let position = selected ?? visible.first ?? 0
            if selected != nil { select(position) } else { pendingFocus = position }
            giveFocus()
            requestUpdate()
            return true
        }

        /// Lets Tab enter the grid at one item, and leave it from there.
        func moveFocus(_ direction: GtkDirectionType) -> Bool {
            let isInside = gtk_widget_get_focus_child(content) != nil
            return isInside ? false : takeFocus()
        }
    }

    /// The style of grids, over the theme's.
    @GTKActor enum GridStyle {
        private static let rules = """
            webimagegrid > webimage { outline: 0 solid transparent; outline-offset: 1px; }
            webimagegrid > webimage:focus:focus-visible {
                outline: 2px solid alpha(@theme_selected_bg_color, 0.9); }
            """
        private static let key = "webimage-grid-style"

        /// Adds the style to a display, once.
        static func install(on display: OpaquePointer?) {
            guard let display else { return }
            let object = UnsafeMutableRawPointer(display).assumingMemoryBound(to: GObject.self)
            guard g_object_get_data(object, key) == nil, let provider = gtk_css_provider_new()
            else { return }
            g_object_set_data(object, key, UnsafeMutableRawPointer(display))
            gtk_css_provider_load_from_data(provider, rules, -1)
            gtk_style_context_add_provider_for_display(
                display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_THEME) + 1)
            g_object_unref(UnsafeMutableRawPointer(provider))
        }
    }

#endif
