import CGTK4
import Foundation
import Testing
import WebImage
import WebImageGTK
import WebImageViews

@testable import PictureGallery

extension WindowTests {
    struct GalleryWindowTests {
        @Test @GTKActor func `the window scrolls, searches, opens a picture, goes back and closes`()
            async throws
        {
            weak var former: GalleryWindow?
            try await {
                let run = try GalleryRun()
                former = run.window
                await Self.scroll(run)
                await Self.search(run)
                await Self.openAndReturn(run)
                run.window.search.isOpen = false
                #expect(await until { run.grid.model.count == 100_000 })
                run.close()
            }()
            #expect(await until { former == nil })
        }

        /// Scrolls from the first pictures to the middle, and counts what is loaded.
        @GTKActor private static func scroll(_ run: GalleryRun) async {
            #expect(await run.isComplete())
            #expect(run.window.header.texts.subtitle == "100,000 pictures")
            #expect(run.names.contains(run.source.name(at: 0)))

            run.scroll(to: 0.5)
            #expect(await until { !run.names.contains(run.source.name(at: 0)) })
            #expect(await run.isComplete())
            // Some screens of tiles and what was prefetched, not what was passed.
            #expect(run.source.requestCount < 400)
        }

        /// Searches for a few pictures, which are then listed.
        @GTKActor private static func search(_ run: GalleryRun) async {
            run.window.search.search("AMBER 004")
            let expected = (0..<100_000).count {
                let name = run.source.name(at: $0)
                return name.hasPrefix("amber") && name.contains("004")
            }
            #expect(await until { run.grid.model.count == expected })
            #expect(expected > 0 && expected < 1000)
            #expect(run.window.header.texts.subtitle == "\(expected) of 100,000 pictures")
            #expect(await run.isComplete())
        }

        /// Opens the first picture listed, shows the next, and goes back to it in the grid.
        @GTKActor private static func openAndReturn(_ run: GalleryRun) async {
            let name = run.names.sorted().first
            run.window.open(0)
            #expect(await run.isOpen())
            #expect(run.window.header.texts.title.hasPrefix("amber"))
            #expect(name != nil)
            #expect(run.activate("next"))
            #expect(run.window.openPosition == 1)
            #expect(await run.isOpen())
            #expect(run.activate("back"))
            #expect(run.window.openPosition == nil)
            #expect(run.window.page.zoom.view.texture == nil)
            let second = run.grid.model.index(at: 1).map { run.source.name(at: $0) }
            #expect(await until { run.focusedName == second })
        }

        @Test @GTKActor func `a search without a match says so`() async throws {
            let run = try GalleryRun(count: 100)
            run.window.search.search("walrus")
            #expect(await until { gtk_widget_get_mapped(run.window.search.nothing) != 0 })
            #expect(run.grid.model.count == 0)
            run.close()
        }

        @Test @GTKActor func `tiles grow and shrink, within limits`() async throws {
            let run = try GalleryRun(count: 200)
            #expect(await run.isComplete())
            let usual = run.grid.side
            let tiles = run.grid.visibleViews.count
            run.activate("zoom-out")
            #expect(run.grid.side < usual)
            #expect(await until { run.grid.visibleViews.count > tiles })
            for _ in 0..<20 { run.activate("zoom-in") }
            #expect(run.grid.side == PictureGrid.sides.last)
            #expect(await until { run.grid.visibleViews.count < tiles })
            run.activate("zoom-reset")
            #expect(run.grid.side == usual)
            run.close()
        }

        @Test @GTKActor func `ten million pictures take no more memory than a thousand`()
            async throws
        {
            // The second of both has what the process allocates once.
            var resident: [Int] = []
            for count in [1000, 1000, 10_000_000] {
                let run = try GalleryRun(count: count)
                #expect(await run.isComplete())
                run.scroll(to: 0.5)
                #expect(await until { !run.names.contains(run.source.name(at: 0)) })
                #expect(await run.isComplete())
                resident.append(try Self.residentMegabytes())
                run.close()
            }
            // A list of four bytes for each picture would be 40 MB.
            #expect(resident[2] - resident[1] < 20, "\(resident)")
        }

        private static func residentMegabytes() throws -> Int {
            let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return pages * sysconf(Int32(_SC_PAGESIZE)) / 1_000_000
        }

        @Test @GTKActor func `the caches are counted and cleared`() async throws {
            // All are in sight, so that nothing is prefetched while the caches are cleared.
            let run = try GalleryRun(count: 6)
            #expect(await run.isComplete())
            await run.window.caches.pipeline.flush()
            let popover = run.window.header.caches
            popover.update()
            #expect(await until { popover.texts.last?.hasSuffix("B, 6 pictures") == true })
            #expect(popover.texts.first?.hasSuffix("B, 6 pictures") == true)
            run.activate("clear-caches")
            #expect(await until { popover.texts.last?.hasSuffix(", 0 pictures") == true })
            run.close()
        }
    }
}
