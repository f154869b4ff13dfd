#if GTK

    import CGTK4
    import Foundation
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        /// A screen with two pixels for a point, which GTK takes from the environment at its start:
        /// `scripts/check part gtk` runs the suite a second time.
        @Suite(
            .enabled(
                if: ProcessInfo.processInfo.environment["GDK_SCALE"] == "2",
                "the screen has one pixel for a point"))
        struct ScaleTests {
            private let origin = ViewOrigin()

            @Test @GTKActor func `a picture is loaded in the pixels of the view`() async throws {
                let test = OpenView(origin.pipeline)
                test.view.load(ViewOrigin.url("800x600-7"))
                #expect(await test.loaded())
                #expect(origin.sizes == [PixelSize(400, 300)])
                #expect(test.view.texture?.size == PixelSize(400, 300))
                #expect(await test.draws(TestPicture.color(7, quarter: 0)))
                test.window.close()
            }

            @Test @GTKActor func `a picture takes a point for two of its pixels`() async throws {
                let view = WebImageView(pipeline: origin.pipeline)
                gtk_widget_set_halign(view.widget, GTK_ALIGN_CENTER)
                gtk_widget_set_valign(view.widget, GTK_ALIGN_CENTER)
                let window = TestWindow(view.widget)
                view.load(ViewOrigin.url("100x60-7"))
                #expect(await until { gtk_widget_get_width(view.widget) == 50 })
                #expect(gtk_widget_get_height(view.widget) == 30)
                window.close()
            }
        }
    }

#endif
