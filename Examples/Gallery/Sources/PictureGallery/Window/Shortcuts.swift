import CGTK4
import WebImageGTK

/// The keys of the gallery: one table makes them work and describes them.
enum Shortcuts {
    /// One or more keys for an action; without an action, GTK handles them.
    struct Entry {
        let keys: String
        let action: String?
        let title: String
    }

    /// The keys that work everywhere in the window.
    static let window = [
        Entry(keys: "<Control>o", action: "win.open-folder", title: "Open a Folder"),
        Entry(keys: "<Control>f", action: "win.search", title: "Search"),
        Entry(
            keys: "<Control>plus <Control>equal <Control>KP_Add", action: "win.zoom-in",
            title: "Larger"),
        Entry(
            keys: "<Control>minus <Control>KP_Subtract", action: "win.zoom-out", title: "Smaller"),
        Entry(keys: "<Control>0 <Control>KP_0", action: "win.zoom-reset", title: "Usual Size"),
        Entry(keys: "F5", action: "win.slideshow", title: "Slideshow"),
        Entry(keys: "F11", action: "win.fullscreen", title: "Full Screen"),
        Entry(keys: "F10", action: nil, title: "Menu"),
        Entry(keys: "<Control>question", action: "win.shortcuts", title: "Keyboard Shortcuts"),
        Entry(keys: "<Control>w <Control>q", action: "win.close", title: "Close"),
    ]

    /// The keys of the grid.
    static let grid = [
        Entry(keys: "Left Right Up Down", action: nil, title: "Select a Picture"),
        Entry(keys: "Home End Page_Up Page_Down", action: nil, title: "Scroll"),
        Entry(keys: "Return", action: nil, title: "Open the Picture"),
        Entry(keys: "Escape", action: "win.end-search", title: "End the Search"),
    ]

    /// The keys while a picture is open; where text runs from right to left, so do the pictures.
    static var picture: [Entry] {
        let isRightToLeft = gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL
        let sides = isRightToLeft ? ["Right", "Left"] : ["Left", "Right"]
        return [
            Entry(keys: sides[0], action: "win.previous", title: "Previous Picture"),
            Entry(keys: sides[1], action: "win.next", title: "Next Picture"),
        ] + pictureWithoutSides
    }

    private static let pictureWithoutSides = [
        Entry(keys: "Escape", action: "win.back", title: "End the Slideshow, Back to the Grid"),
        Entry(keys: "space", action: "win.play", title: "Play or Pause"),
        Entry(keys: "comma", action: "win.frame-back", title: "Previous Frame"),
        Entry(keys: "period", action: "win.frame-forward", title: "Next Frame"),
        Entry(keys: "plus equal KP_Add", action: "win.zoom-in", title: "Larger"),
        Entry(keys: "minus KP_Subtract", action: "win.zoom-out", title: "Smaller"),
        Entry(keys: "0 KP_0", action: "win.zoom-reset", title: "Whole Picture"),
        Entry(keys: "1 KP_1", action: "win.zoom-whole", title: "100 %"),
        Entry(keys: "i <Alt>Return", action: "win.info", title: "Information"),
    ]

    /// The keys for the open picture or the selected tile.
    static let chosen = [
        Entry(keys: "Menu <Shift>F10", action: "win.menu", title: "Menu of the Picture"),
        Entry(keys: "<Control><Shift>o", action: "win.open-with", title: "Open With a Program"),
        Entry(keys: "<Control>c", action: "win.copy", title: "Copy the Picture"),
        Entry(keys: "Delete KP_Delete", action: "win.move-to-bin", title: "Move to Bin"),
    ]

    /// Lets keys activate their actions: in the whole window, or while the focus is in the widget.
    @GTKActor static func add(_ entries: [Entry], to widget: Widget, inWindow: Bool) {
        guard let controller = gtk_shortcut_controller_new() else { return }
        if inWindow {
            gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
        }
        for entry in entries {
            guard let action = entry.action else { continue }
            for key in entry.keys.split(separator: " ") {
                let trigger = gtk_shortcut_trigger_parse_string(String(key))
                let shortcut = gtk_shortcut_new(trigger, gtk_named_action_new(action))
                gtk_shortcut_controller_add_shortcut(controller, shortcut)
            }
        }
        gtk_widget_add_controller(widget, controller)
    }

    /// Opens the window that lists all keys.
    @GTKActor static func show(over parent: UnsafeMutablePointer<GtkWindow>) {
        let builder = gtk_builder_new_from_string(interface, -1)
        defer { g_object_unref(builder.map { UnsafeMutableRawPointer($0) }) }
        guard let object = gtk_builder_get_object(builder, "shortcuts") else { return }
        let window = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_transient_for(window, parent)
        gtk_window_present(window)
    }

    /// The window in the language of `GtkBuilder`.
    static var interface: String {
        let groups = [
            ("General", window), ("Grid", grid), ("Picture", picture),
            ("Open Picture or Selected Tile", chosen),
        ]
        return """
            <interface><object class="GtkShortcutsWindow" id="shortcuts">
            <property name="modal">1</property>
            <child><object class="GtkShortcutsSection">
            <property name="section-name">gallery</property>
            <property name="max-height">12</property>
            \(groups.map { group($0, $1) }.joined())
            </object></child></object></interface>
            """
    }

    private static func group(_ title: String, _ entries: [Entry]) -> String {
        let shortcuts = entries.map { entry in
            """
            <child><object class="GtkShortcutsShortcut">
            <property name="title">\(entry.title)</property>
            <property name="accelerator">\(escaped(entry.keys))</property></object></child>
            """
        }
        return """
            <child><object class="GtkShortcutsGroup"><property name="title">\(title)</property>
            \(shortcuts.joined())</object></child>
            """
    }

    private static func escaped(_ text: String) -> String {
        text.map { $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : String($0) }.joined()
    }
}
