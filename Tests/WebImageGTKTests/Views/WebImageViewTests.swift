#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        struct WebImageViewTests {
            private let origin = ViewOrigin()

            @Test @GTKActor func `one line shows a picture, pixel by pixel`() async throws {
                let view = WebImageView(pipeline: origin.pipeline)
                let window = TestWindow(view.widget)
                view.load(ViewOrigin.url("200x150-7"))
                #expect(await until { !view.isLoading() && view.texture != nil })
                #expect(await until { !view.paintable().isInTransition })
                let drawn = try #require(await window.picture(of: view.widget))
                #expect(drawn == TestPicture.bitmap(PixelSize(200, 150), number: 7))
                window.close()
            }

            @Test @GTKActor func `a view out of sight loads nothing`() async {
                let view = WebImageView(pipeline: origin.pipeline)
                view.load(ViewOrigin.url("a"))
                try? await Task.sleep(for: .milliseconds(50))
                #expect(origin.loader.loadCount == 0)
                let window = TestWindow(view.widget)
                #expect(await until { origin.loader.loadCount == 1 && !view.isLoading() })
                window.close()
            }
        }
    }

#endif
