#if GTK

    import CGTK4

    /// The objects of this process on the bus of assistive technology, as a screen reader sees
    /// them.
    ///
    /// Its calls wait for GTK's thread, so they are made on another one.
    struct AccessibilityBus {
        private let connection: OpaquePointer
        private let process: guint32

        /// Connects to the bus; nil if there is none.
        init?() {
            guard let session = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
            let answer = Self.call(
                session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", nil)
            guard let answer, let text = Self.string(answer, 0) else { return nil }
            let flags = GDBusConnectionFlags(
                G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                    | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
            guard
                let connection = g_dbus_connection_new_for_address_sync(text, flags, nil, nil, nil)
            else { return nil }
            self.connection = connection
            process = guint32(getpid())
        }

        /// Returns a property, such as `Name`, of all objects of a role below this process's
        /// windows.
        func texts(_ property: String, ofRole role: String) -> [String] {
            var found: [String] = []
            let registry = "org.a11y.atspi.Registry"
            for root in children(registry, "/org/a11y/atspi/accessible/root") where isOwn(root.bus)
            {
                collect(root, role, property, &found, depth: 0)
            }
            return found
        }

        private func collect(
            _ object: (bus: String, path: String), _ role: String, _ property: String,
            _ found: inout [String], depth: Int
        ) {
            guard depth < 12 else { return }
            let answer = Self.call(
                connection, object.bus, object.path, "org.a11y.atspi.Accessible", "GetRoleName", nil
            )
            if let answer, Self.string(answer, 0) == role {
                found.append(text(property, of: object))
            }
            for child in children(object.bus, object.path) {
                collect(child, role, property, &found, depth: depth + 1)
            }
        }

        private func text(_ property: String, of object: (bus: String, path: String)) -> String {
            let arguments = g_variant_parse(
                nil, "('org.a11y.atspi.Accessible', '\(property)')", nil, nil, nil)
            let answer = Self.call(
                connection, object.bus, object.path, "org.freedesktop.DBus.Properties", "Get",
                arguments)
            guard let answer, let boxed = g_variant_get_child_value(answer, 0),
                let value = g_variant_get_variant(boxed)
            else { return "" }
            return String(cString: g_variant_get_string(value, nil))
        }

        private func children(_ bus: String, _ path: String) -> [(bus: String, path: String)] {
            let answer = Self.call(
                connection, bus, path, "org.a11y.atspi.Accessible", "GetChildren", nil)
            guard let answer, let list = g_variant_get_child_value(answer, 0) else { return [] }
            return (0..<g_variant_n_children(list)).compactMap { index in
                guard let pair = g_variant_get_child_value(list, index),
                    let bus = Self.string(pair, 0), let path = Self.string(pair, 1)
                else { return nil }
                return (bus, path)
            }
        }

        private func isOwn(_ bus: String) -> Bool {
            let arguments = g_variant_parse(nil, "('\(bus)',)", nil, nil, nil)
            let answer = Self.call(
                connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", arguments)
            guard let answer, let number = g_variant_get_child_value(answer, 0) else {
                return false
            }
            return g_variant_get_uint32(number) == process
        }

        private static func call(
            _ connection: OpaquePointer, _ bus: String, _ path: String, _ interface: String,
            _ method: String, _ arguments: OpaquePointer?
        ) -> OpaquePointer? {
            g_dbus_connection_call_sync(
                connection, bus, path, interface, method, arguments, nil, G_DBUS_CALL_FLAGS_NONE,
                5000,
                nil, nil)
        }

        private static func string(_ tuple: OpaquePointer, _ index: gsize) -> String? {
            g_variant_get_child_value(tuple, index).map {
                String(cString: g_variant_get_string($0, nil))
            }
        }
    }

#endif
