import CAdwaita
import CGTK4
import WebImageGTK

/// The search by name.
@GTKActor final class SearchBar {
    let widget: Widget
    /// The page that is shown if no name matches.
    let nothing: Widget
    /// Called with the indices of the pictures that match; nil for all.
    var onMatches: (@GTKActor ([Int32]?) -> Void)?
    /// Called after the bar has closed, also by its own key.
    var onClose: (@GTKActor () -> Void)?

    private let entry: Widget
    /// The pictures that are searched; a search that runs begins again in others.
    var source: any PictureSource {
        didSet { if running != nil { begin() } }
    }
    private var running: Task<Void, Never>?
    /// The text that is being searched, or was at last.
    private(set) var text = ""

    /// Creates a search that also begins with letters typed into a widget.
    init(in source: any PictureSource, keysOf grid: Widget) {
        self.source = source
        guard let bar = gtk_search_bar_new(), let entry = gtk_search_entry_new(),
            let clamp = adw_clamp_new(), let page = adw_status_page_new()
        else { preconditionFailure("GTK cannot create a search.") }
        (widget, self.entry, nothing) = (bar, entry, page)
        adw_status_page_set_icon_name(page.opaque, "system-search-symbolic")
        adw_status_page_set_title(page.opaque, "No Results Found")
        adw_status_page_set_description(page.opaque, "Try a different search")
        gtk_widget_set_vexpand(page, 1)
        // As wide as the window allows, up to that.
        adw_clamp_set_maximum_size(clamp.opaque, 360)
        adw_clamp_set_child(clamp.opaque, entry)
        gtk_widget_set_hexpand(clamp, 1)
        Widgets.name(entry, "Search by Name")
        gtk_search_bar_set_child(bar.opaque, clamp)
        gtk_search_bar_connect_entry(bar.opaque, entry.opaque)
        gtk_search_bar_set_key_capture_widget(bar.opaque, grid)
        Signal.connect("search-changed", of: entry.opaque) { [weak self] _ in self?.changed() }
        Signal.connect("notify::search-mode-enabled", of: bar.opaque) { [weak self] _ in
            if let self, !isOpen { onClose?() }
        }
    }

    /// `true` if the bar is shown; when it closes, the search ends.
    var isOpen: Bool {
        get { gtk_search_bar_get_search_mode(widget.opaque) != 0 }
        set {
            gtk_search_bar_set_search_mode(widget.opaque, newValue ? 1 : 0)
            if newValue { gtk_widget_grab_focus(entry) }
        }
    }

    /// `true` if the entry is seen and has the keyboard.
    var hasFocus: Bool {
        let flags = gtk_widget_get_state_flags(entry).rawValue
        return gtk_widget_get_mapped(entry) != 0
            && flags & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    /// Opens the bar for typing; closes it if it is open for that.
    func toggle() {
        isOpen = !(isOpen && hasFocus)
    }

    /// Searches a text, as if it were typed.
    func search(_ text: String) {
        isOpen = true
        gtk_editable_set_text(entry.opaque, text)
    }

    private func changed() {
        let newer = gtk_editable_get_text(entry.opaque).map { String(cString: $0) } ?? ""
        guard newer != text else { return }
        text = newer
        begin()
    }

    private func begin() {
        running?.cancel()
        running = nil
        guard text.contains(where: { !$0.isWhitespace }) else {
            onMatches?(nil)
            return
        }
        running = Task { [weak self, source, text] in
            let found = try? await NameSearch.matches(text, in: source)
            guard let found, !Task.isCancelled else { return }
            self?.running = nil
            self?.onMatches?(found)
        }
    }
}
