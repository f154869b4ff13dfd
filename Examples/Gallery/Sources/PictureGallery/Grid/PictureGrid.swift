import CGTK4
import WebImage
import WebImageGTK
import WebImageViews

/// The grid of all pictures, whose tiles have an adjustable size.
@GTKActor final class PictureGrid {
    /// The scrolled grid.
    let widget: Widget
    let model: PictureListModel
    /// Called with the position of a picture that the user opens.
    var onOpen: (@GTKActor (Int) -> Void)?

    private let source: any PictureSource
    private let grid: Widget
    private let selection: OpaquePointer
    private let tiles: TileSize
    private let prefetcher: ScrollPrefetcher

    /// The sides of tiles in points.
    static let sides = [80, 112, 144, 192, 256, 320]
    private static let usualSide = 2

    init(_ source: any PictureSource, _ pipeline: ImagePipeline) {
        self.source = source
        model = PictureListModel(source)
        tiles = TileSize(Self.sides[Self.usualSide])
        let (model, tiles) = (model, tiles)
        let factory = WebImageView.listItemFactory(
            width: 1, height: 1, pipeline: pipeline, setup: { tiles.add($0) },
            bind: { view, position, _ in
                guard let index = model.index(at: position) else { return }
                view.alternativeText = source.name(at: index)
                tiles.set(index, of: view)
                view.load(Self.request(index, of: source))
            })
        g_object_ref(UnsafeMutableRawPointer(model.pointer))
        guard let selection = gtk_single_selection_new(model.pointer),
            let grid = gtk_grid_view_new(selection, factory),
            let scroller = gtk_scrolled_window_new(),
            let adjustment = gtk_scrolled_window_get_vadjustment(scroller.opaque)
        else { preconditionFailure("GTK cannot create a grid.") }
        gtk_single_selection_set_autoselect(selection, 0)
        gtk_single_selection_set_can_unselect(selection, 1)
        gtk_grid_view_set_max_columns(grid.opaque, 40)
        gtk_grid_view_set_single_click_activate(grid.opaque, 1)
        gtk_widget_add_css_class(grid, "pictures")
        gtk_scrolled_window_set_child(scroller.opaque, grid)
        gtk_widget_set_vexpand(scroller, 1)
        Widgets.name(grid, "Pictures")
        prefetcher = ScrollPrefetcher(
            of: adjustment, pipeline: pipeline, pages: 1, itemCount: { model.count }
        ) { position in
            model.index(at: position).map { source.request(at: $0) }
        }
        (widget, self.grid, self.selection) = (scroller, grid, selection)
        Signal.connect("activate", of: grid.opaque) { [weak self] call in
            if let position = call.integer(at: 1) { self?.onOpen?(position) }
        }
    }

    /// Returns the request of a tile: with previews, so that slow pictures are seen early.
    private static func request(_ index: Int, of source: any PictureSource) -> ImageRequest {
        var request = source.request(at: index)
        request.previews = .every(.milliseconds(250))
        return request
    }

    /// The side of a tile in points.
    var side: Int { tiles.side }

    /// Makes the tiles larger or smaller by steps; 0 for the usual size.
    func zoom(by steps: Int) {
        let present = Self.sides.firstIndex(of: tiles.side) ?? Self.usualSide
        let next = steps == 0 ? Self.usualSide : present + steps
        tiles.side = Self.sides[min(max(next, 0), Self.sides.count - 1)]
    }

    /// The views of the tiles in sight.
    var visibleViews: [WebImageView] {
        tiles.views.filter { gtk_widget_get_mapped($0.widget) != 0 }
    }

    /// Returns the tile in sight of a picture, by its index in the source; nil for none.
    func tile(of index: Int) -> WebImageView? { tiles.view(of: index) }

    /// Lists the matches of a search; nil for all pictures.
    func show(_ matches: [Int32]?) {
        // Before the change, since new items have no places until the next layout.
        if let adjustment = gtk_scrolled_window_get_vadjustment(widget.opaque) {
            gtk_adjustment_set_value(adjustment, 0)
        }
        model.show(matches)
        Widgets.afterFrame(of: widget) { [weak self] in self?.prefetcher.reload() }
    }

    /// Selects a picture, scrolls to it, and gives it the keyboard.
    func reveal(_ position: Int) {
        gtk_single_selection_set_selected(selection, guint(position))
        scroll(to: position)
        // Its tile exists after the layout.
        Widgets.afterFrame(of: widget) { [weak self] in
            guard let self, let index = model.index(at: position) else { return }
            if let cell = tile(of: index).flatMap({ gtk_widget_get_parent($0.widget) }) {
                gtk_widget_grab_focus(cell)
            }
        }
    }

    /// Scrolls so that a picture is in the middle, unless it is in sight.
    private func scroll(to position: Int) {
        guard let adjustment = gtk_scrolled_window_get_vadjustment(widget.opaque) else { return }
        let upper = gtk_adjustment_get_upper(adjustment)
        let page = gtk_adjustment_get_page_size(adjustment)
        let value = gtk_adjustment_get_value(adjustment)
        // All rows are equally high.
        let top = upper * Double(position) / Double(max(model.count, 1))
        let tile = Double(side)
        if top < value + tile / 2 || top > value + page - tile {
            gtk_adjustment_set_value(adjustment, top - (page - tile) / 2)
        }
    }

    /// Gives the grid the keyboard.
    func focus() { gtk_widget_grab_focus(grid) }
}
