#if GTK

    import CGTK4

    /// The event controllers of a view, each added at its first use.
    @GTKActor struct ViewGestures {
        private var retry: [OpaquePointer] = []
        private var drag: OpaquePointer?
        private var hasMenu = false
        /// `true` if the view takes the keyboard without a load to repeat.
        private var wasFocusable = false

        /// Lets a click, Return and the space bar repeat failed loads, or not.
        mutating func setRetrying(_ isRetrying: Bool, of view: WebImageView) {
            guard isRetrying == retry.isEmpty else { return }
            if isRetrying { wasFocusable = gtk_widget_get_focusable(view.widget) != 0 }
            gtk_widget_set_focusable(view.widget, isRetrying || wasFocusable ? 1 : 0)
            for controller in retry { gtk_widget_remove_controller(view.widget, controller) }
            retry = []
            guard isRetrying else { return }
            if let click = gtk_gesture_click_new() {
                Signal.connect("released", of: click) { [weak view] _ in view?.retry() }
                add(click, to: view)
                retry.append(click)
            }
            if let key = onKey(
                of: view,
                { view, key, _ in
                    let keys = [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space]
                    guard keys.contains(gint(key)) else { return false }
                    view.retry()
                    return true
                })
            {
                retry.append(key)
            }
        }

        /// Lets the picture be dragged, or not.
        mutating func setDraggable(_ isDraggable: Bool, of view: WebImageView) {
            guard isDraggable != (drag != nil) else { return }
            if let drag { gtk_widget_remove_controller(view.widget, drag) }
            drag = nil
            guard isDraggable, let source = gtk_drag_source_new() else { return }
            Signal.connect("prepare", of: source) { [weak view] call in
                if let content = view?.contentProvider() {
                    call.returns(owned: OpaquePointer(content))
                }
            }
            Signal.connect("drag-begin", of: source) { [weak view] call in
                guard let source = call.object(at: 0), let icon = view?.dragIcon() else { return }
                gtk_drag_source_set_icon(source, icon, 0, 0)
                g_object_unref(UnsafeMutableRawPointer(icon))
            }
            add(source, to: view)
            drag = source
        }

        /// Calls the view's hook for a menu: on a click of the secondary button, a long touch, the
        /// menu key, and Shift with F10.
        mutating func addMenu(to view: WebImageView) {
            guard !hasMenu else { return }
            hasMenu = true
            if let click = gtk_gesture_click_new() {
                gtk_gesture_single_set_button(click, 0)
                Signal.connect("pressed", of: click) { [weak view] call in
                    guard let gesture = call.object(at: 0), let x = call.double(at: 2),
                        let y = call.double(at: 3),
                        let event = gtk_event_controller_get_current_event(gesture),
                        gdk_event_triggers_context_menu(event) != 0,
                        let handler = view?.onContextMenu
                    else { return }
                    gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
                    handler(x, y)
                }
                add(click, to: view)
            }
            if let touch = gtk_gesture_long_press_new() {
                gtk_gesture_single_set_touch_only(touch, 1)
                Signal.connect("pressed", of: touch) { [weak view] call in
                    guard let gesture = call.object(at: 0), let x = call.double(at: 1),
                        let y = call.double(at: 2), let handler = view?.onContextMenu
                    else { return }
                    // The end of the touch is no click.
                    gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
                    handler(x, y)
                }
                add(touch, to: view)
            }
            _ = onKey(of: view) { view, key, flags in
                let isShift = flags & Int(GDK_SHIFT_MASK.rawValue) != 0
                guard key == GDK_KEY_Menu || (key == GDK_KEY_F10 && isShift) else { return false }
                let (width, height) = (
                    gtk_widget_get_width(view.widget), gtk_widget_get_height(view.widget)
                )
                view.onContextMenu?(Double(width) / 2, Double(height) / 2)
                return view.onContextMenu != nil
            }
        }

        private func onKey(
            of view: WebImageView, _ action: @escaping @GTKActor (WebImageView, Int, Int) -> Bool
        ) -> OpaquePointer? {
            guard let keys = gtk_event_controller_key_new() else { return nil }
            Signal.connect("key-pressed", of: keys) { [weak view] call in
                guard let view, let key = call.integer(at: 1), let flags = call.integer(at: 3)
                else {
                    return
                }
                call.returns(action(view, key, flags))
            }
            add(keys, to: view)
            return keys
        }

        private func add(_ controller: OpaquePointer, to view: WebImageView) {
            gtk_widget_add_controller(view.widget, controller)
        }
    }

#endif
