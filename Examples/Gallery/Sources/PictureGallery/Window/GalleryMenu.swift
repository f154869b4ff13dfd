import CAdwaita
import CGTK4
import WebImageGTK

/// The main menu, and the buttons of the header bar that stay the same.
@GTKActor enum GalleryMenu {
    /// Returns the button of the main menu.
    static func button() -> Widget? {
        let menu = g_menu_new()
        let (open, view, help) = (g_menu_new(), g_menu_new(), g_menu_new())
        g_menu_append(open, "Open Folder…", "win.open-folder")
        g_menu_append(open, "Open List of URLs…", "win.open-list")
        g_menu_append(view, "Larger", "win.zoom-in")
        g_menu_append(view, "Smaller", "win.zoom-out")
        g_menu_append(view, "Dark Style", "win.dark")
        g_menu_append(view, "Full Screen", "win.fullscreen")
        g_menu_append(view, "Clear Caches", "win.clear-caches")
        g_menu_append(help, "Keyboard Shortcuts", "win.shortcuts")
        g_menu_append(help, "About Gallery", "win.about")
        for section in [open, view, help] {
            let model = section.map { raw($0).assumingMemoryBound(to: GMenuModel.self) }
            g_menu_append_section(menu, nil, model)
            if let section { g_object_unref(raw(section)) }
        }
        let button = gtk_menu_button_new()
        guard let button, let menu else { return nil }
        gtk_menu_button_set_menu_model(
            button.opaque, raw(menu).assumingMemoryBound(to: GMenuModel.self))
        g_object_unref(raw(menu))
        gtk_menu_button_set_icon_name(button.opaque, "open-menu-symbolic")
        gtk_menu_button_set_primary(button.opaque, 1)
        gtk_widget_set_tooltip_text(button, "Main Menu")
        Widgets.name(button, "Main Menu")
        return button
    }

    private static func raw(_ pointer: OpaquePointer) -> UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(pointer)
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

    /// Switches between the dark style and that of the system.
    static func setDark(_ isDark: Bool) {
        adw_style_manager_set_color_scheme(
            adw_style_manager_get_default(),
            isDark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_DEFAULT)
    }
}
