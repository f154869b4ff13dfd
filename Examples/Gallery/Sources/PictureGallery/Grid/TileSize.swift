import CGTK4
import WebImageGTK
import WebImageViews

/// The views of all tiles, and their common size.
@GTKActor final class TileSize {
    /// The width and height in points.
    var side: Int {
        didSet { for view in views { resize(view) } }
    }
    private var all: [Tile] = []

    private struct Tile {
        weak var view: WebImageView?
        /// The index of its picture in the source.
        var index: Int?
    }

    init(_ side: Int) { self.side = side }

    /// The views of all tiles, also of those that are out of sight.
    var views: [WebImageView] { all.compactMap(\.view) }

    /// Remembers the picture of a tile, by its index in the source.
    func set(_ index: Int, of view: WebImageView) {
        guard let place = all.firstIndex(where: { $0.view === view }) else { return }
        all[place].index = index
    }

    /// Returns the view in sight of a picture, by its index in the source; nil for none.
    func view(of index: Int) -> WebImageView? {
        all.first { tile in
            tile.index == index && tile.view.map { gtk_widget_get_mapped($0.widget) != 0 } == true
        }?.view
    }

    /// Prepares the view of a new tile.
    func add(_ view: WebImageView) {
        all.removeAll { $0.view == nil }
        all.append(Tile(view: view))
        // A click opens the picture, whose page loads it again.
        view.retriesOnClick = false
        view.setContentFit(GTK_CONTENT_FIT_COVER)
        view.presentation.indicatorDelay = .milliseconds(400)
        gtk_widget_set_overflow(view.widget, GTK_OVERFLOW_HIDDEN)
        gtk_widget_add_css_class(view.widget, "tile")
        resize(view)
    }

    private func resize(_ view: WebImageView) {
        gtk_widget_set_size_request(view.widget, gint(side), gint(side))
    }
}
