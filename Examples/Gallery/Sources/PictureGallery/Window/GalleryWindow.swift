import CAdwaita
import CGTK4
import WebImage
import WebImageGTK
import WebImageViews

/// The window: a header bar, a search, and the pages of the grid and of one picture.
///
/// Its widget keeps it alive.
@GTKActor final class GalleryWindow {
    private(set) var source: any PictureSource
    let caches: GalleryCaches
    let grid: PictureGrid
    let page: PicturePage
    let header: HeaderBar
    let search: SearchBar
    let actions: WindowActions
    /// The position of the picture that is open; nil while the grid is shown.
    private(set) var openPosition: Int?
    /// The order of the pictures of folders.
    var order = PictureOrder() {
        didSet { sort() }
    }
    let slideshow = Slideshow()
    /// Keeps the screen on during a slideshow.
    var idle: SessionIdle?
    /// The position of the picture from whose page a search was opened; nil after its first text.
    var searchedFrom: Int?
    /// The listing of a folder that will be shown.
    var opening: Task<Void, Never>?
    /// The list in another order that will be shown.
    var sorting: Task<Void, Never>?
    /// The load of a picture that will be copied.
    var copying: Task<Void, Never>?
    /// The way of a file to the bin.
    var moving: Task<Void, Never>?
    /// The last message, for tests.
    private(set) var lastMessage: String?
    /// The page of a source without pictures.
    let empty: Widget

    /// The bytes of the pictures before and after the open one.
    private var neighbours: PrefetchBatch?
    private let widget: Widget
    private let stack: Widget
    private let toasts: OpaquePointer
    private let box: Widget
    /// The menu of a picture.
    private(set) lazy var menu = ContextMenu(in: box) { [weak self] in self?.menuClosed() }

    init(_ source: any PictureSource, _ caches: GalleryCaches) {
        (self.source, self.caches) = (source, caches)
        guard let widget = adw_window_new(), let stack = gtk_stack_new(),
            let overlay = adw_toast_overlay_new(), let empty = Self.emptyPage()
        else { preconditionFailure("libadwaita cannot create a window.") }
        (self.widget, self.stack, toasts, self.empty) = (widget, stack, overlay.opaque, empty)
        actions = WindowActions(of: widget)
        grid = PictureGrid(source, caches.tiles)
        page = PicturePage(caches.pipeline)
        header = HeaderBar(caches)
        search = SearchBar(in: source, keysOf: grid.widget)
        box = Widgets.box(GTK_ORIENTATION_VERTICAL, [header.widget, search.widget, overlay])
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
        gtk_stack_add_named(stack.opaque, empty, "empty")
        gtk_stack_add_named(stack.opaque, page.widget, "picture")
        adw_toast_overlay_set_child(toasts, stack)
        gtk_widget_add_css_class(overlay, "drop")
        DropTarget.add(to: overlay) { [weak self] in self?.open($0) }
        adw_window_set_content(widget.cast(to: AdwWindow.self), box)
        gtk_window_set_default_size(window, 1100, 760)
        Shortcuts.add(Shortcuts.window, to: widget, inWindow: true)
        Shortcuts.add(Shortcuts.grid + Shortcuts.chosen, to: grid.widget, inWindow: false)
    }

    private func connect() {
        addActions()
        grid.onOpen = { [weak self] position in self?.open(position) }
        grid.onMenu = { [weak self] position, x, y, tile in
            self?.grid.reveal(position)
            self?.openMenu(x: x, y: y, of: tile)
        }
        let picture = page.zoom.view
        picture.onContextMenu = { [weak self, weak picture] x, y in
            if let picture { self?.openMenu(x: x, y: y, of: picture.widget) }
        }
        header.onMenuClosed = { [weak self] in self?.focus() }
        search.onMatches = { [weak self] matches in
            self?.searchedFrom = nil
            self?.grid.show(matches)
            self?.showGrid()
            if self?.search.isOpen == false { self?.focus() }
        }
        search.onClose = { [weak self] in self?.searchEnded() }
        Signal.connect("realize", of: widget.opaque) { [weak self] _ in self?.followWidth() }
        // The handler refers to the window until the widget is gone.
        Signal.connect("destroy", of: widget.opaque) { _ in _ = self }
        Signal.connect("notify::fullscreened", of: widget.opaque) { [weak self] _ in
            guard let self else { return }
            if gtk_window_is_fullscreen(window) == 0 { endSlideshow() }
            updateHeader()
        }
    }

