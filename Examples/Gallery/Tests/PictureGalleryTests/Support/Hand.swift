import CGTK4
import Glibc
import WebImageGTK

/// The keyboard and the mouse of the X server, as another program presses them.
///
/// The libraries come with GTK and at-spi2-core, without headers: they are opened at run time.
@GTKActor final class Hand {
    private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    private typealias Root = @convention(c) (OpaquePointer) -> UInt
    private typealias Sync = @convention(c) (OpaquePointer, CInt) -> CInt
    private typealias Focus = @convention(c) (OpaquePointer, UInt, CInt, UInt) -> CInt
    private typealias Symbol = @convention(c) (UnsafePointer<CChar>) -> UInt
    private typealias Code = @convention(c) (OpaquePointer, UInt) -> UInt8
    private typealias Place =
        @convention(c) (
            OpaquePointer, UInt, UInt, CInt, CInt, UnsafeMutablePointer<CInt>,
            UnsafeMutablePointer<CInt>, UnsafeMutablePointer<UInt>
        ) -> CInt
    private typealias Move = @convention(c) (OpaquePointer, CInt, CInt, CInt, UInt) -> CInt
    private typealias Press = @convention(c) (OpaquePointer, CUnsignedInt, CInt, UInt) -> CInt
    private typealias Number = @convention(c) (OpaquePointer) -> UInt

    /// `true` if there is a server, and the libraries.
    nonisolated static var isAvailable: Bool {
        getenv("DISPLAY") != nil && dlopen("libX11.so.6", RTLD_NOW) != nil
            && dlopen("libXtst.so.6", RTLD_NOW) != nil
    }

    private let display: OpaquePointer
    private let root: UInt
    private let sync: Sync
    private let symbol: Symbol
    private let code: Code
    private let place: Place
    private let move: Move
    private let pressButton: Press
    private let pressKey: Press
    private let number: Number

    /// Connects to the server and gives a window the keyboard; nil without one.
    init?(of window: UnsafeMutablePointer<GtkWindow>) {
        guard let basic = dlopen("libX11.so.6", RTLD_NOW),
            let test = dlopen("libXtst.so.6", RTLD_NOW), let own = dlopen(nil, RTLD_NOW),
            let open: Open = Self.function("XOpenDisplay", of: basic),
            let root: Root = Self.function("XDefaultRootWindow", of: basic),
            let sync: Sync = Self.function("XSync", of: basic),
            let focus: Focus = Self.function("XSetInputFocus", of: basic),
            let symbol: Symbol = Self.function("XStringToKeysym", of: basic),
            let code: Code = Self.function("XKeysymToKeycode", of: basic),
            let place: Place = Self.function("XTranslateCoordinates", of: basic),
            let move: Move = Self.function("XTestFakeMotionEvent", of: test),
            let pressButton: Press = Self.function("XTestFakeButtonEvent", of: test),
            let pressKey: Press = Self.function("XTestFakeKeyEvent", of: test),
            let number: Number = Self.function("gdk_x11_surface_get_xid", of: own),
            let display = open(nil),
            let surface = gtk_native_get_surface(
                OpaquePointer(UnsafeMutableRawPointer(window)))
        else { return nil }
        (self.display, self.root, self.sync) = (display, root(display), sync)
        (self.symbol, self.code, self.place, self.move) = (symbol, code, place, move)
        (self.pressButton, self.pressKey, self.number) = (pressButton, pressKey, number)
        _ = focus(display, number(surface), 1, 0)
        _ = sync(display, 0)
    }

    private static func function<Function>(
        _ name: String, of library: UnsafeMutableRawPointer
    ) -> Function? {
        // Safe because the callers give the type that the manual of the function has.
        dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
    }

    /// Presses and releases a key by its name in X, such as `Escape`, while others are held.
    func key(_ name: String, holding held: [String] = []) {
        for key in held { set(key, 1) }
        for isDown: CInt in [1, 0] { set(name, isDown) }
        for key in held.reversed() { set(key, 0) }
        _ = sync(display, 0)
    }

    private func set(_ key: String, _ isDown: CInt) {
        _ = pressKey(display, CUnsignedInt(code(display, symbol(key))), isDown, 0)
    }

    /// Clicks with a button of the mouse in the middle of a widget.
    func click(_ button: Int = 1, on widget: UnsafeMutablePointer<GtkWidget>) {
        move(to: widget)
        for isDown in [true, false] { press(button, isDown) }
    }

    /// Presses or releases a button of the mouse.
    func press(_ button: Int, _ isDown: Bool) {
        _ = pressButton(display, CUnsignedInt(button), isDown ? 1 : 0, 0)
        _ = sync(display, 0)
    }

    /// Moves the pointer to a place near the middle of a widget.
    func move(to widget: UnsafeMutablePointer<GtkWidget>, beside distance: Int = 0) {
        guard let native = gtk_widget_get_native(widget),
            let surface = gtk_native_get_surface(native)
        else { return }
        var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
        let middle = (
            Double(gtk_widget_get_width(widget)) / 2, Double(gtk_widget_get_height(widget)) / 2
        )
        let base = UnsafeMutableRawPointer(native).assumingMemoryBound(to: GtkWidget.self)
        gtk_widget_translate_coordinates(widget, base, middle.0, middle.1, &x, &y)
        gtk_native_get_surface_transform(native, &left, &top)
        var (screenX, screenY, child): (CInt, CInt, UInt) = (0, 0, 0)
        _ = place(
            display, number(surface), root, CInt(x + left) + CInt(distance), CInt(y + top),
            &screenX, &screenY, &child)
        _ = move(display, -1, screenX, screenY, 0)
        _ = sync(display, 0)
    }
}

/// Widgets as a user sees them.
@GTKActor enum Seen {
    /// Returns the label with a text below a widget; nil for none in sight.
    static func label(
        _ text: String, in widget: UnsafeMutablePointer<GtkWidget>
    ) -> UnsafeMutablePointer<GtkWidget>? {
        var child = gtk_widget_get_first_child(widget)
        while let present = child {
            if isA(present, gtk_label_get_type()), gtk_widget_get_mapped(present) != 0,
                gtk_label_get_text(OpaquePointer(present)).map({ String(cString: $0) }) == text
            {
                return present
            }
            if let found = label(text, in: present) { return found }
            child = gtk_widget_get_next_sibling(present)
        }
        return nil
    }

    /// All open windows.
    static var windows: [UnsafeMutablePointer<GtkWindow>] {
        guard let list = gtk_window_get_toplevels() else { return [] }
        return (0..<g_list_model_get_n_items(list)).compactMap { index in
            let item = g_list_model_get_item(list, index)
            g_object_unref(item)
            return item?.assumingMemoryBound(to: GtkWindow.self)
        }
    }

    /// Returns an open window of a type; nil for none.
    static func window(_ type: GType) -> UnsafeMutablePointer<GtkWidget>? {
        windows.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) }
            .first { isA($0, type) }
    }

    private static func isA(_ widget: UnsafeMutablePointer<GtkWidget>, _ type: GType) -> Bool {
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        return g_type_check_instance_is_a(instance, type) != 0
    }
}
