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
        add("search") { $0.search.toggle() }
        add("end-search") { $0.endSearch() }
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
        add("play") { $0.page.playback.toggle() }
        add("frame-back") { $0.page.playback.step(by: -1) }
        add("frame-forward") { $0.page.playback.step(by: 1) }
        add("info") { $0.page.showsInfo.toggle() }
        add("copy") { window in
            if window.page.zoom.view.copyPicture() { window.tell("Picture copied") }
        }
        add("clear-caches") { $0.clearCaches() }
        actions.addSwitch("dark", isOn: false) { GalleryMenu.setDark($0) }
    }

    private func add(_ name: String, _ body: @escaping @GTKActor (GalleryWindow) -> Void) {
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
        opening = Task { [weak self] in
            do throws(SourceFailure) {
                let source = try await Sources.open(path)
                if !Task.isCancelled { self?.show(source) }
            } catch {
                self?.tell(error.description)
            }
        }
    }

    private func endSearch() {
        search.isOpen = false
        grid.focus()
    }

    private func toggleFullScreen() {
        if gtk_window_is_fullscreen(window) != 0 {
            gtk_window_unfullscreen(window)
        } else {
            gtk_window_fullscreen(window)
        }
    }

    /// Leaves the full screen, or else the picture.
    private func leave() {
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
