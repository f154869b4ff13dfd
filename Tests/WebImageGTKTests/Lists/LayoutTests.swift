#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    private let red = SIMD4<UInt8>(0, 0, 255, 255)
    private let green = SIMD4<UInt8>(0, 255, 0, 255)
    private let nothing = SIMD4<UInt8>(0, 0, 0, 0)

    extension GTKTests {
        struct LayoutTests {
            /// A picture of 100 × 50 in a view of 200 × 150: the rows and columns that it covers.
            @Test(
                arguments: [
                    (GTK_CONTENT_FIT_FILL, 0..<200, 0..<150),
                    (GTK_CONTENT_FIT_CONTAIN, 0..<200, 25..<125),
                    (GTK_CONTENT_FIT_COVER, 0..<200, 0..<150),
                    (GTK_CONTENT_FIT_SCALE_DOWN, 50..<150, 50..<100),
                ])
            @GTKActor func `a picture is placed by the content fit`(
                fit: GtkContentFit, columns: Range<Int>, rows: Range<Int>
            ) async throws {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                test.view.setContentFit(fit)
                test.view.load(ViewOrigin.url("100x50-9"), as: ImagePresentation())
                #expect(await test.loaded())
                let drawn = try #require(await test.picture)
                for y in [
                    0, rows.lowerBound - 1, rows.lowerBound, rows.upperBound - 1, rows.upperBound,
                ]
                where (0..<150).contains(y) {
                    #expect((drawn[75, y].w == 255) == rows.contains(y), "row \(y)")
                }
                for x in [0, columns.lowerBound - 1, columns.lowerBound, columns.upperBound]
                where (0..<200).contains(x) {
                    #expect((drawn[x, 75].w == 255) == columns.contains(x), "column \(x)")
                }
                test.window.close()
            }

            @Test @GTKActor func `a covering picture is loaded cropped to the view`() async {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                test.view.setContentFit(GTK_CONTENT_FIT_COVER)
                test.view.load(ViewOrigin.url("800x150-1"))
                #expect(await test.loaded())
                #expect(test.view.texture?.size == PixelSize(200, 150))
                test.window.close()
            }

            @Test @GTKActor func `a picture that fills the view has pixels for both sides`() async {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                test.view.setContentFit(GTK_CONTENT_FIT_FILL)
                test.view.load(ViewOrigin.url("800x150-1"))
                #expect(await test.loaded())
                #expect(test.view.texture?.size == PixelSize(200, 150))
                let drawn = await test.picture
                // All four quarters: nothing is cropped.
                #expect(drawn?[20, 20] == TestPicture.color(1, quarter: 0))
                #expect(drawn?[180, 130] == TestPicture.color(1, quarter: 3))
                var natural: (gint, gint) = (0, 0)
                gtk_widget_measure(
                    test.view.widget, GTK_ORIENTATION_VERTICAL, 200, &natural.0, &natural.1, nil,
                    nil)
                #expect(natural.1 == 38, "the aspect ratio is that of the file")
                test.window.close()
            }

            @Test(arguments: [
                (GTK_CONTENT_FIT_COVER, PixelSize(200, 150), 2),
                (GTK_CONTENT_FIT_FILL, PixelSize(200, 150), 2),
                (GTK_CONTENT_FIT_SCALE_DOWN, PixelSize(200, 38), 1),
            ])
            @GTKActor func `a placement that needs other pixels loads them, once`(
                fit: GtkContentFit, size: PixelSize, loads: Int
            ) async {
                let origin = ViewOrigin(memory: 0)
                let test = OpenView(origin.pipeline)
                var ends = 0
                test.view.load(ViewOrigin.url("800x150-1")) { _ in ends += 1 }
                #expect(await test.loaded())
                #expect(test.view.texture?.size == PixelSize(200, 38))
                test.view.setContentFit(fit)
                #expect(await until { test.view.texture?.size == size })
                await test.window.frames(3)
                #expect(origin.loader.loadCount == loads && ends == 1)
                test.view.setContentFit(GTK_CONTENT_FIT_CONTAIN)
                #expect(await until { test.view.texture?.size == PixelSize(200, 38) })
                test.window.close()
            }

            @Test @GTKActor func `the own fit of a request, and a whole picture, are left`() async {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                var request = ImageRequest(ViewOrigin.url("800x150-1"))
                request.targetFit = .fit
                for request in [request, ImageRequest(ViewOrigin.url("100x50-1"))] {
                    test.view.setContentFit(GTK_CONTENT_FIT_CONTAIN)
                    test.view.load(request)
                    #expect(await test.loaded())
                    let (size, loads) = (test.view.texture?.size, origin.loader.loadCount)
                    test.view.setContentFit(GTK_CONTENT_FIT_COVER)
                    await test.window.frames(3)
                    #expect(!test.view.isLoading() && test.view.texture?.size == size)
                    #expect(origin.loader.loadCount == loads)
                }
                test.window.close()
            }

            @Test @GTKActor
            func `a picture is loaded in the size of the view, and again after growth`()
                async
            {
                let origin = ViewOrigin()
                let clock = ManualClock()
                let test = OpenView(origin.pipeline, clock: clock)
                var plan = ImagePresentation()
                plan.followsViewSize = true
                test.view.load(ViewOrigin.url("1600x1200-1"), as: plan)
                #expect(await test.loaded())
                #expect(test.view.texture?.size == PixelSize(200, 150))
                test.window.resize(width: 400, height: 300)
                #expect(await until { clock.sleeperCount == 1 })
                clock.advance(by: .milliseconds(150))
                #expect(await until { test.view.texture?.size == PixelSize(400, 300) })
                #expect(origin.sizes.count <= 2)
                test.window.close()
            }

            @Test @GTKActor func `a view without a size of its own has that of its picture`() async
            {
                let origin = ViewOrigin()
                let view = WebImageView(pipeline: origin.pipeline)
                gtk_widget_set_halign(view.widget, GTK_ALIGN_CENTER)
                gtk_widget_set_valign(view.widget, GTK_ALIGN_CENTER)
                let window = TestWindow(view.widget, width: 300, height: 300)
                view.load(ViewOrigin.url("120x90-1"))
                #expect(
                    await until {
                        gtk_widget_get_width(view.widget) == 120
                            && gtk_widget_get_height(view.widget) == 90
                    })
                window.close()
            }

            @Test @GTKActor
            func `the background is drawn behind the picture, each slot for itself`()
                async throws
            {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                test.view.load(ViewOrigin.url("100x150-3"), as: ImagePresentation())
                test.view.load(
                    ViewOrigin.url("200x150-4"), in: .background, as: ImagePresentation())
                #expect(
                    await until {
                        test.view.texture != nil
                            && test.view.paintable(of: .background).texture != nil
                    })
                let drawn = try #require(await test.picture)
                #expect(drawn[10, 10] == TestPicture.color(4, quarter: 0))
                #expect(drawn[60, 10] == TestPicture.color(3, quarter: 0))
                test.view.cancel(.background)
                test.view.clear()
                #expect(await test.center == nothing)
                test.window.close()
            }

            @Test @GTKActor
            func `the highlighted picture replaces the usual one under the pointer`()
                async
            {
                let test = OpenView(ViewOrigin().pipeline)
                let view = test.view
                view.load(ViewOrigin.url("200x150-3"), as: ImagePresentation())
                view.load(ViewOrigin.url("200x150-8"), in: .highlighted, as: ImagePresentation())
                #expect(
                    await until {
                        view.texture != nil && view.paintable(of: .highlighted).texture != nil
                    })
                gtk_widget_unset_state_flags(view.widget, GTK_STATE_FLAG_PRELIGHT)
                #expect(await test.draws(TestPicture.color(3, quarter: 0)))
                gtk_widget_set_state_flags(view.widget, GTK_STATE_FLAG_PRELIGHT, 0)
                #expect(await test.draws(TestPicture.color(8, quarter: 0)))
                test.window.close()
            }

            @Test @GTKActor func `out of sight textures are dropped, and come back from memory`()
                async
            {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                test.view.load(
                    ViewOrigin.url("200x150-3"), as: ImagePresentation(placeholder: .plain(red)))
                #expect(await test.loaded())
                gtk_widget_set_visible(test.view.widget, 0)
                #expect(test.view.texture == nil)
                #expect(await until { ImageTexture.liveCount == 0 })
                gtk_widget_set_visible(test.view.widget, 1)
                #expect(await until { test.view.texture != nil })
                #expect(await test.center == TestPicture.color(3, quarter: 0))
                #expect(origin.loader.loadCount == 1)
                test.window.close()
            }

            @Test @GTKActor
            func `a load that is out of sight is cancelled, and begins again in sight`()
                async
            {
                let origin = ViewOrigin(isFrozen: true)
                let test = OpenView(origin.pipeline)
                test.view.load(ViewOrigin.url("a"))
                #expect(await until { origin.loader.loadCount == 1 })
                gtk_widget_set_visible(test.view.widget, 0)
                #expect(await until { origin.loader.cancelCount == 1 })
                #expect(test.view.isLoading())
                gtk_widget_set_visible(test.view.widget, 1)
                #expect(await until { origin.loader.loadCount == 2 })
                test.window.close()
            }
        }
    }

#endif
