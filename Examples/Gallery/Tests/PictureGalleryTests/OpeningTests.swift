import CGTK4
import Foundation
import Testing
import WebImage
import WebImageGTK
import WebImageViews

@testable import PictureGallery

extension WindowTests {
    struct OpeningTests {
        private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "gallery-" + UUID().uuidString)

        private func write(_ bytes: [UInt8], as name: String) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: folder.appendingPathComponent(name))
        }

        private func jpeg() throws -> [UInt8] {
            try PictureFile(PictureRecipe(2), scale: 0.3).bytes()
        }

        @Test @GTKActor func `a folder is opened in the window, also one without pictures`()
            async throws
        {
            defer { try? FileManager.default.removeItem(at: folder) }
            try write(try jpeg(), as: "a.jpg")
            let run = try GalleryRun(count: 100)
            #expect(await run.isComplete())
            run.window.search.search("walrus")
            #expect(await until { run.grid.model.count == 0 })
            run.window.open(path: folder.path)
            #expect(await until { run.names == ["a.jpg"] })
            #expect(await run.isComplete())
            #expect(run.window.header.texts.title == folder.lastPathComponent)
            #expect(run.window.header.texts.subtitle == "1 picture")

            try FileManager.default.removeItem(at: folder.appendingPathComponent("a.jpg"))
            run.window.open(path: folder.path)
            #expect(await until { gtk_widget_get_mapped(run.window.empty) != 0 })
            #expect(await until { gtk_widget_get_mapped(run.grid.widget) == 0 })
            run.window.open(path: "/nonexistent")
            #expect(await until { run.window.lastMessage?.contains("/nonexistent") == true })
            run.close()
        }

        @Test @GTKActor func `files that fail or are cut off are marked and named`() async throws {
            defer { try? FileManager.default.removeItem(at: folder) }
            let whole = try jpeg()
            try write(whole, as: "a.jpg")
            try write(Array(whole.prefix(whole.count / 2)), as: "cut.jpg")
            try write(Array("no picture".utf8), as: "wrong.jpg")
            let run = try GalleryRun(count: 10)
            run.window.open(path: folder.path)
            #expect(await until { run.names == ["a.jpg", "cut.jpg", "wrong.jpg"] })
            #expect(await until { run.grid.visibleViews.allSatisfy { !$0.isLoading() } })
            func isCut(_ position: Int) -> Bool {
                run.grid.tile(at: position).map { gtk_widget_has_css_class($0.widget, "cut") != 0 }
                    ?? false
            }
            #expect(!isCut(0) && isCut(1) && !isCut(2))
            #expect(run.grid.tooltip(at: 0) == "a.jpg")
            #expect(run.grid.tooltip(at: 1) == "cut.jpg\n" + PictureFacts.truncated)
            #expect(run.grid.tooltip(at: 2)?.hasPrefix("wrong.jpg\n") == true)
            #expect((run.grid.tooltip(at: 2)?.count ?? 0) > 20)

            run.window.open(1)
            #expect(await run.isOpen())
            #expect(gtk_widget_get_visible(run.window.page.notice) != 0)
            #expect(run.window.page.info.rows.contains { $0.title == "Damage" })
            run.window.open(0)
            #expect(await run.isOpen())
            #expect(gtk_widget_get_visible(run.window.page.notice) == 0)
            run.close()
        }
    }

    struct NarrowWindowTests {
        @Test @GTKActor func `a window of 360 points has all of its bar, and a whole picture`()
            async throws
        {
            let run = try GalleryRun(count: 100)
            #expect(await run.isComplete())
            gtk_window_set_default_size(run.window.window, 360, 600)
            #expect(await until { run.window.header.isNarrow })
            let window = UnsafeMutableRawPointer(run.window.window).assumingMemoryBound(
                to: GtkWidget.self)
            func width(_ widget: Widget) -> Int { Int(gtk_widget_get_width(widget)) }
            // The bar of a wide window needs more.
            gtk_window_set_default_size(run.window.window, 360, 601)
            #expect(await until { width(window) <= 360 })
            run.window.open(4)
            #expect(await run.isOpen())
            run.activate("info")
            let page = run.window.page
            #expect(await until { width(page.info.widget) > 200 })
            #expect(width(window) <= 360)
            // The information lies over the picture, which keeps its width.
            #expect(await until { width(page.zoom.widget) >= 320 })
            gtk_window_set_default_size(run.window.window, 1000, 600)
            #expect(await until { !run.window.header.isNarrow })
            let panel = width(page.info.widget)
            #expect(await until { width(page.zoom.widget) == width(window) - panel })
            #expect(panel == 300 && width(window) >= 980)
            run.close()
        }
    }
}
