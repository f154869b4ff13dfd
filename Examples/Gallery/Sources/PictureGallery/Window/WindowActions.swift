import CGTK4
import WebImageGTK

/// The actions of a window, by their names.
@GTKActor struct WindowActions {
    private let group: OpaquePointer?

    /// Gives a window actions named `win.NAME`.
    init(of window: Widget) {
        let actions = g_simple_action_group_new().map { UnsafeMutableRawPointer($0) }
        group = actions.map { OpaquePointer($0) }
        gtk_widget_insert_action_group(window, "win", group)
        if let actions { g_object_unref(actions) }
    }

    /// Adds an action.
    func add(_ name: String, _ body: @escaping @GTKActor () -> Void) {
        guard let action = g_simple_action_new(name, nil) else { return }
        Signal.connect("activate", of: action) { _ in body() }
        insert(action)
    }

    /// Adds an action that is on or off, and calls `body` with its new state.
    func addSwitch(_ name: String, isOn: Bool, _ body: @escaping @GTKActor (Bool) -> Void) {
        let state = g_variant_new_boolean(isOn ? 1 : 0)
        guard let action = g_simple_action_new_stateful(name, nil, state) else { return }
        let address = UInt(bitPattern: action)
        Signal.connect("activate", of: action) { _ in
            guard let action = OpaquePointer(bitPattern: address),
                let state = g_action_get_state(action)
            else { return }
            let isOn = g_variant_get_boolean(state) == 0
            g_variant_unref(state)
            g_simple_action_set_state(action, g_variant_new_boolean(isOn ? 1 : 0))
            body(isOn)
        }
        insert(action)
    }

    /// Adds an action that is one of several texts, and calls `body` with its new text.
    func addChoice(_ name: String, _ text: String, _ body: @escaping @GTKActor (String) -> Void) {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        let state = g_variant_new_string(text)
        guard let action = g_simple_action_new_stateful(name, type, state) else { return }
        let address = UInt(bitPattern: action)
        // GLib sets the state to the parameter of the activation.
        Signal.connect("notify::state", of: action) { _ in
            guard let action = OpaquePointer(bitPattern: address),
                let state = g_action_get_state(action)
            else { return }
            defer { g_variant_unref(state) }
            if let text = g_variant_get_string(state, nil) { body(String(cString: text)) }
        }
        insert(action)
    }

    /// `true` if an action can be activated.
    func isEnabled(_ name: String) -> Bool {
        g_action_map_lookup_action(group, name).map { g_action_get_enabled($0) != 0 } ?? false
    }

    /// Enables or disables an action.
    func enable(_ name: String, _ isEnabled: Bool) {
        guard let action = g_action_map_lookup_action(group, name) else { return }
        g_simple_action_set_enabled(action, isEnabled ? 1 : 0)
    }

    private func insert(_ action: OpaquePointer) {
        g_action_map_add_action(group, action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }
}
