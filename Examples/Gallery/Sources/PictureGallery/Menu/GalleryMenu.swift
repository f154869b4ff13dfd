import CAdwaita
import CGTK4
import WebImageGTK

/// The main menu, and the buttons of the header bar that stay the same.
@GTKActor enum GalleryMenu {
    /// Returns the button of the main menu.
    static func button() -> Widget? {
        let menu = model()
        defer { g_object_unref(UnsafeMutableRawPointer(menu)) }
        guard let button = gtk_menu_button_new() else { return nil }
        gtk_menu_button_set_menu_model(button.opaque, menu.model)
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        gtk_menu_button_set_primary(button.opaque, 1)
        gtk_widget_set_tooltip_text(button, "Main Menu")
        Widgets.name(button, "Main Menu")
        return button
    }

    /// Returns the main menu.
    private static func model() -> OpaquePointer {
        let view = Menus.section([
            ("Larger", "zoom-in"), ("Smaller", "zoom-out"), ("Dark Style", "dark"),
            ("Full Screen", "fullscreen"), ("Slideshow", "slideshow"),
            ("Clear Caches", "clear-caches"),
        ])
        let order = Menus.menu([
            Menus.section([
                ("Name", "sort::name"), ("Date", "sort::date"), ("Size", "sort::size"),
            ]),
            Menus.section([("Reversed", "sort-reversed")]),
        ])
        g_menu_insert_submenu(view, 2, "Sort By", order.model)
        g_object_unref(UnsafeMutableRawPointer(order))
        return Menus.menu([
            Menus.section([
                ("Open Folder…", "open-folder"), ("Open List of URLs…", "open-list"),
            ]), view,
            Menus.section([("Keyboard Shortcuts", "shortcuts"), ("About Gallery", "about")]),
        ])
    }

    /// Opens a window about the program.
    static func showAbout(over parent: UnsafeMutablePointer<GtkWindow>) {
        guard let about = adw_about_window_new() else { return }
        adw_about_window_set_application_name(about.opaque, "Gallery")
        adw_about_window_set_application_icon(about.opaque, "image-x-generic")
        adw_about_window_set_comments(about.opaque, "A window of pictures over WebImageGTK.")
        let window = about.cast(to: GtkWindow.self)
        gtk_window_set_transient_for(window, parent)
        gtk_window_set_modal(window, 1)
        gtk_window_present(window)
    }

    /// Switches between the dark style and the system's.
    static func setDark(_ isDark: Bool) {
        adw_style_manager_set_color_scheme(
            adw_style_manager_get_default(),
            isDark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_DEFAULT)
    }
}
