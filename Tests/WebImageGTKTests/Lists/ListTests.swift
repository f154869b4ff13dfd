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
                let counts = grid.counts
                #expect(await grid.isComplete())
                let cells = grid.cells.mapped
                #expect(origin.loader.loadCount == cells, "only the cells in sight load")

                var (loads, shown) = (0, 0)
                let scroll = await GTKWork.blocks { @GTKActor in
                    for step in 1...300 { await grid.scroll(to: Double(step * 40)) }
                    if loads == 0 { (loads, shown) = (origin.loader.loadCount, counts.shown.count) }
                }
                let scrollCancels = counts.cancelled
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
                    "\(counts.begun) binds, \(scrollCancels) and \(counts.cancelled) cancelled,",
                    "longest block",
                    "\(scroll.longest) (\(scroll.longestName)), \(jumps.longest)",
                    "(\(jumps.longestName)), all \(scroll.total), \(jumps.total)")
                #expect(counts.wrong.isEmpty, "\(counts.wrong.prefix(5).joined(separator: ", "))")
                #expect(counts.failed == 0)
                #expect(counts.shown.count > shown)
                // Exactly the loads that another bind of their cell replaced.
                #expect(await until { counts.cancelled == counts.replaced })
                #expect(counts.cancelled > 0 && counts.cancelled < counts.begun - shown)
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
