#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        struct PrefetcherTests {
            private let origin = ViewOrigin()

            /// A list of 1000 items of 10 points in a window of 200 points.
            @GTKActor private func adjustment() -> UnsafeMutablePointer<GtkAdjustment>? {
                gtk_adjustment_new(0, 0, 10_000, 10, 200, 200)
            }

            @GTKActor private func prefetcher(
                of adjustment: UnsafeMutablePointer<GtkAdjustment>
            ) -> ScrollPrefetcher {
                ScrollPrefetcher(
                    of: adjustment, pipeline: origin.pipeline, into: .memory, itemCount: { 1000 },
                    request: { ImageRequest(ViewOrigin.url("8x8-\($0)")) })
            }

            @Test @GTKActor func `what comes next is prefetched, in the direction of the scroll`()
                async throws
            {
                let list = try #require(adjustment())
                let prefetcher = prefetcher(of: list)
                #expect(prefetcher.planned == 20..<60)
                gtk_adjustment_set_value(list, 5000)
                #expect(prefetcher.planned == 520..<560)
                gtk_adjustment_set_value(list, 5050)
                #expect(prefetcher.planned == 520..<560, "less than half a page")
                gtk_adjustment_set_value(list, 4900)
                #expect(prefetcher.planned == 450..<490)
                gtk_adjustment_set_value(list, 9800)
                #expect(prefetcher.planned.isEmpty, "the end")
                gtk_adjustment_set_value(list, 100)
                #expect(prefetcher.planned == 0..<10)
            }

            /// The items of a list that changes.
            @GTKActor private final class Items {
                var count = 1000
                var name = "8x8"
            }

            @Test @GTKActor func `a changed list is planned anew`() async throws {
                let list = try #require(adjustment())
                let items = Items()
                let prefetcher = ScrollPrefetcher(
                    of: list, pipeline: origin.pipeline, into: .memory, itemCount: { items.count },
                    request: { ImageRequest(ViewOrigin.url("\(items.name)-\($0)")) })
                #expect(prefetcher.planned == 20..<60)
                items.count = 100
                gtk_adjustment_set_upper(list, 1000)
                #expect(prefetcher.planned == 20..<60)
                items.count = 30
                gtk_adjustment_set_upper(list, 300)
                #expect(prefetcher.planned == 20..<30, "the number of items")
                items.name = "9x9"
                prefetcher.reload()
                let request = ImageRequest(ViewOrigin.url("9x9-25"))
                #expect(await until { origin.pipeline.imageInMemory(for: request) != nil })
                items.count = 0
                gtk_adjustment_set_upper(list, 0)
                #expect(prefetcher.planned.isEmpty)
                items.count = 1000
                prefetcher.reload()
                #expect(prefetcher.planned.isEmpty, "the layout has yet to come")
                gtk_adjustment_set_upper(list, 10_000)
                #expect(prefetcher.planned == 20..<60)
            }

            @Test @GTKActor func `a list from right to left begins at the end of its adjustment`()
                async throws
            {
                let list = try #require(adjustment())
                gtk_adjustment_set_value(list, 9800)
                let prefetcher = prefetcher(of: list)
                prefetcher.isRightToLeft = true
                #expect(prefetcher.planned == 20..<60)
                gtk_adjustment_set_value(list, 4800)
                #expect(prefetcher.planned == 520..<560)
                gtk_adjustment_set_value(list, 5000)
                #expect(prefetcher.planned == 440..<480, "towards the first item")
            }

            @Test @GTKActor
            func `prefetched pictures are in memory, and a jump cancels the others`()
                async throws
            {
                let frozen = ViewOrigin(isFrozen: true)
                let list = try #require(adjustment())
                let prefetcher = ScrollPrefetcher(
                    of: list, pipeline: frozen.pipeline, into: .memory, pages: 1,
                    itemCount: { 1000 }, request: { ImageRequest(ViewOrigin.url("8x8-\($0)")) })
                #expect(await until { frozen.loader.loadCount == 4 })
                gtk_adjustment_set_value(list, 5000)
                #expect(await until { frozen.loader.cancelCount == 4 })
                frozen.loader.thaw()
                let last = ImageRequest(ViewOrigin.url("8x8-539"))
                #expect(await until { frozen.pipeline.imageInMemory(for: last) != nil })
                #expect(frozen.pipeline.imageInMemory(for: ViewOrigin.url("8x8-30")) == nil)
                prefetcher.isEnabled = false
                #expect(prefetcher.planned.isEmpty)
            }

            @Test @GTKActor func `cells of the factory show the items of their list`() async throws
            {
                let names = gtk_string_list_new(nil)
                for index in 0..<300 { gtk_string_list_append(names, "64x64-\(index)") }
                let factory = WebImageView.listItemFactory(
                    width: 64, height: 64, pipeline: origin.pipeline
                ) { view, position, item in
                    let name = gtk_string_object_get_string(OpaquePointer(item))
                    view.alternativeText = "\(position)"
                    if let name { view.load(ViewOrigin.url(String(cString: name))) }
                }
                let list = try #require(gtk_list_view_new(gtk_no_selection_new(names), factory))
                let scroller = gtk_scrolled_window_new()
                gtk_scrolled_window_set_child(OpaquePointer(scroller), list)
                let window = TestWindow(scroller, width: 200, height: 320)
                var shown: [String: Int] = [:]
                #expect(
                    await until {
                        shown = pictures(in: list)
                        return shown.count >= 5
                    })
                for (name, number) in shown { #expect(name == "\(number)") }
                #expect(origin.loader.loadCount < 20)
                window.close()
            }

            /// The numbers in the textures of the cells in sight, by the alternative text.
            @GTKActor private func pictures(
                in list: UnsafeMutablePointer<GtkWidget>
            ) -> [String: Int] {
                var found: [String: Int] = [:]
                var child = gtk_widget_get_first_child(list)
                while let cell = child {
                    if let content = gtk_widget_get_first_child(cell),
                        let view = WebImageView.view(of: content),
                        let picture = view.shown().picture, view.texture != nil
                    {
                        let pixel = picture.poster[0, 0]
                        found[view.alternativeText ?? ""] = Int(pixel.x) | Int(pixel.y) << 8
                    }
                    child = gtk_widget_get_next_sibling(cell)
                }
                return found
            }
        }
    }

#endif
