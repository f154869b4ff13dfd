#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting

    extension GTKTests {
        struct ListTests {
            @Test @GTKActor
            func `a grid that is scrolled hard shows no wrong picture and loads little`()
                async
            {
                await run()
                #expect(await until { ImageTexture.liveCount == 0 })
                #expect(await until { WebImageView.liveWidgetCount == 0 })
                #expect(await until { ImagePaintable.liveCount == 0 })
            }

            @GTKActor private func run() async {
                let origin = ViewOrigin(memory: 4 << 20)
                let grid = PictureGrid(origin.pipeline, items: 5000)
                let counts = grid.counts
                #expect(
                    await until {
                        grid.cells.mapped > 0 && grid.cells.mapped == grid.cells.complete
                    })
                let start = (grid.cells.mapped, origin.loader.loadCount)
                #expect(start.1 == start.0, "only the cells in sight load")
                GTKWork.startMeasuring()
                for step in 1...300 { await grid.scroll(to: Double(step * 40)) }
                let afterScroll = origin.loader.loadCount
                let scrolled = counts.shown.count
                var position = 17
                for _ in 0..<60 {
                    position = (position * 7919 + 104_729) % 100_000
                    await grid.scroll(to: Double(position))
                }
                let work = GTKWork.stopMeasuring()
                #expect(await until { grid.cells.mapped == grid.cells.complete })
                await grid.window.frames(1)
                #expect(counts.shown.count > scrolled)
                #expect(await until { ImageTexture.liveCount == grid.cells.mapped })
                print(
                    "grid: \(start) at start, \(afterScroll) loads and \(scrolled) cells shown after",
                    "300 steps, \(origin.loader.loadCount) loads and \(counts.shown.count) cells after",
                    "60 jumps, \(counts.binds) binds, \(counts.cancelled) cancelled,",
                    "\(ImageTexture.liveCount) textures of \(grid.cells.mapped) cells,",
                    "longest block \(work.longest), all \(work.total), \(counts.frames) frames")
                #expect(counts.wrong.isEmpty, "\(counts.wrong.prefix(5))")
                #expect(counts.failed == 0)
                // 12,000 points are 94 rows of 6 cells, besides the first window.
                #expect(afterScroll <= (start.0 + 94 * 6) * 12 / 10)
                #expect(work.longest <= .milliseconds(4))
                #expect(work.total > .zero)
                grid.window.close()
            }
        }
    }

#endif
