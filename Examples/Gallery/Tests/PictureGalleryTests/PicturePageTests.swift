import CGTK4
import Foundation
import Testing
import WebImage
import WebImageGTK
import WebImageViews

@testable import PictureGallery

extension WindowTests {
    struct PicturePageTests {
        /// The first picture that has a property.
        private func first(_ holds: (PictureRecipe) -> Bool) -> Int {
            (0..<1000).first { holds(PictureRecipe($0)) } ?? 0
        }

        @Test @GTKActor func `a picture is zoomed by steps, to its pixels and to the window`()
            async throws
        {
            let run = try GalleryRun(count: 100)
            #expect(await run.isComplete())
            run.window.open(first { !$0.isAnimated && !$0.isSlow })
            #expect(await run.isOpen())
            let zoom = run.window.page.zoom
            let fitting = zoom.shownZoom
            #expect(zoom.zoom == nil && fitting > 1)
            run.activate("zoom-whole")
            #expect(zoom.zoom == 1)
            let width = gint(zoom.view.shown().picture?.metadata.size.width ?? 0)
            #expect(await until { gtk_widget_get_width(zoom.view.widget) == width })
            for _ in 0..<30 { run.activate("zoom-in") }
            #expect(zoom.zoom == 16)
            #expect(await until { gtk_widget_get_width(zoom.view.widget) == 16 * width })
            run.activate("zoom-reset")
            #expect(zoom.zoom == nil && zoom.shownZoom == fitting)
            run.close()
        }

        @Test @GTKActor func `a wheel zooms by notches, and a touchpad by parts of one`()
            async throws
        {
            let run = try GalleryRun(count: 100)
            #expect(await run.isComplete())
            run.window.open(first { !$0.isAnimated && !$0.isSlow })
            #expect(await run.isOpen())
            let zoom = run.window.page.zoom
            run.activate("zoom-in")
            let start = zoom.shownZoom
            zoom.turn(by: -1)
            #expect(abs(zoom.shownZoom / start - 1.25) < 0.001)
            zoom.turn(by: 1)
            #expect(abs(zoom.shownZoom / start - 1) < 0.001)
            for _ in 0..<10 { zoom.turn(by: -0.1) }
            #expect(abs(zoom.shownZoom / start - 1.25) < 0.001)
            zoom.turn(by: .nan)
            zoom.turn(by: .infinity)
            #expect(abs(zoom.shownZoom / start - 1.25) < 0.001)
            run.close()
        }

        @Test @GTKActor func `the middle of a picture stays in the middle`() async throws {
            let run = try GalleryRun(count: 100)
            #expect(await run.isComplete())
            run.window.open(first { !$0.isAnimated && !$0.isSlow })
            #expect(await run.isOpen())
            let zoom = run.window.page.zoom
            for _ in 0..<8 { zoom.zoom(by: 1) }
            let frame = zoom.view.shown().picture?.metadata.size
            let side = Double(frame?.width ?? 0) * zoom.shownZoom
            let adjustment = gtk_scrolled_window_get_hadjustment(zoom.widget.opaque)
            #expect(await until { abs(gtk_adjustment_get_upper(adjustment) - side) < 2 })
            let page = gtk_adjustment_get_page_size(adjustment)
            let middle = gtk_adjustment_get_value(adjustment) + page / 2
            #expect(abs(middle - side / 2) < 3, "\(middle) of \(side)")
            run.close()
        }

        @Test @GTKActor func `from right to left, the arrow keys change sides`() {
            func keys(of action: String) -> String? {
                Shortcuts.picture.first { $0.action == action }?.keys
            }
            #expect(keys(of: "win.next") == "Right" && keys(of: "win.previous") == "Left")
            gtk_widget_set_default_direction(GTK_TEXT_DIR_RTL)
            defer { gtk_widget_set_default_direction(GTK_TEXT_DIR_LTR) }
            #expect(keys(of: "win.next") == "Left" && keys(of: "win.previous") == "Right")
        }

