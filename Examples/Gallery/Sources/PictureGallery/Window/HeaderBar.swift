import CAdwaita
import CGTK4
import WebImageGTK

/// The header bar of both pages.
@GTKActor final class HeaderBar {
    let widget: Widget
    let caches: CachePopover
    /// The button of the main menu.
    let menu: Widget?
    /// Called after a menu or a popover of the bar has closed.
    var onMenuClosed: (@GTKActor () -> Void)?
    /// `true` in a narrow window, whose menu has what the bar leaves out.
    var isNarrow = false {
        didSet {
            for button in ofWideWindow { gtk_widget_set_visible(button, isNarrow ? 0 : 1) }
        }
    }
    private let title: OpaquePointer
    private let ofPicture: [Widget]
    private let ofGrid: [Widget]
    private let ofWideWindow: [Widget]

    init(_ caches: GalleryCaches) {
        guard let bar = adw_header_bar_new(), let title = adw_window_title_new("", nil),
            let back = Widgets.button("go-previous-symbolic", "Back", action: "win.back"),
            let info = Widgets.button(
                "document-properties-symbolic", "Information", action: "win.info"),
            let search = Widgets.button("system-search-symbolic", "Search", action: "win.search"),
            let smaller = Widgets.button("zoom-out-symbolic", "Smaller", action: "win.zoom-out"),
            let larger = Widgets.button("zoom-in-symbolic", "Larger", action: "win.zoom-in")
        else { preconditionFailure("libadwaita cannot create a header bar.") }
        widget = bar
        self.title = title.opaque
        self.caches = CachePopover(caches)
        menu = GalleryMenu.button()
        // The grid, the picture or the entry of the search keeps the keyboard.
        for button in [back, info, search, smaller, larger] {
            gtk_widget_set_focus_on_click(button, 0)
        }
        let zoom = Widgets.box(GTK_ORIENTATION_HORIZONTAL, [smaller, larger])
        (ofPicture, ofGrid, ofWideWindow) = ([back, info], [search], [zoom, self.caches.button])
        adw_header_bar_set_title_widget(bar.opaque, title)
        for child in [back, search] { adw_header_bar_pack_start(bar.opaque, child) }
        for child in [menu, self.caches.button, info, zoom] {
            adw_header_bar_pack_end(bar.opaque, child)
        }
        for button in [menu, self.caches.button] {
            guard let popover = button.flatMap({ gtk_menu_button_get_popover($0.opaque) }) else {
                continue
            }
            Signal.connect("closed", of: OpaquePointer(popover)) { [weak self] _ in
                self?.onMenuClosed?()
            }
        }
    }

    /// Shows the title and the buttons of a page.
    func show(_ text: String, _ subtitle: String, isPicture: Bool) {
        adw_window_title_set_title(title, text)
        adw_window_title_set_subtitle(title, subtitle)
        for button in ofPicture { gtk_widget_set_visible(button, isPicture ? 1 : 0) }
        for button in ofGrid { gtk_widget_set_visible(button, isPicture ? 0 : 1) }
    }

    /// The texts of the title, for tests.
    var texts: (title: String, subtitle: String) {
        (
            adw_window_title_get_title(title).map { String(cString: $0) } ?? "",
            adw_window_title_get_subtitle(title).map { String(cString: $0) } ?? ""
        )
    }

    /// Returns a number with a comma before each three digits.
    nonisolated static func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(number).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
