import CGTK4
import Foundation
import Testing
import WebImageGTK

@testable import PictureGallery

extension WindowTests {
    struct DropTests {
        /// A window from which a file is dragged, as from a file manager.
        @GTKActor private final class DragWindow {
            let window: UnsafeMutablePointer<GtkWindow>
            let label: Widget

            init?(_ path: String) {
                guard let widget = gtk_window_new(), let label = gtk_label_new("File"),
                    let source = gtk_drag_source_new()
                else { return nil }
                (window, self.label) = (widget.cast(to: GtkWindow.self), label)
                var file = g_file_new_for_path(path)
                defer { g_object_unref(file.map { UnsafeMutableRawPointer($0) }) }
                var value = GValue()
                g_value_init(&value, gdk_file_list_get_type())
                let list = gdk_file_list_new_from_array(&file, 1)
                g_value_take_boxed(&value, list.map { UnsafeMutableRawPointer($0) })
                let content = gdk_content_provider_new_for_value(&value)
                g_value_unset(&value)
                gtk_drag_source_set_content(source, content)
                g_object_unref(content.map { UnsafeMutableRawPointer($0) })
                gtk_widget_add_controller(label, source)
                gtk_window_set_decorated(window, 0)
                gtk_window_set_default_size(window, 100, 100)
                gtk_window_set_child(window, label)
                gtk_window_present(window)
            }

            /// Drags the file to a widget of another window.
            func drag(to target: Widget, with hand: Hand) async throws {
                hand.move(to: label)
                hand.press(1, true)
                for distance in 1...6 {
                    hand.move(to: label, beside: distance * 5)
                    try await Task.sleep(for: .milliseconds(30))
                }
                for distance in [-20, -10, 0] {
                    hand.move(to: target, beside: distance)
                    try await Task.sleep(for: .milliseconds(100))
                }
                hand.press(1, false)
            }
        }

        @Test(.enabled(if: Hand.isAvailable)) @GTKActor
        func `a folder that is dropped on the window is opened`() async throws {
            let folder = try TestFolder(["a.jpg", "b.jpg"])
            let run = try GalleryRun(count: 30)
            #expect(await run.isComplete())
            let hand = try #require(Hand(of: run.window.window))
            let source = try #require(DragWindow(folder.path))
            #expect(await until { gtk_widget_get_width(source.label) > 0 })
            try await source.drag(to: run.grid.widget, with: hand)
            #expect(await until { run.listed == ["a.jpg", "b.jpg"] })
            gtk_window_destroy(source.window)
            run.close()
        }

        @Test @GTKActor func `a picture that is dropped opens its folder there`() async throws {
            let folder = try TestFolder(["a.jpg", "b.jpg", "below/c.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(await run.isComplete())
            run.window.open([.file(folder.file("b.jpg"))])
            #expect(await until { run.window.openPosition == 1 })
            #expect(run.window.header.texts.title == "b.jpg")
            #expect(run.listed == ["a.jpg", "b.jpg"])
            run.activate("back")
            run.window.open([.file(folder.path)])
            #expect(await until { run.listed == ["a.jpg", "b.jpg", "below/c.jpg"] })
            run.close()
        }

        @Test @GTKActor func `several files are a list, and those without pictures are told`()
            async throws
        {
            let folder = try TestFolder(["a.jpg", "b.jpg", "below/c.jpg"])
            try Data("text".utf8).write(to: URL(fileURLWithPath: folder.file("notes.txt")))
            let run = try GalleryRun(count: 10)
            #expect(await run.isComplete())
            run.window.open(
                ["b.jpg", "notes.txt", "below", "a.jpg"].map { .file(folder.file($0)) })
            #expect(await until { run.listed == ["b.jpg", "c.jpg", "a.jpg"] })
            #expect(await until { run.window.lastMessage == "Not opened: notes.txt" })
            #expect(run.window.header.texts.title == "3 Pictures")
            #expect(await run.isComplete())

            run.window.open([.file(folder.file("notes.txt"))])
            #expect(
                await until {
                    run.window.lastMessage?.hasSuffix("notes.txt: there are no pictures") == true
                })
            run.window.open([.address("sftp://host/a.jpg"), .address("sftp://host/b%20c.jpg")])
            let message = "a.jpg, b c.jpg: there are no pictures"
            #expect(await until { run.window.lastMessage == message })
            #expect(run.listed.count == 3)
            run.close()
        }
    }
}
