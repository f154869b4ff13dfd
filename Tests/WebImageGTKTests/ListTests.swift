#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting

    extension GTKTests {
        struct ListTests {
            @Test
            @GTKActor func `a grid that is scrolled hard shows no wrong picture and loads little`()
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
                #expect(await grid.isComplete())
                let cells = grid.cells.mapped
                #expect(origin.loader.loadCount == cells, "only the cells in sight load")

                var (loads, shown) = (0, 0)
                let scroll = await GTKWork.blocks { @GTKActor in
                    for step in 1...300 { await grid.scroll(to: Double(step * 40)) }
                    if loads == 0 { (loads, shown) = (origin.loader.loadCount, counts.shown.count) }
                }
                var position = 17
                let jumps = await GTKWork.blocks { @GTKActor in
                    for _ in 0..<60 {
                        position = (position * 7919 + 104_729) % 100_000
                        await grid.scroll(to: Double(position))
                    }
                }
                #expect(await grid.isComplete())
                await grid.window.frames(1)
                #expect(await until { ImageTexture.liveCount == grid.cells.mapped })
                print(
                    "grid: \(cells) cells, \(loads) loads and \(shown) cells shown after 300 steps,",
                    "\(origin.loader.loadCount) and \(counts.shown.count) after the jumps,",
                    "\(counts.binds) binds, \(counts.cancelled) cancelled; longest block",
                    "\(scroll.longest) (\(scroll.longestName)), \(jumps.longest)",
                    "(\(jumps.longestName)), all \(scroll.total), \(jumps.total)")
                #expect(counts.wrong.isEmpty, "\(counts.wrong.prefix(5).joined(separator: ", "))")
                #expect(counts.failed == 0)
                #expect(counts.shown.count > shown)
                #expect(counts.cancelled > 0)
                // 12,000 points are 94 rows of 6 cells, besides the first window.
                #expect(shown >= 500)
                #expect(loads <= (cells + 94 * 6) * 12 / 10)
                #expect(scroll.longest <= GTKWork.limit, "\(scroll.longestName)")
                #expect(jumps.longest <= GTKWork.limit, "\(jumps.longestName)")
                #expect(scroll.total > .zero && jumps.total > .zero)
                grid.window.close()
            }
        }
    }

#endif
