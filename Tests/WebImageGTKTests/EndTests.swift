#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImageLoading
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        /// The handler of a load.
        struct EndTests {
            private let origin = ViewOrigin()

            @Test @GTKActor func `the handler of a picture in memory may load the next one`() async
            {
                let first = OpenView(origin.pipeline)
                first.view.load(ViewOrigin.url("200x150-1"), as: ImagePresentation())
                #expect(await first.loaded())
                let test = OpenView(origin.pipeline)
                let view = test.view
                view.load(ViewOrigin.url("200x150-1"), as: ImagePresentation()) {
                    [weak view] result in
                    #expect(throws: Never.self) { try result.get() }
                    view?.load(ViewOrigin.url("200x150-2"), as: ImagePresentation())
                }
                #expect(await test.draws(TestPicture.color(2, quarter: 0)))
                first.window.close()
                test.window.close()
            }

            @Test @GTKActor func `the handler gets the result of a load that repeats a failed one`()
                async
            {
                let test = OpenView(origin.pipeline)
                var results: [Bool] = []
                test.view.load(ViewOrigin.url("missing")) { result in
                    results.append((try? result.get()) != nil)
                }
                #expect(await until { results == [false] })
                test.view.reload()
                #expect(await until { results == [false, false] })
                origin.repair()
                #expect(
                    emit(
                        "released", on: gtk_gesture_click_get_type(), of: test.view.widget,
                        [1, 4.0, 4.0]))
                #expect(await until { results == [false, false, true] })
                test.view.load(ViewOrigin.url("200x150-3"))
                #expect(await test.draws(TestPicture.color(3, quarter: 0)))
                #expect(results == [false, false, true])
                test.window.close()
            }

            @Test @GTKActor
            func `a handler that refers to its view does not keep it after a failure`()
                async
            {
                var hasEnded = false
                func open() -> TestWindow {
                    let view = WebImageView(pipeline: origin.pipeline)
                    view.load(ViewOrigin.url("missing")) { _ in
                        hasEnded = !view.isLoading()
                    }
                    return TestWindow(view.widget)
                }
                let window = open()
                #expect(await until { hasEnded })
                window.close()
                #expect(await until { WebImageView.liveWidgetCount == 0 })
            }
        }
    }

#endif