        @Test @GTKActor func `an animation is paused, moved and played`() async throws {
            let run = try GalleryRun(count: 100)
            #expect(await run.isComplete())
            run.window.open(first { $0.isAnimated })
            #expect(await run.isOpen())
            let view = run.window.page.zoom.view
            #expect(await until { (view.player()?.shownFrame ?? 0) > 0 })
            let bar = run.window.page.playback
            #expect(gtk_widget_get_visible(bar.widget) != 0)
            run.activate("play")
            #expect(view.player()?.isPlaying == false)
            let frame = view.player()?.shownFrame ?? 0
            run.activate("frame-forward")
            #expect(await until { view.player()?.shownFrame == (frame + 1) % 16 })
            run.activate("play")
            #expect(view.player()?.isPlaying == true)
            let resumed = view.player()?.shownFrame
            #expect(await until { view.player()?.shownFrame != resumed })
            run.window.open(first { !$0.isAnimated })
            #expect(await run.isOpen())
            #expect(gtk_widget_get_visible(bar.widget) == 0)
            run.close()
        }

        @Test @GTKActor func `the information names file, photograph and stages`() async throws {
            let run = try GalleryRun(count: 100)
            #expect(await run.isComplete())
            // The bytes of its tile are written after the response.
            await run.window.caches.pipeline.flush()
            let index = first { $0.format == .jpeg && !$0.isSlow }
            run.window.open(index)
            #expect(await run.isOpen())
            let panel = run.window.page.info
            let facts = Dictionary(uniqueKeysWithValues: panel.rows.map { ($0.title, $0.value) })
            #expect(facts["Name"] == run.source.name(at: index))
            #expect(facts["Format"] == "JPEG")
            #expect(facts["Maker"] == "WebImage")
            #expect(facts["Aperture"]?.hasPrefix("f/") == true)
            #expect(facts["Exposure"]?.hasPrefix("1/") == true)
            #expect(facts["Source"] == "Disk Cache")
            #expect(facts["Decode"]?.hasSuffix(" ms") == true)
            #expect(!run.window.page.showsInfo)
            run.activate("info")
            #expect(run.window.page.showsInfo)
            run.close()
        }

        @Test @GTKActor func `the information tells what the header of a file says`() async throws {
            let folder = try TestFolder(["a.jpg"])
            var deep = Bitmap(size: PixelSize(40, 30), as: .rgba16)
            deep[deep: 0, 0] = SIMD4(1, 2, 3, 65535)
            let bytes = try CodecList.installed.encoder(for: .png)
                .encode(deep, settings: EncodeSettings())
            try bytes.withUnsafeBytes { Data($0) }
                .write(to: URL(fileURLWithPath: folder.file("deep.png")))
            let run = try GalleryRun(count: 10)
            #expect(await run.show(folder))
            let page = run.window.page
            func depth() -> String? { page.info.rows.first { $0.title == "Depth" }?.value }
            run.window.open(run.listed.firstIndex(of: "deep.png") ?? 0)
            #expect(await run.isOpen())
            #expect(depth() == "8 bits a sample")
            run.activate("info")
            #expect(await until { depth() == "16 bits a sample, shown as 8" })
            #expect(page.info.rows.contains { $0 == (title: "Colours", value: "sRGB") })
            run.window.open(run.listed.firstIndex(of: "a.jpg") ?? 0)
            #expect(await run.isOpen())
            #expect(await until { page.info.rows.contains { $0.title == "Colours" } })
            #expect(depth() == "8 bits a sample")
            run.close()
        }

        @Test @GTKActor func `a slow picture shows previews while it loads`() async throws {
            let run = try GalleryRun(count: 1000)
            run.window.open(first { $0.isSlow && $0.number > 500 })
            let view = run.window.page.zoom.view
            #expect(
                await until {
                    if case .preview = view.shown() { true } else { false }
                })
            #expect(await run.isOpen())
            run.close()
        }

        @Test @GTKActor func `each key in the list is known to GTK and has an action`() async throws
        {
            let run = try GalleryRun(count: 10)
            let entries = Shortcuts.window + Shortcuts.grid + Shortcuts.picture
            for key in entries.flatMap({ $0.keys.split(separator: " ") }) {
                let trigger = gtk_shortcut_trigger_parse_string(String(key))
                #expect(trigger != nil, "\(key)")
                if let trigger { g_object_unref(UnsafeMutableRawPointer(trigger)) }
            }
            run.window.open(0)
            let widget = UnsafeMutableRawPointer(run.window.window).assumingMemoryBound(
                to: GtkWidget.self)
            for action in entries.compactMap(\.action) where action != "win.close" {
                #expect(gtk_widget_activate_action_variant(widget, action, nil) != 0, "\(action)")
                run.window.open(0)
            }
            run.close()
        }
    }
}
