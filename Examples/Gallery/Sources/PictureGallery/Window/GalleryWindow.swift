import CAdwaita
import CGTK4
import WebImage
import WebImageGTK
import WebImageViews

/// The window: a header bar, a search, and the pages of the grid and of one picture.
///
/// Its widget keeps it alive.
@GTKActor final class GalleryWindow {
    let source: any PictureSource
    let caches: GalleryCaches
    let grid: PictureGrid
    let page: PicturePage
    let header: HeaderBar
    let search: SearchBar
    let actions: WindowActions
    /// The position of the picture that is open; nil while the grid is shown.
    private(set) var openPosition: Int?

    /// The bytes of the pictures before and after the open one.
    private var neighbours: PrefetchBatch?
    private let widget: Widget
    private let stack: Widget
    private let toasts: OpaquePointer

    init(_ source: any PictureSource, _ caches: GalleryCaches) {
        (self.source, self.caches) = (source, caches)
        guard let widget = adw_window_new(), let stack = gtk_stack_new(),
            let overlay = adw_toast_overlay_new()
        else { preconditionFailure("libadwaita cannot create a window.") }
        (self.widget, self.stack, toasts) = (widget, stack, overlay.opaque)
        actions = WindowActions(of: widget)
        grid = PictureGrid(source, caches.pipeline)
        page = PicturePage(caches.pipeline)
        header = HeaderBar(caches)
        search = SearchBar(in: source, keysOf: grid.widget)
        putTogether(overlay)
        connect()
        showGrid()
    }

    private func putTogether(_ overlay: Widget) {
        GalleryStyle.install(on: gtk_widget_get_display(widget))
        gtk_stack_set_transition_type(stack.opaque, GTK_STACK_TRANSITION_TYPE_CROSSFADE)
        gtk_stack_set_transition_duration(stack.opaque, 150)
        gtk_stack_add_named(stack.opaque, grid.widget, "grid")
        gtk_stack_add_named(stack.opaque, search.nothing, "nothing")
        gtk_stack_add_named(stack.opaque, page.widget, "picture")
        adw_toast_overlay_set_child(toasts, stack)
        let box = Widgets.box(
            GTK_ORIENTATION_VERTICAL, [header.widget, search.widget, overlay])
        adw_window_set_content(widget.cast(to: AdwWindow.self), box)
        gtk_window_set_default_size(window, 1100, 760)
        Shortcuts.add(Shortcuts.window, to: widget, inWindow: true)
        Shortcuts.add(Shortcuts.grid, to: grid.widget, inWindow: false)
    }

    private func connect() {
        addActions()
        grid.onOpen = { [weak self] position in self?.open(position) }
        search.onMatches = { [weak self] matches in
            self?.grid.show(matches)
            self?.showGrid()
        }
        // The handler refers to the window until the widget is gone.
        Signal.connect("destroy", of: widget.opaque) { _ in _ = self }
        Signal.connect("notify::fullscreened", of: widget.opaque) { [weak self] _ in
            self?.updateHeader()
        }
    }

    /// The `GtkWindow`.
    var window: UnsafeMutablePointer<GtkWindow> { widget.cast(to: GtkWindow.self) }

    /// Opens the window.
    func present() {
        gtk_window_present(window)
        grid.focus()
    }

    /// Shows one picture.
    ///
    /// - Parameter position: The position among the pictures that are listed.
    func open(_ position: Int) {
        guard let index = grid.model.index(at: position) else { return }
        let name = source.name(at: index)
        openPosition = position
        gtk_stack_set_visible_child_name(stack.opaque, "picture")
        page.show(
            source.request(at: index), named: name,
            placeholder: grid.tile(of: index)?.shown().picture)
        page.focus()
        neighbours = caches.pipeline.prefetch(
            [position + 1, position - 1].compactMap { grid.model.index(at: $0) }
                .map { source.request(at: $0) })
        updateHeader()
    }

    /// Shows the next picture, or another one.
    func move(by steps: Int) {
        guard let openPosition, grid.model.index(at: openPosition + steps) != nil else { return }
        open(openPosition + steps)
    }

    /// Shows the grid at the picture that was open.
    func back() {
        guard let position = openPosition else { return }
        page.clear()
        showGrid()
        grid.reveal(position)
    }

    private func showGrid() {
        if openPosition != nil { page.clear() }
        (openPosition, neighbours) = (nil, nil)
        let isEmpty = grid.model.count == 0
        gtk_stack_set_visible_child_name(stack.opaque, isEmpty ? "nothing" : "grid")
        updateHeader()
    }

    private func updateHeader() {
        let all = HeaderBar.grouped(source.count)
        let count = grid.model.count
        let listed = HeaderBar.grouped(count)
        for name in ["back", "previous", "next", "play", "frame-back", "frame-forward", "info"] {
            actions.enable(name, openPosition != nil)
        }
        for name in ["zoom-whole", "copy"] { actions.enable(name, openPosition != nil) }
        if let openPosition, let index = grid.model.index(at: openPosition) {
            header.show(
                source.name(at: index), "\(HeaderBar.grouped(openPosition + 1)) of \(listed)",
                isPicture: true)
        } else {
            let isAll = count == source.count
            header.show(
                source.title, isAll ? "\(all) pictures" : "\(listed) of \(all) pictures",
                isPicture: false)
        }
        gtk_widget_set_visible(search.widget, openPosition == nil ? 1 : 0)
        let isFull = gtk_window_is_fullscreen(window) != 0
        gtk_widget_set_visible(header.widget, isFull && openPosition != nil ? 0 : 1)
    }

    /// Shows a short message over the window.
    func tell(_ message: String) {
        // The title is markup.
        let title = g_markup_escape_text(message, -1)
        adw_toast_overlay_add_toast(toasts, adw_toast_new(title))
        g_free(title)
    }
}
