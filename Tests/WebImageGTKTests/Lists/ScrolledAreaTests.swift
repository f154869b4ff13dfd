#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        /// Views in containers that map all their children.
        struct ScrolledAreaTests {
            @Test @GTKActor func `a flow box loads what is near the visible page`() async throws {
                await run()
                #expect(await until { ImageTexture.liveCount == 0 })
                #expect(await until { WebImageView.liveWidgetCount == 0 })
            }

            @GTKActor private func run() async {
                let origin = ViewOrigin()
                let (scroller, views) = flowBox(origin, count: 1000)
                let window = TestWindow(scroller, width: 700, height: 600)
                let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
                #expect(await until { views[0].view?.texture != nil })
                await window.frames(3)
                func shown() -> [Int] { views.indices.filter { views[$0].view?.texture != nil } }
                #expect(await until { shown().count == origin.loader.loadCount })
                let first = shown()
                // Rows of six pictures: one page and the next one.
                #expect(first == Array(0..<first.count))
                #expect((30...90).contains(first.count), "\(first.count)")
                #expect(origin.loader.loadCount == first.count)

                let end = gtk_adjustment_get_upper(adjustment)
                let blocks = await GTKWork.blocks { @GTKActor in
                    for step in 1...200 {
                        await window.scroll(adjustment, to: end * Double(step) / 200)
                    }
                }
                #expect(await until { views[999].view?.texture != nil })
                let last = shown()
                #expect((30...90).contains(last.count), "\(last.count)")
                #expect(last.first ?? 0 > 900)
                print("flow box: longest block \(blocks.longest) (\(blocks.longestName))")
                #expect(blocks.longest <= GTKWork.limit, "\(blocks.longestName)")
                window.close()
            }

            @Test @GTKActor func `a view that is pushed out of sight and back follows`()
                async throws
            {
                let origin = ViewOrigin()
                let (scroller, views) = flowBox(origin, count: 6)
                let box = try #require(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
                let spacer = try #require(gtk_label_new(""))
                let list = UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self)
                gtk_box_append(list, spacer)
                let outer = gtk_scrolled_window_new()
                gtk_box_append(list, scroller)
                gtk_widget_set_size_request(scroller, 600, 200)
                gtk_scrolled_window_set_child(OpaquePointer(outer), box)
                let window = TestWindow(outer, width: 700, height: 300)
                #expect(await until { views.allSatisfy { $0.view?.texture != nil } })
                gtk_widget_set_size_request(spacer, 10, 2000)
                #expect(await until { views.allSatisfy { $0.view?.texture == nil } })
                gtk_widget_set_size_request(spacer, 10, 20)
                #expect(await until { views.allSatisfy { $0.view?.texture != nil } })
                #expect(origin.loader.loadCount == 6)
                window.close()
            }

            @Test @GTKActor func `a view that changes its place in a box follows`() async throws {
                let origin = ViewOrigin()
                let box = try #require(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
                let list = UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self)
                let views = (0..<100).map { number in
                    let view = WebImageView(pipeline: origin.pipeline)
                    gtk_widget_set_size_request(view.widget, 100, 100)
                    view.load(ViewOrigin.url("100x100-\(number)"))
                    gtk_box_append(list, view.widget)
                    return view
                }
                let scroller = gtk_scrolled_window_new()
                gtk_scrolled_window_set_child(OpaquePointer(scroller), box)
                let window = TestWindow(scroller, width: 300, height: 300)
                #expect(await until { views[0].texture != nil && views[5].texture != nil })
                #expect(views[99].texture == nil)
                gtk_box_reorder_child_after(list, views[99].widget, nil)
                for view in views[0..<20] {
                    gtk_box_reorder_child_after(list, view.widget, views[98].widget)
                }
                #expect(await until { views[99].texture != nil && views[0].texture == nil })
                // A hidden view does not load, wherever it is.
                gtk_widget_set_visible(views[30].widget, 0)
                gtk_box_reorder_child_after(list, views[30].widget, nil)
                try? await Task.sleep(for: .milliseconds(300))
                #expect(views[30].texture == nil)
                window.close()
            }

            @Test @GTKActor func `a scroll ahead of the layout drops nothing`() async throws {
                let view = WebImageView(pipeline: ViewOrigin().pipeline)
                let scroller = gtk_scrolled_window_new()
                gtk_scrolled_window_set_child(OpaquePointer(scroller), view.widget)
                let window = TestWindow(scroller, width: 300, height: 300)
                view.load(ViewOrigin.url("200x150-1"))
                #expect(await until { view.texture != nil })
                let adjustment = gtk_scrolled_window_get_vadjustment(OpaquePointer(scroller))
                gtk_adjustment_set_upper(adjustment, 30_000)
                gtk_adjustment_set_value(adjustment, 20_000)
                #expect(view.texture != nil)
                gtk_widget_set_size_request(view.widget, -1, 30_000)
                await window.frames(3)
                #expect(view.texture != nil)
                window.close()
            }

            private struct Weak {
                weak var view: WebImageView?
            }

            /// A flow box of numbered pictures of 100 points, in a scrolled window.
            @GTKActor private func flowBox(
                _ origin: ViewOrigin, count: Int
            ) -> (scroller: UnsafeMutablePointer<GtkWidget>?, views: [Weak]) {
                let box = gtk_flow_box_new()
                gtk_flow_box_set_min_children_per_line(OpaquePointer(box), 6)
                gtk_flow_box_set_max_children_per_line(OpaquePointer(box), 6)
                var views: [Weak] = []
                for number in 0..<count {
                    let view = WebImageView(pipeline: origin.pipeline)
                    gtk_widget_set_size_request(view.widget, 100, 100)
                    view.load(ViewOrigin.url("100x100-\(number)"))
                    gtk_flow_box_insert(OpaquePointer(box), view.widget, -1)
                    views.append(Weak(view: view))
                }
                let scroller = gtk_scrolled_window_new()
                gtk_scrolled_window_set_child(OpaquePointer(scroller), box)
                return (scroller, views)
            }
        }
    }

#endif
