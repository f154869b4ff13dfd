#if GTK

    import CGTK4
    import Foundation
    import Testing
    import WebImageCaching
    import WebImageGTK
    import WebImagePipeline
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

            @Test @GTKActor
            func `a grid over a cache on disk blocks the thread of GTK no longer`() async throws {
                let folder =
                    FileManager.default.temporaryDirectory.path + "/gtk-" + UUID().uuidString
                defer { try? FileManager.default.removeItem(atPath: folder) }
                let origin = ViewOrigin(memory: 4 << 20, disk: DiskCache(folder: folder))
                let grid = PictureGrid(origin.pipeline, items: 5000)
                #expect(await grid.isComplete())
                let down = await GTKWork.blocks { @GTKActor in
                    for step in 1...100 { await grid.scroll(to: Double(step * 40)) }
                }
                #expect(await grid.isComplete())
                await origin.pipeline.flush()
                let (loads, before) = (origin.loader.loadCount, grid.counts.fromDisk)
                let up = await GTKWork.blocks { @GTKActor in
                    for step in (0..<100).reversed() { await grid.scroll(to: Double(step * 40)) }
                }
                #expect(await grid.isComplete())
                let (again, disk) = (origin.loader.loadCount - loads, grid.counts.fromDisk - before)
                print(
                    "disk: \(loads) loads, then \(again) and \(disk) from disk; longest block",
                    "\(down.longest) (\(down.longestName)), \(up.longest) (\(up.longestName))")
                #expect(grid.counts.wrong.isEmpty && grid.counts.failed == 0)
                #expect(disk >= 100)
                #expect(down.longest <= GTKWork.limit, "\(down.longestName)")
                #expect(up.longest <= GTKWork.limit, "\(up.longestName)")
                grid.window.close()
            }

            @GTKActor private func run() async {
                let origin = ViewOrigin(memory: 4 << 20)
                let grid = PictureGrid(origin.pipeline, items: 5000)
                #expect(await grid.isComplete())
                let cells = grid.cells.mapped
                #expect(origin.loader.loadCount == cells, "only the cells in sight load")
                let scroll = await Self.scroll(grid, origin)
                let jumps = await Self.jump(grid)
                print(
                    "grid: \(cells) cells, \(scroll.loads) loads and \(scroll.shown) cells shown",
                    "after 300 steps, \(origin.loader.loadCount) and \(grid.counts.shown.count)",
                    "after the jumps, \(grid.counts.begun) binds,",
                    "\(scroll.cancels) and \(grid.counts.cancelled) cancelled, longest block",
                    "\(scroll.blocks.longest) (\(scroll.blocks.longestName)), \(jumps.longest)",
                    "(\(jumps.longestName)), all \(scroll.blocks.total), \(jumps.total)")
                await Self.check(grid.counts, shown: scroll.shown)
                // 12,000 points are 94 rows of 6 cells, besides the first window.
                #expect(scroll.shown >= 500)
                #expect(scroll.loads <= (cells + 94 * 6) * 12 / 10)
                for blocks in [scroll.blocks, jumps] {
                    #expect(blocks.longest <= GTKWork.limit, "\(blocks.longestName)")
                    #expect(blocks.total > .zero)
                }
                grid.window.close()
            }

            /// The cost of scrolling step by step; loads and cells shown are those of the first
            /// round.
            private struct Scroll {
                let loads, shown, cancels: Int
                let blocks: GTKWork.Blocks
            }

            /// Scrolls down 12,000 points in 300 steps.
            @GTKActor private static func scroll(
                _ grid: PictureGrid, _ origin: ViewOrigin
            ) async -> Scroll {
                let counts = grid.counts
                var (loads, shown) = (0, 0)
                let blocks = await GTKWork.blocks { @GTKActor in
                    for step in 1...300 { await grid.scroll(to: Double(step * 40)) }
                    if loads == 0 { (loads, shown) = (origin.loader.loadCount, counts.shown.count) }
                }
                return Scroll(
                    loads: loads, shown: shown, cancels: counts.cancelled, blocks: blocks)
            }

            /// Scrolls to 60 places all over the grid, then waits for the pictures of the last.
            @GTKActor private static func jump(_ grid: PictureGrid) async -> GTKWork.Blocks {
                var position = 17
                let blocks = await GTKWork.blocks { @GTKActor in
                    for _ in 0..<60 {
                        position = (position * 7919 + 104_729) % 100_000
                        await grid.scroll(to: Double(position))
                    }
                }
                #expect(await grid.isComplete())
                await grid.window.frames(1)
                #expect(await until { ImageTexture.liveCount == grid.cells.mapped })
                return blocks
            }

            /// Checks the counts at the end; `shown` cells were shown before the jumps.
            @GTKActor private static func check(_ counts: PictureGrid.Tally, shown: Int) async {
                #expect(counts.wrong.isEmpty, "\(counts.wrong.prefix(5).joined(separator: ", "))")
                #expect(counts.failed == 0)
                #expect(counts.shown.count > shown)
                // Exactly the loads that another bind of their cell replaced.
                #expect(await until { counts.cancelled == counts.replaced })
                #expect(counts.cancelled > 0 && counts.cancelled < counts.begun - shown)
            }
        }
    }

#endif
