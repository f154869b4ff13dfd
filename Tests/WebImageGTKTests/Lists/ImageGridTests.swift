#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        struct ImageGridTests {
            @Test @GTKActor
            func `a million items scroll to the end and back in cells for some rows`() async {
                await {
                    let warnings = Warnings.count
                    let run = GridRun(1_000_000)
                    #expect(await run.isComplete())
                    let blocks = await GTKWork.blocks { @GTKActor in
                        for step in 1...40 { await run.scroll(to: Double(step * 40)) }
                        for part in [0.3, 0.999, 0.5, 1, 0] { await run.scroll(toPart: part) }
                    }
                    #expect(blocks.longest <= GTKWork.limit, "\(blocks.longestName)")
                    await run.scroll(toPart: 1)
                    #expect(await run.isComplete())
                    #expect(
                        run.grid.view(at: 999_999).map { run.number(of: $0) } == 999_999 & 0xFFFF)
                    await run.scroll(toPart: 0)
                    #expect(await run.isComplete())
                    #expect(run.wrong.isEmpty)
                    // Pages of 6 x 6 and a row on both sides, and as many that wait for an item.
                    #expect(WebImageView.liveWidgetCount < 130)
                    #expect(Warnings.count == warnings)
                    run.window.close()
                }()
                #expect(await until { WebImageView.liveWidgetCount == 0 })
                #expect(await until { ImageTexture.liveCount == 0 })
            }

            @Test @GTKActor func `pages that a scroll passes within a frame load nothing`() async {
                let origin = ViewOrigin()
                let run = GridRun(1_000_000, origin)
                #expect(await run.isComplete())
                let loads = origin.loader.loadCount
                for step in 1...40 {
                    gtk_adjustment_set_value(run.grid.adjustment, Double(step * 3000))
                    await run.window.frames(0)
                }
                // 40 pages have 1,440 cells; a busy machine may rest at some.
                #expect(origin.loader.loadCount - loads < 600)
                #expect(await run.isComplete() && run.wrong.isEmpty)
                run.window.close()
            }

            @Test @GTKActor func `keys move by cells, rows and pages, and Return activates`() async
            {
                let run = GridRun(1000)
                #expect(await run.isComplete())
                var opened: [Int] = []
                run.grid.onActivate = { opened.append($0) }
                func press(_ keys: gint...) {
                    for key in keys { _ = run.grid.pressed(Int(key), 0) }
                }
                press(GDK_KEY_Right)
                #expect(run.grid.selected == 0)
                press(GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_Down, GDK_KEY_Left)
                #expect(run.grid.selected == 12)
                press(GDK_KEY_Up, GDK_KEY_Up, GDK_KEY_Up)
                #expect(run.grid.selected == 0)
                press(GDK_KEY_Page_Down)
                #expect(run.grid.selected == 30)
                press(GDK_KEY_End, GDK_KEY_Return)
                #expect(run.grid.selected == 999 && opened == [999])
                #expect(await until { run.hasFocus(999) })
                #expect(gtk_adjustment_get_value(run.grid.adjustment) == run.end)
                press(GDK_KEY_Down, GDK_KEY_Page_Down)
                #expect(run.grid.selected == 999)
                press(GDK_KEY_Home, GDK_KEY_KP_Enter)
                #expect(await until { run.hasFocus(0) } && opened == [999, 0])
                #expect(gtk_adjustment_get_value(run.grid.adjustment) == 0)
                #expect(!run.grid.pressed(Int(GDK_KEY_a), 0))
                run.window.close()
            }

            @Test @GTKActor func `a cell with the keyboard keeps it out of sight`() async {
                let run = GridRun(100_000)
                run.grid.reveal(3)
                #expect(await until { run.hasFocus(3) })
                await run.scroll(toPart: 0.5)
                #expect(await run.isComplete() && run.hasFocus(3))
                _ = run.grid.pressed(Int(GDK_KEY_Right), 0)
                #expect(await until { run.hasFocus(4) })
                #expect(gtk_adjustment_get_value(run.grid.adjustment) == 0)
                run.window.close()
            }

            @Test(.enabled(if: XScreen.isAvailable)) @GTKActor
            func `animations play under the pointer only, and a click activates`() async throws {
                let screen = try #require(XScreen())
                let run = GridRun(50)
                var opened: [Int] = []
                run.grid.onActivate = { opened.append($0) }
                screen.moveMouse(x: 1200, y: 1000)
                #expect(await run.isComplete())
                #expect(run.grid.visibleViews.allSatisfy { !$0.playsAnimations })
                screen.moveMouse(x: 60, y: 60)
                #expect(await until { run.grid.view(at: 0)?.playsAnimations == true })
                screen.moveMouse(x: 60, y: 60 + 136)
                #expect(await until { run.grid.view(at: 6)?.playsAnimations == true })
                #expect(run.grid.visibleViews.count(where: \.playsAnimations) == 1)
                screen.click(1, x: 60, y: 60 + 136)
                #expect(await until { opened == [6] })
                screen.moveMouse(x: 1200, y: 1000)
                #expect(await until { run.grid.visibleViews.allSatisfy { !$0.playsAnimations } })
                run.window.close()
            }

            @Test @GTKActor func `another number of items and another size are shown at once`()
                async
            {
                let run = GridRun(100_000)
                await run.scroll(toPart: 0.5)
                #expect(await run.isComplete())
                let first = run.firstNumber
                run.grid.side = 256
                #expect(
                    await until {
                        run.grid.visibleViews.first.map { gtk_widget_get_height($0.widget) } == 256
                    })
                #expect(await run.isComplete())
                #expect(run.grid.visibleViews.contains { run.number(of: $0) == first })
                run.grid.reload(count: 2)
                #expect(await until { run.grid.visibleViews.count == 2 })
                #expect(await run.isComplete() && run.grid.view(at: 2) == nil)
                run.grid.reload(count: 0)
                #expect(await until { run.grid.visibleViews.isEmpty })
                run.grid.reload(count: 5)
                #expect(await until { run.grid.visibleViews.count == 5 })
                run.window.close()
            }

            @Test @GTKActor func `cells that are not bound yet are drawn as neutral tiles`()
                async throws
            {
                let origin = ViewOrigin(isFrozen: true)
                let run = GridRun(1000, origin)
                #expect(await until { !run.grid.visibleViews.isEmpty })
                let picture = try #require(await run.window.picture(of: run.grid.widget))
                #expect(picture[60, 60].w > 0)
                #expect(picture[4, 4].w == 0)
                run.window.close()
                origin.loader.thaw()
            }
        }
    }

    /// A window with an ``ImageGrid`` of numbered pictures.
    @GTKActor private final class GridRun {
        let grid: ImageGrid
        let window: TestWindow
        private(set) var wrong: [String] = []

        init(_ count: Int, _ origin: ViewOrigin = ViewOrigin()) {
            grid = ImageGrid(count: count, side: 128, pipeline: origin.pipeline) { view, position in
                view.load(ViewOrigin.url("128x128-\(position & 0xFFFF)"))
            }
            window = TestWindow(grid.widget, width: 900, height: 700)
        }

        /// The scroll value at the end.
        var end: Double {
            gtk_adjustment_get_upper(grid.adjustment)
                - gtk_adjustment_get_page_size(grid.adjustment)
        }

        func scroll(to value: Double) async {
            await window.scroll(grid.adjustment, to: value)
        }

        func scroll(toPart part: Double) async { await scroll(to: end * part) }

        /// Waits until each view in sight has the picture of its position.
        func isComplete() async -> Bool {
            let isComplete = await until {
                let views = grid.visibleViews
                return !views.isEmpty && views.allSatisfy { $0.texture != nil && !$0.isLoading() }
            }
            check()
            return isComplete
        }

        /// The number of the first picture in sight.
        var firstNumber: Int? { grid.visibleViews.first.flatMap { number(of: $0) } }

        func hasFocus(_ position: Int) -> Bool {
            guard let view = grid.view(at: position) else { return false }
            let pointer = UnsafeMutableRawPointer(window.window).assumingMemoryBound(
                to: GtkWindow.self)
            return gtk_window_get_focus(pointer) == view.widget
        }

        /// Returns the number that the pixels of a view's picture hold.
        func number(of view: WebImageView) -> Int? {
            guard let texture = view.texture else { return nil }
            var pixels = [UInt8](repeating: 0, count: texture.size.width * texture.size.height * 4)
            gdk_texture_download(texture.pointer, &pixels, gsize(texture.size.width * 4))
            return Int(pixels[0]) | Int(pixels[1]) << 8
        }

        private func check() {
            let first = Int(gtk_adjustment_get_value(grid.adjustment)) / 136 * 6
            for position in max(first - 6, 0)..<first + 60 {
                guard let view = grid.view(at: position), let number = number(of: view),
                    grid.side == 128, number != position & 0xFFFF
                else { continue }
                wrong.append("\(number) instead of \(position)")
            }
        }
    }

#endif
