import CGTK4
import WebImage
import WebImageGTK
import WebImageViews

/// The grid of all pictures, whose tiles have an adjustable size.
@GTKActor final class PictureGrid {
    /// The scrolled grid.
    var widget: Widget { grid.widget }
    private(set) var model: PictureList
    /// Called with the position of a picture that the user opens.
    var onOpen: (@GTKActor (Int) -> Void)? {
        didSet { grid.onActivate = onOpen }
    }
    /// Called if the menu of a picture is requested, with its position and a place of its tile.
    var onMenu: (@GTKActor (Int, _ x: Double, _ y: Double, _ tile: Widget) -> Void)? {
        get { content.onMenu }
        set { content.onMenu = newValue }
    }

    private let grid: ImageGrid
    private let prefetcher: ScrollPrefetcher
    private let content: Content

    /// The sides of tiles in points.
    static let sides = [80, 112, 144, 192, 256, 320]
    private static let usualSide = 2

    /// The listed pictures, for the handlers of the grid.
    @GTKActor private final class Content {
        var list: PictureList
        /// The remarks on pictures in sight that failed or are cut off, by index.
        var remarks: [Int: String] = [:]
        var onMenu: (@GTKActor (Int, Double, Double, Widget) -> Void)?

        init(_ list: PictureList) { self.list = list }

        /// Loads a picture into its tile: with previews, so that slow pictures are seen early.
        func bind(_ view: WebImageView, _ position: Int) {
            gtk_widget_remove_css_class(view.widget, "cut")
            view.onContextMenu = { [weak self, weak view] x, y in
                if let view { self?.onMenu?(position, x, y, view.widget) }
            }
            guard let index = list.index(at: position) else { return view.clear() }
            view.alternativeText = list.source.name(at: index)
            var request = list.source.request(at: index)
            request.previews = .every(.milliseconds(250))
            view.load(request) { [weak self, weak view] result in
                if let self, let view { ended(result, index, view) }
            }
        }

        private func ended(
            _ result: Result<ImageResponse, ImageError>, _ index: Int, _ view: WebImageView
        ) {
            remarks[index] = nil
            if remarks.count > 10_000 { remarks = [:] }
            switch result {
            case .success(let response):
                guard response.image.metadata.isTruncated else { return }
                remarks[index] = PictureFacts.truncated
                gtk_widget_add_css_class(view.widget, "cut")
            case .failure(.cancelled): return
            case .failure(let error): remarks[index] = error.description
            }
        }

        func tooltip(_ position: Int) -> String? {
            guard let index = list.index(at: position) else { return nil }
            return [list.source.name(at: index), remarks[index]].compactMap(\.self)
                .joined(separator: "\n")
        }
    }

    init(_ source: any PictureSource, _ pipeline: ImagePipeline) {
        model = PictureList(source: source)
        let content = Content(model)
        self.content = content
        grid = ImageGrid(
            count: model.count, side: Self.sides[Self.usualSide], pipeline: pipeline,
            setup: { view in
                view.presentation.indicatorDelay = .milliseconds(400)
                gtk_widget_set_overflow(view.widget, GTK_OVERFLOW_HIDDEN)
                gtk_widget_add_css_class(view.widget, "tile")
            },
            bind: { content.bind($0, $1) })
        prefetcher = ScrollPrefetcher(
            of: grid.adjustment, pipeline: pipeline, pages: 1,
            itemCount: { content.list.count },
            request: { position in
                content.list.index(at: position).map { content.list.source.request(at: $0) }
            })
        grid.tooltip = { content.tooltip($0) }
        Widgets.name(grid.widget, "Pictures")
    }

    /// The side of a tile in points.
    var side: Int { grid.side }

    /// Makes the tiles larger or smaller by steps; 0 for the usual size.
    func zoom(by steps: Int) {
        let present = Self.sides.firstIndex(of: grid.side) ?? Self.usualSide
        let next = steps == 0 ? Self.usualSide : present + steps
        grid.side = Self.sides[min(max(next, 0), Self.sides.count - 1)]
    }

    /// The views of the tiles in sight.
    var visibleViews: [WebImageView] { grid.visibleViews }

    /// Returns the tile of a picture, by its position in the list; nil for one that is not in
    /// sight.
    func tile(at position: Int) -> WebImageView? { grid.view(at: position) }

    /// Returns the text of the tooltip of a picture.
    func tooltip(at position: Int) -> String? { content.tooltip(position) }

    /// Lists the matches of a search; nil for all pictures.
    func show(_ matches: [Int32]?) { show(PictureList(source: model.source, matches: matches)) }

    /// Lists the pictures of another source.
    ///
    /// - Parameters:
    ///   - list: The pictures.
    ///   - keepsPlace: `true` to stay scrolled as far as now, `false` to scroll to the beginning.
    func show(_ list: PictureList, keepsPlace: Bool = false) {
        (model, content.list) = (list, list)
        content.remarks = [:]
        let place = gtk_adjustment_get_value(grid.adjustment)
        grid.reload(count: list.count)
        if keepsPlace { gtk_adjustment_set_value(grid.adjustment, place) }
        Widgets.afterFrame(of: widget) { [weak self] in self?.prefetcher.reload() }
    }

    /// The position of the selected picture; nil for none.
    var selected: Int? { grid.selected }

    /// Selects a picture, scrolls to it, and gives it the keyboard.
    func reveal(_ position: Int) { grid.reveal(position) }

    /// Gives the grid the keyboard.
    func focus() { grid.focus() }
}
