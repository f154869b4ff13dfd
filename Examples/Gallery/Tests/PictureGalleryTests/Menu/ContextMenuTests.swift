import CGTK4
import Foundation
import Testing
import WebImageGTK

@testable import PictureGallery

extension WindowTests {
    @Suite(.enabled(if: Hand.isAvailable, "there is no X server with XTEST"))
    struct ContextMenuTests {
        private static let ofFiles = ["open-with", "show-in-folder", "move-to-bin"]

        @GTKActor private func close(_ run: GalleryRun, _ hand: Hand) async {
            hand.key("Escape")
            #expect(await until { !run.window.menu.isOpen })
        }

        @Test @GTKActor func `a tile has a menu, whose entries for files are disabled without one`()
            async throws
        {
            let run = try GalleryRun(count: 30)
            #expect(await run.isComplete())
            let hand = try #require(Hand(of: run.window.window))
            let tile = try #require(run.grid.tile(at: 1))
            hand.click(3, on: tile.widget)
            #expect(await until { run.window.menu.isOpen })
            #expect(run.window.openPosition == nil && run.grid.selected == 1)
            for name in Self.ofFiles { #expect(!run.window.actions.isEnabled(name), "\(name)") }
            for name in ["open-picture", "copy"] { #expect(run.window.actions.isEnabled(name)) }
            await close(run, hand)
            #expect(await until { run.focusedName == run.source.name(at: 1) })
            hand.key("Right")
            #expect(await until { run.grid.selected == 2 })
            for (key, held) in [("Menu", []), ("F10", ["Shift_L"])] {
                hand.key(key, holding: held)
                #expect(await until { run.window.menu.isOpen }, "\(key)")
                await close(run, hand)
            }
            hand.click(3, on: tile.widget)
            #expect(await until { run.window.menu.isOpen })
            try await choose("Open", run, hand)
            #expect(await until { run.window.openPosition == 1 })
            run.close()
        }

        @Test @GTKActor func `the open picture has a menu`() async throws {
            let folder = try TestFolder(["a.jpg", "b.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(await run.show(folder))
            let hand = try #require(Hand(of: run.window.window))
            run.window.open(0)
            #expect(await run.isOpen())
            for (key, held) in [("Menu", []), ("F10", ["Shift_L"])] {
                hand.key(key, holding: held)
                #expect(await until { run.window.menu.isOpen }, "\(key)")
                await close(run, hand)
            }
            hand.click(3, on: run.window.page.zoom.view.widget)
            #expect(await until { run.window.menu.isOpen })
            for name in Self.ofFiles { #expect(run.window.actions.isEnabled(name), "\(name)") }
            #expect(!run.window.actions.isEnabled("open-picture"))
            await close(run, hand)
            hand.key("Right")
            #expect(await until { run.window.openPosition == 1 })
            run.close()
        }

        /// Clicks on an entry of the menu.
        @GTKActor private func choose(_ text: String, _ run: GalleryRun, _ hand: Hand) async throws
        {
            let window = UnsafeMutableRawPointer(run.window.window).assumingMemoryBound(
                to: GtkWidget.self)
            let label = try #require(Seen.label(text, in: run.window.menu.widget))
            #expect(gtk_widget_is_ancestor(label, window) != 0)
            // The server shows the menu some time after GTK has asked for it.
            for _ in 0..<20 where run.window.menu.isOpen {
                hand.click(on: label)
                for _ in 0..<50 where run.window.menu.isOpen {
                    try await Task.sleep(for: .milliseconds(10))
                }
            }
            #expect(!run.window.menu.isOpen)
        }

        @Test @GTKActor func `a file goes to the bin, and the next takes its place`() async throws {
            let folder = try TestFolder(["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(await run.show(folder))
            let hand = try #require(Hand(of: run.window.window))
            let tile = try #require(run.grid.tile(at: 1))
            hand.click(3, on: tile.widget)
            #expect(await until { run.window.menu.isOpen })
            try await choose("Move to Bin", run, hand)
            #expect(await until { run.listed == ["a.jpg", "c.jpg", "d.jpg"] })
            #expect(!folder.has("b.jpg") && TestHome.binned.contains("b.jpg"))
            #expect(await until { run.window.lastMessage == "“b.jpg” was moved to the bin" })
            #expect(await until { run.focusedName == "c.jpg" })

            run.window.open(1)
            #expect(await run.isOpen())
            hand.key("Delete")
            #expect(await until { run.window.header.texts.title == "d.jpg" })
            #expect(run.window.openPosition == 1 && run.listed == ["a.jpg", "d.jpg"])
            #expect(await until { run.window.moving == nil })
            hand.key("Delete")
            #expect(await until { run.window.header.texts.title == "a.jpg" })
            #expect(await until { run.window.moving == nil })
            hand.key("Delete")
            #expect(await until { gtk_widget_get_mapped(run.window.empty) != 0 })
            run.close()
        }

        @Test @GTKActor func `a search keeps its matches when one goes to the bin`() async throws {
            let folder = try TestFolder(["a1.jpg", "b1.jpg", "a2.jpg", "a3.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(await run.show(folder))
            run.window.search.search("a")
            #expect(await until { run.listed == ["a1.jpg", "a2.jpg", "a3.jpg"] })
            run.grid.reveal(1)
            run.activate("move-to-bin")
            #expect(await until { run.listed == ["a1.jpg", "a3.jpg"] })
            #expect(run.window.source.count == 3)
            run.close()
        }

        @Test @GTKActor func `a file that cannot be moved is told and stays`() async throws {
            let folder = try TestFolder(["a.jpg", "b.jpg"])
            let run = try GalleryRun(count: 10)
            #expect(await run.show(folder))
            run.grid.reveal(0)
            try FileManager.default.removeItem(atPath: folder.file("a.jpg"))
            run.activate("move-to-bin")
            #expect(await until { run.window.lastMessage?.hasPrefix("“a.jpg” stays: ") == true })
            #expect(run.listed == ["a.jpg", "b.jpg"])
            run.close()
        }

        @Test @GTKActor func `keys for files tell that a generated picture is none`() async throws {
            let run = try GalleryRun(count: 10)
            #expect(await run.isComplete())
            run.grid.reveal(0)
            for action in Self.ofFiles {
                #expect(run.activate(action))
                let message = "“\(run.source.name(at: 0))” is not a file"
                #expect(run.window.lastMessage == message, "\(action)")
            }
            run.close()
        }
    }
}
