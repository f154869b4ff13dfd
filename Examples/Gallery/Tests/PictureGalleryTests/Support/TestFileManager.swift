import CGTK4
import Synchronization
import WebImageGTK

/// A file manager on the bus of the tests, which keeps what it is asked to show.
@GTKActor final class TestFileManager {
    nonisolated private static let shown = Mutex<[String]>([])
    private let bus: OpaquePointer
    private let object: guint
    private static let name = "org.freedesktop.FileManager1"

    /// Takes the name on the bus; nil if there is no bus.
    init?() {
        let xml = """
            <node><interface name='\(Self.name)'><method name='ShowItems'>
            <arg type='as' direction='in'/><arg type='s' direction='in'/>
            </method></interface></node>
            """
        guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil),
            let node = g_dbus_node_info_new_for_xml(xml, nil)
        else { return nil }
        defer { g_dbus_node_info_unref(node) }
        var table = GDBusInterfaceVTable()
        table.method_call = { _, _, _, _, _, values, invocation, _ in
            let items = g_variant_get_child_value(values, 0)
            let item = g_variant_get_child_value(items, 0)
            let uri = g_variant_get_string(item, nil).map { String(cString: $0) } ?? ""
            TestFileManager.shown.withLock { $0.append(uri) }
            for value in [item, items] { if let value { g_variant_unref(value) } }
            g_dbus_method_invocation_return_value(invocation, nil)
        }
        object = g_dbus_connection_register_object(
            bus, "/org/freedesktop/FileManager1", node.pointee.interfaces[0], &table, nil, nil, nil)
        self.bus = bus
        call("RequestName", [g_variant_new_string(Self.name), g_variant_new_uint32(0)])
    }

    /// Leaves the bus.
    func end() {
        call("ReleaseName", [g_variant_new_string(Self.name)])
        g_dbus_connection_unregister_object(bus, object)
    }

    private func call(_ method: String, _ values: [OpaquePointer?]) {
        var values = values
        let name = "org.freedesktop.DBus"
        let reply = g_dbus_connection_call_sync(
            bus, name, "/org/freedesktop/DBus", name, method,
            g_variant_new_tuple(&values, gsize(values.count)), nil, G_DBUS_CALL_FLAGS_NONE, -1,
            nil, nil)
        if let reply { g_variant_unref(reply) }
    }

    /// The URIs that the file manager was asked to show.
    nonisolated static var uris: [String] { shown.withLock { $0 } }
}
