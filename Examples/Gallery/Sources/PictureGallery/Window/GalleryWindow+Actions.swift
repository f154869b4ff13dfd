import CGTK4
import WebImage
import WebImageGTK

extension GalleryWindow {
    /// Adds what menus, buttons and keys do.
    func addActions() {
        for (name, isFolder) in [("open-folder", true), ("open-list", false)] {
            add(name) { window in
                SourceChooser.ask(over: window.window, isFolder: isFolder) { [weak window] path in
                    window?.open(path: path)
                }
            }
        }
        add("search") { $0.openSearch() }
        add("end-search") { window in
            if window.search.isOpen { window.search.isOpen = false } else { window.focus() }
        }
        add("zoom-in") { $0.zoom(by: 1) }
        add("zoom-out") { $0.zoom(by: -1) }
        add("zoom-reset") { $0.zoom(by: 0) }
        add("zoom-whole") { $0.page.zoom.showPixels() }
        add("fullscreen") { $0.toggleFullScreen() }
        add("shortcuts") { Shortcuts.show(over: $0.window) }
        add("about") { GalleryMenu.showAbout(over: $0.window) }
        add("close") { gtk_window_close($0.window) }
        add("back") { $0.leave() }
        add("previous") { $0.move(by: -1) }
        add("next") { $0.move(by: 1) }
        add("play") { window in
            window.slideshow.state == .off
                ? window.page.playback.toggle() : window.toggleSlideshow()
        }
        add("frame-back") { $0.page.playback.step(by: -1) }
        add("frame-forward") { $0.page.playback.step(by: 1) }
        add("info") { $0.page.showsInfo.toggle() }
        add("clear-caches") { $0.clearCaches() }
        actions.addSwitch("dark", isOn: false) { GalleryMenu.setDark($0) }
        addOrder()
        addPictureActions()
        addSlideshow()
    }

    /// Adds an action that does nothing once the window is gone.
    func add(_ name: String, _ body: @escaping @GTKActor (GalleryWindow) -> Void) {
        actions.add(name) { [weak self] in if let self { body(self) } }
    }

    /// Makes the tiles or the open picture larger or smaller; 0 for the usual size.
    func zoom(by steps: Int) {
        if openPosition == nil {
            grid.zoom(by: steps)
        } else if steps == 0 {
            page.zoom.fit()
        } else {
            page.zoom.zoom(by: steps)
        }
    }

    /// Shows the pictures of a folder, or of a file of URLs, instead of the present ones.
    func open(path: String) {
        opening?.cancel()
        opening = Task { [weak self, order] in
            do throws(SourceFailure) {
                let source = try await Sources.open(path, by: order)
                if !Task.isCancelled { self?.show(source) }
            } catch {
                self?.tell(error.description)
            }
        }
    }

    /// Searches in the grid, to which a picture is left.
    private func openSearch() {
        guard let position = openPosition else { return search.toggle() }
        showGrid()
        searchedFrom = position
        search.isOpen = true
        // The bar was hidden with the grid; its entry may get the keyboard only once it is drawn.
        Widgets.afterFrame(of: grid.widget) { [weak self] in
            if let self, search.isOpen, !search.hasFocus { search.isOpen = true }
        }
    }

    /// Gives the keyboard back to the picture at which the search was begun, or to the grid.
    func searchEnded() {
        let position = searchedFrom
        searchedFrom = nil
        guard openPosition == nil else { return page.focus() }
        if let position { grid.reveal(position) } else { grid.focus() }
    }

    private func toggleFullScreen() {
        if gtk_window_is_fullscreen(window) != 0 {
            gtk_window_unfullscreen(window)
        } else {
            gtk_window_fullscreen(window)
        }
    }

    /// Leaves the slideshow, or else the full screen, or else the picture.
    private func leave() {
        if slideshow.state != .off { return endSlideshow() }
        if gtk_window_is_fullscreen(window) != 0 { return gtk_window_unfullscreen(window) }
        back()
    }

    private func clearCaches() {
        Task { [weak self, caches] in
            do throws(ImageError) {
                try await caches.clear()
                self?.tell("Caches cleared")
            } catch {
                self?.tell("The disk cache cannot be cleared: \(error.description)")
            }
            self?.header.caches.update()
        }
    }
}
