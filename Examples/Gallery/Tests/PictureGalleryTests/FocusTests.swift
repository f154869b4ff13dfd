import CGTK4
import Testing
import WebImageGTK

@testable import PictureGallery

extension WindowTests {
    @Suite(.enabled(if: Hand.isAvailable, "there is no X server with XTEST"))
    struct FocusTests {
        @GTKActor private func menu(of button: Widget?) -> Widget? {
            button.flatMap { gtk_menu_button_get_popover(OpaquePointer($0)) }.map {
                UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)
            }
        }

        /// Opens the main menu by its key, and closes it.
        @GTKActor private func openAndCloseMenu(_ run: GalleryRun, _ hand: Hand) async throws {
            let popover = try #require(menu(of: run.window.header.menu))
            hand.key("F10")
            #expect(await until { gtk_widget_get_mapped(popover) != 0 })
            hand.key("Escape")
            #expect(await until { gtk_widget_get_mapped(popover) == 0 })
        }

        @Test @GTKActor func `after the main menu, the arrow keys move on`() async throws {
            let run = try GalleryRun(count: 30)
            #expect(await run.isComplete())
            let hand = try #require(Hand(of: run.window.window))
            run.grid.reveal(2)
            try await openAndCloseMenu(run, hand)
            hand.key("Right")
            #expect(await until { run.grid.selected == 3 })
            run.window.open(6)
            #expect(await run.isOpen())
            try await openAndCloseMenu(run, hand)
            hand.key("Right")
            #expect(await until { run.window.openPosition == 7 })
            #expect(!run.window.search.isOpen)
            run.close()
        }

        @Test @GTKActor func `after the popover of the caches, the arrow keys move on`()
            async throws
        {
            let run = try GalleryRun(count: 30)
            #expect(await run.isComplete())
            let hand = try #require(Hand(of: run.window.window))
            run.grid.reveal(2)
            let button = run.window.header.caches.button
            let popover = try #require(menu(of: button))
            hand.click(on: button)
            #expect(await until { gtk_widget_get_mapped(popover) != 0 })
            hand.key("Escape")
            #expect(await until { gtk_widget_get_mapped(popover) == 0 })
            hand.key("Right")
            #expect(await until { run.grid.selected == 3 })
            run.close()
        }

        @Test @GTKActor func `a click on the picture gives it the keyboard`() async throws {
            let run = try GalleryRun(count: 30)
            #expect(await run.isComplete())
            let hand = try #require(Hand(of: run.window.window))
            run.window.open(0)
            #expect(await run.isOpen())
            gtk_widget_child_focus(run.window.header.widget, GTK_DIR_TAB_FORWARD)
            hand.click(on: run.window.page.zoom.widget)
            #expect(await until { gtk_widget_has_focus(run.window.page.zoom.widget) != 0 })
            hand.key("Right")
            #expect(await until { run.window.openPosition == 1 })
            run.close()
        }

        @Test @GTKActor func `a search from a picture is one of the grid, and ends at the picture`()
            async throws
        {
            let run = try GalleryRun(count: 300)
            #expect(await run.isComplete())
            let hand = try #require(Hand(of: run.window.window))
            run.window.open(250)
            #expect(await run.isOpen())
            hand.key("f", holding: ["Control_L"])
            #expect(await until { run.window.openPosition == nil && run.window.search.isOpen })
            #expect(await until { run.window.search.hasFocus }, "\(run.focusedType)")
            hand.key("Escape")
            #expect(await until { !run.window.search.isOpen })
            #expect(
                await until { run.focusedName == run.source.name(at: 250) },
                "\(run.focusedType) \(run.focusedName ?? "") \(run.grid.selected ?? -1)")
            run.window.open(250)
            hand.key("f", holding: ["Control_L"])
            #expect(await until { run.window.openPosition == nil })
            hand.key("q")
            #expect(await until { run.window.search.text == "q" && run.grid.model.count == 0 })
            hand.key("BackSpace")
            #expect(await until { run.grid.model.count == 300 })
            run.close()
        }

        @Test @GTKActor func `plain keys zoom the picture`() async throws {
            let run = try GalleryRun(count: 30)
            #expect(await run.isComplete())
            let hand = try #require(Hand(of: run.window.window))
            run.window.open(0)
            #expect(await run.isOpen())
            let zoom = run.window.page.zoom
            let whole = zoom.shownZoom
            for key in ["equal", "KP_Add"] {
                let before = zoom.shownZoom
                hand.key(key)
                #expect(await until { zoom.shownZoom > before * 1.2 }, "\(key)")
            }
            for key in ["minus", "KP_Subtract"] {
                let before = zoom.shownZoom
                hand.key(key)
                #expect(await until { zoom.shownZoom < before * 0.9 }, "\(key)")
            }
            hand.key("equal", holding: ["Shift_L"])
            #expect(await until { zoom.shownZoom > whole * 1.2 })
            hand.key("0")
            #expect(await until { zoom.zoom == nil })
            hand.key("1")
            #expect(await until { zoom.zoom == 1 })
            run.close()
        }
    }
}
