import CGTK4
import WebImage
import WebImageGTK

extension GalleryWindow {
    /// Adds what the menu of a picture and its keys do.
    func addPictureActions() {
        add("menu") { $0.openMenu() }
        add("open-picture") { window in
            if window.openPosition == nil, let chosen = window.chosen {
                window.open(chosen.position)
            }
        }
        add("open-with") { window in
            guard let path = window.chosenPath else { return }
            AppChooser.ask(for: path, over: window.window) { [weak window] in window?.tell($0) }
        }
        add("copy") { $0.copyPicture() }
        add("show-in-folder") { $0.showInFolder() }
        add("move-to-bin") { $0.moveToBin() }
    }

    /// Opens the menu of the chosen picture in its middle.
    private func openMenu() {
        guard let chosen else { return }
        let tile = openPosition == nil ? grid.tile(at: chosen.position)?.widget : page.widget
        guard let tile, gtk_widget_get_mapped(tile) != 0 else { return }
        openMenu(
            x: Double(gtk_widget_get_width(tile)) / 2, y: Double(gtk_widget_get_height(tile)) / 2,
            of: tile)
    }

    /// Opens the menu of the chosen picture at a place of a widget.
    func openMenu(x: Double, y: Double, of widget: Widget) {
        guard let chosen else { return }
        actions.enable("open-picture", openPosition == nil)
        for name in Self.ofFiles { actions.enable(name, chosen.place.path != nil) }
        menu.open(x: x, y: y, of: widget)
    }

    /// Lets keys activate what the menu has disabled; keys that do not apply are reported.
    func menuClosed() {
        for name in Self.ofFiles + ["open-picture"] { actions.enable(name, true) }
        focus()
    }

    /// The actions that apply to files only.
    private static let ofFiles = ["open-with", "show-in-folder", "move-to-bin"]

    /// The path of the chosen picture; reports to the user if it is no file.
    private var chosenPath: String? {
        guard let chosen else { return nil }
        if chosen.place.path == nil { tell("“\(chosen.name)” is not a file") }
        return chosen.place.path
    }

    private func copyPicture() {
        guard let chosen else { return }
        if openPosition != nil, let texture = page.zoom.view.texture {
            return copy(texture, of: chosen)
        }
        // A tile has less pixels than its picture.
        copying?.cancel()
        copying = Task { [weak self, pipeline = caches.pipeline] in
            do throws(ImageError) {
                let image = try await pipeline.image(for: chosen.request).image
                guard !Task.isCancelled, let texture = ImageTexture(image.poster) else { return }
                self?.copy(texture, of: chosen)
            } catch {
                if !Task.isCancelled { self?.tell("\(chosen.name): \(error.description)") }
            }
        }
    }

    private func copy(_ texture: ImageTexture, of picture: ChosenPicture) {
        guard let clipboard = gtk_widget_get_clipboard(grid.widget) else { return }
        PictureClipboard.set(clipboard, texture, picture.place)
        tell("Picture copied")
    }

    private func showInFolder() {
        guard let path = chosenPath else { return }
        Task { [weak self] in
            do throws(GLibFailure) {
                try await FileManagers.show(path)
            } catch {
                self?.tell("The folder of “\(path)” cannot be shown: \(error.description)")
            }
        }
    }

    private func moveToBin() {
        // A key that is held repeats itself before the picture is gone.
        guard moving == nil, let path = chosenPath, let chosen else { return }
        moving = Task { [weak self] in
            do throws(GLibFailure) {
                try await Bin.move(path)
                self?.remove(chosen.place)
                self?.tell("“\(chosen.name)” was moved to the bin")
            } catch {
                self?.tell("“\(chosen.name)” stays: \(error.description)")
            }
            self?.moving = nil
        }
    }

    /// Takes a picture off the list; the next one takes its place, also on the page of a picture.
    private func remove(_ place: PicturePlace) {
        guard let position = grid.model.position(of: place) else { return }
        let isOpen = openPosition == position
        replace(with: grid.model.removing(at: position))
        let next = min(position, grid.model.count - 1)
        if next < 0 { return showGrid() }
        if isOpen { return open(next) }
        if let openPosition, openPosition > position { return moveOpen(to: openPosition - 1) }
        if openPosition == nil { grid.reveal(next) }
    }
}
