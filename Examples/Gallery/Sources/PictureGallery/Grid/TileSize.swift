import CGTK4
import WebImageGTK
import WebImageViews

/// The common size of all tiles, and their views.
@GTKActor final class TileSize {
    /// The width and height in points.
    var side: Int {
        didSet { for view in views { resize(view) } }
    }
    private var all: [Weak] = []

    private struct Weak {
        weak var view: WebImageView?
    }

    init(_ side: Int) { self.side = side }

    /// The views of all tiles, also of those that are out of sight.
    var views: [WebImageView] { all.compactMap(\.view) }

    /// Prepares the view of a new tile.
    func add(_ view: WebImageView) {
        all.removeAll { $0.view == nil }
        all.append(Weak(view: view))
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