    /// Returns the page for a folder without pictures, which offers to open another.
    private static func emptyPage() -> Widget? {
        let button = gtk_button_new_with_label("Open Folder…")
        guard let page = adw_status_page_new(), let button else { return nil }
        adw_status_page_set_icon_name(page.opaque, "folder-pictures-symbolic")
        adw_status_page_set_title(page.opaque, "No Pictures")
        gtk_actionable_set_action_name(button.opaque, "win.open-folder")
        for name in ["suggested-action", "pill"] { gtk_widget_add_css_class(button, name) }
        gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
        adw_status_page_set_child(page.opaque, button)
        gtk_widget_set_vexpand(page, 1)
        return page
    }

    /// Adapts the bar and the page of a picture to the width of the window.
    private func followWidth() {
        guard let surface = gtk_native_get_surface(widget.opaque) else { return }
        Signal.connect("layout", of: surface) { [weak self] call in
            guard let self, let width = call.integer(at: 1) else { return }
            let isNarrow = width < Self.narrow
            guard isNarrow != header.isNarrow else { return }
            // GTK forgets a change of the layout during a layout.
            Task { [weak self] in
                self?.header.isNarrow = isNarrow
                self?.page.playback.isNarrow = isNarrow
            }
        }
    }

    /// The width in points below which a window is narrow.
    private static let narrow = 560

    /// Shows the pictures of another source.
    func show(_ source: any PictureSource) {
        self.source = source
        search.source = source
        search.isOpen = false
        adw_status_page_set_description(
            empty.opaque, source.count > 0 ? nil : "There are none in “\(source.title)”.")
        grid.show(PictureList(source: source))
        showGrid()
        grid.focus()
        sort()
    }

    /// Lists the pictures of the source in another order, or without some, in the same place.
    func replace(with list: PictureList) {
        sorting?.cancel()
        source = list.source
        search.source = list.source
        grid.show(list, keepsPlace: true)
        updateHeader()
        sort()
    }

    /// The `GtkWindow`.
    var window: UnsafeMutablePointer<GtkWindow> { widget.cast(to: GtkWindow.self) }

    /// Opens the window.
    func present() {
        show(source)
        gtk_window_present(window)
        grid.focus()
    }

    /// Shows one picture.
    ///
    /// - Parameter position: The position among the pictures that are listed.
    func open(_ position: Int) {
        guard let index = grid.model.index(at: position) else { return }
        let name = source.name(at: index)
        slideshow.restart()
        openPosition = position
        gtk_stack_set_visible_child_name(stack.opaque, "picture")
        page.show(
            source.request(at: index), named: name,
            placeholder: grid.tile(at: position)?.shown().picture)
        page.focus()
        moveOpen(to: position)
    }

    /// Sets the position of the open picture, and loads the bytes of those beside it.
    func moveOpen(to position: Int) {
        openPosition = position
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

    /// Gives the keyboard to the picture or the grid, or else to what is shown in its place.
    func focus() {
        if openPosition != nil {
            page.focus()
        } else if grid.model.count > 0 {
            grid.focus()
        } else if source.count > 0 {
            search.isOpen = true
        } else {
            gtk_widget_child_focus(empty, GTK_DIR_TAB_FORWARD)
        }
    }

    /// Shows the grid where it was.
    func showGrid() {
        endSlideshow()
        if openPosition != nil { page.clear() }
        (openPosition, neighbours) = (nil, nil)
        let isEmpty = grid.model.count == 0
        let page = source.count == 0 ? "empty" : isEmpty ? "nothing" : "grid"
        gtk_stack_set_visible_child_name(stack.opaque, page)
        updateHeader()
    }

    private func updateHeader() {
        let all = HeaderBar.grouped(source.count)
        let count = grid.model.count
        let listed = HeaderBar.grouped(count)
        for name in ["back", "previous", "next", "play", "frame-back", "frame-forward", "info"] {
            actions.enable(name, openPosition != nil)
        }
        actions.enable("zoom-whole", openPosition != nil)
        actions.enable("slideshow", count > 0)
        for name in ["sort", "sort-reversed"] { actions.enable(name, source.order != nil) }
        if let openPosition, let index = grid.model.index(at: openPosition) {
            header.show(
                source.name(at: index), "\(HeaderBar.grouped(openPosition + 1)) of \(listed)",
                isPicture: true)
        } else {
            let isAll = count == source.count
            header.show(
                source.title,
                isAll
                    ? (count == 1 ? "1 picture" : "\(all) pictures")
                    : "\(listed) of \(all) pictures",
                isPicture: false)
        }
        gtk_widget_set_visible(search.widget, openPosition == nil ? 1 : 0)
        let isFull = gtk_window_is_fullscreen(window) != 0
        gtk_widget_set_visible(header.widget, isFull && openPosition != nil ? 0 : 1)
    }

    /// Shows a short message over the window.
    func tell(_ message: String) {
        lastMessage = message
        // The title is markup.
        let title = g_markup_escape_text(message, -1)
        adw_toast_overlay_add_toast(toasts, adw_toast_new(title))
        g_free(title)
    }
}
