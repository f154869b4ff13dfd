import CAdwaita
import CGTK4
import WebImage
import WebImageGTK

/// A list of what is known about a picture: its file, its photograph, its load.
@GTKActor final class InfoPanel {
    let widget: Widget
    private let box: Widget
    private var groups: [Widget] = []
    private var name = ""

    init() {
        guard let scroller = gtk_scrolled_window_new() else {
            preconditionFailure("GTK cannot create a scrolled window.")
        }
        widget = scroller
        box = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 18, [])
        gtk_widget_add_css_class(box, "info")
        gtk_scrolled_window_set_child(scroller.opaque, box)
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_widget_set_size_request(scroller, 300, -1)
        gtk_widget_add_css_class(scroller, "background")
    }

    /// The titles and values that are listed, for tests.
    private(set) var rows: [(title: String, value: String)] = []

    /// Shows the name of a picture that is loading.
    func begin(_ name: String) {
        self.name = name
        clear()
        add("Picture", [("Name", name)])
    }

    /// Shows a picture and the way in which it came.
    ///
    /// - Parameters:
    ///   - response: The response with the picture.
    ///   - header: What the header of the file tells besides; nil if it is not read.
    func show(_ response: ImageResponse, header: ImageInfo? = nil) {
        let facts = PictureFacts(response, header: header)
        clear()
        add("Picture", [("Name", name)] + facts.picture)
        add("Photograph", facts.photograph)
        add("Load", facts.load)
    }

    /// Shows the reason why there is no picture.
    func show(_ error: ImageError) {
        clear()
        add("Picture", [("Name", name)])
        add("Load", [("Failed", error.description)])
    }

    private func clear() {
        for group in groups { gtk_box_remove(box.cast(to: GtkBox.self), group) }
        groups = []
        rows = []
    }

    private func add(_ title: String, _ facts: [(title: String, value: String)]) {
        guard !facts.isEmpty, let group = adw_preferences_group_new() else { return }
        let list = group.cast(to: AdwPreferencesGroup.self)
        adw_preferences_group_set_title(list, title)
        for fact in facts {
            guard let row = adw_action_row_new() else { continue }
            adw_preferences_row_set_use_markup(row.cast(to: AdwPreferencesRow.self), 0)
            adw_preferences_row_set_title(row.cast(to: AdwPreferencesRow.self), fact.value)
            adw_action_row_set_subtitle(row.cast(to: AdwActionRow.self), fact.title)
            gtk_widget_add_css_class(row, "fact")
            adw_preferences_group_add(list, row)
        }
        gtk_box_append(box.cast(to: GtkBox.self), group)
        groups.append(group)
        rows += facts
    }
}
