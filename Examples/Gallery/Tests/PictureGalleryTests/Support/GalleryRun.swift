import CAdwaita
import CGTK4
import Foundation
import WebImage
import WebImageGTK
import WebImageViews

@testable import PictureGallery

extension CodecList {
    /// The gallery's codecs; the built program decodes, since tests cannot start themselves again.
    static var ofTests: CodecList {
        GalleryCodecs.onDemand.list(worker: Bundle.main.bundleURL.appending(path: "gallery").path)
    }
}

/// A window of small generated pictures, with caches in a separate folder.
@GTKActor final class GalleryRun {
    let source: GeneratedSource
    let window: GalleryWindow
    private let folder: String
    /// The folder of the desktop's thumbnails.
    let thumbnails: String

    init(count: Int = 100_000, thumbnails: String? = nil) throws {
        folder = NSTemporaryDirectory() + "gallery-" + UUID().uuidString
        self.thumbnails = thumbnails ?? folder + "/thumbnails"
        source = try GeneratedSource(count: count, scale: 0.1)
        let caches = GalleryCaches(folder: folder, thumbnails: self.thumbnails, codecs: .ofTests)
        window = GalleryWindow(source, caches)
        gtk_window_set_default_size(window.window, 600, 500)
        window.present()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var grid: PictureGrid { window.grid }

    /// Activates an action of the window, as a key or a button does; `false` if it is not enabled.
    @discardableResult
    func activate(_ action: String, _ text: String? = nil) -> Bool {
        let widget = UnsafeMutableRawPointer(window.window).assumingMemoryBound(to: GtkWidget.self)
        return gtk_widget_activate_action_variant(
            widget, "win.\(action)", text.map { g_variant_new_string($0) })
            != 0
    }

    /// Opens a folder, and waits until its pictures are in sight.
    func show(_ folder: TestFolder) async -> Bool {
        window.open(path: folder.path)
        let isShown = await until {
            window.source.place(at: 0).path?.hasPrefix(folder.path) == true
        }
        return await isComplete() && isShown
    }

    /// The names of all listed pictures.
    var listed: [String] {
        (0..<grid.model.count).compactMap { grid.model.index(at: $0) }
            .map { window.source.name(at: $0) }
    }

    /// Waits until each tile in sight has its picture.
    func isComplete() async -> Bool {
        await until {
            let views = grid.visibleViews
            return !views.isEmpty && views.allSatisfy { $0.texture != nil && !$0.isLoading() }
        }
    }

    /// Scrolls the grid to a part of its length, 0 to 1.
    func scroll(to part: Double) {
        guard let adjustment = gtk_scrolled_window_get_vadjustment(grid.widget.opaque) else {
            return
        }
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_upper(adjustment) * part)
    }

    /// The names of the tiles in sight.
    var names: Set<String> { Set(grid.visibleViews.compactMap(\.alternativeText)) }

    /// The name of the tile that has the keyboard.
    var focusedName: String? {
        gtk_window_get_focus(window.window).flatMap { WebImageView.view(of: $0)?.alternativeText }
    }

    /// Waits until the open picture is loaded.
    func isOpen() async -> Bool {
        await until {
            guard case .image = window.page.zoom.view.shown() else { return false }
            return !window.page.zoom.view.isLoading()
        }
    }

    /// The type of the widget that has the keyboard.
    var focusedType: String {
        gtk_window_get_focus(window.window).flatMap { gtk_widget_get_name($0) }
            .map { String(cString: $0) } ?? "none"
    }

    /// Closes the window, and those that it has opened.
    func close() {
        gtk_window_destroy(window.window)
        for window in Seen.windows { gtk_window_destroy(window) }
    }
}
