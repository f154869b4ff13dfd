#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    private let red = SIMD4<UInt8>(0, 0, 255, 255)

    extension GTKTests {
        /// Loads that are repeated by themselves or by a click, and the former load beside them.
        struct RepeatedLoadTests {
            @Test @GTKActor
            func `a view that takes the keyboard takes it after a repeated load, too`() async {
                for isFocusable in [false, true] {
                    let origin = ViewOrigin()
                    let test = OpenView(origin.pipeline)
                    let widget = test.view.widget
                    gtk_widget_set_focusable(widget, isFocusable ? 1 : 0)
                    test.view.load(ViewOrigin.url("missing"))
                    #expect(
                        await until {
                            gtk_widget_get_focusable(widget) != 0 && !test.view.isLoading()
                        })
                    #expect(await until { test.view.visibleIndicators.names == ["icon"] })
                    origin.repair()
                    test.view.reload()
                    #expect(await test.loaded())
                    #expect(await until { test.view.visibleIndicators.names.isEmpty })
                    #expect((gtk_widget_get_focusable(widget) != 0) == isFocusable)
                    test.window.close()
                }
            }

            @Test @GTKActor
            func `a dropped picture that fails to load again shows indicator and failure`()
                async
            {
                let origin = ViewOrigin()
                let clock = ManualClock()
                let test = OpenView(origin.pipeline, clock: clock)
                let plan = ImagePresentation(
                    failureImage: .plain(red), indicatorDelay: .milliseconds(300))
                var ends = 0
                test.view.load(ViewOrigin.url("200x150-3"), as: plan) { _ in ends += 1 }
                #expect(await test.loaded())
                gtk_widget_set_visible(test.view.widget, 0)
                #expect(await until { clock.sleeperCount == 0 })
                origin.breakDown()
                origin.loader.freeze()
                gtk_widget_set_visible(test.view.widget, 1)
                #expect(await until { clock.sleeperCount == 1 && origin.loader.loadCount == 2 })
                #expect(test.view.isLoading() && test.view.visibleIndicators.names.isEmpty)
                clock.advance(by: .milliseconds(300))
                #expect(await until { test.view.visibleIndicators.names == ["spinner"] })
                origin.loader.thaw()
                #expect(await test.draws(red))
                #expect(!test.view.isLoading() && test.view.visibleIndicators.names.isEmpty)
                #expect(ends == 1)
                origin.repair()
                #expect(click(test.view))
                #expect(await test.loaded())
                #expect(await test.center == TestPicture.color(3, quarter: 0))
                #expect(!click(test.view))
                test.window.close()
            }

            @Test @GTKActor func `without a failure picture it shows the icon`() async {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                test.view.load(ViewOrigin.url("200x150-3"), as: ImagePresentation())
                #expect(await test.loaded())
                gtk_widget_set_visible(test.view.widget, 0)
                origin.breakDown()
                gtk_widget_set_visible(test.view.widget, 1)
                #expect(await until { test.view.visibleIndicators.names == ["icon"] })
                gtk_widget_set_visible(test.view.widget, 0)
                origin.repair()
                gtk_widget_set_visible(test.view.widget, 1)
                await test.window.frames(3)
                #expect(test.view.visibleIndicators.names == ["icon"], "until a click")
                #expect(click(test.view))
                #expect(await test.loaded())
                #expect(test.view.visibleIndicators.names.isEmpty)
                test.window.close()
            }

            @Test @GTKActor func `a former load that fails leaves the current one alone`() async {
                let (small, large) = (ViewOrigin(), ViewOrigin(isFrozen: true))
                let test = OpenView(small.pipeline)
                #expect(await test.ready())
                small.loader.freeze()
                var ends: [String] = []
                test.view.load(ViewOrigin.url("missing"), as: ImagePresentation()) { _ in
                    ends.append("small")
                }
                #expect(await until { small.loader.loadCount == 1 })
                test.view.pipeline = large.pipeline
                var plan = ImagePresentation()
                plan.former = .keep
                test.view.load(ViewOrigin.url("200x150-2"), as: plan) { _ in ends.append("large") }
                #expect(await until { large.loader.loadCount == 1 })
                small.loader.thaw()
                #expect(await until { ends == ["small"] })
                #expect(test.view.visibleIndicators.names.isEmpty)
                #expect(!click(test.view))
                large.loader.thaw()
                #expect(await test.loaded())
                #expect(!click(test.view))
                #expect(ends == ["small", "large"])
                test.window.close()
            }

            @Test @GTKActor func `a click repeats the current load, with its handler`() async {
                let (small, large) = (ViewOrigin(), ViewOrigin())
                let test = OpenView(small.pipeline)
                #expect(await test.ready())
                small.loader.freeze()
                large.loader.freeze()
                var ends: [String] = []
                test.view.load(ViewOrigin.url("missing"), as: ImagePresentation()) { _ in
                    ends.append("small")
                }
                #expect(await until { small.loader.loadCount == 1 })
                test.view.pipeline = large.pipeline
                var plan = ImagePresentation()
                plan.former = .keep
                test.view.load(ViewOrigin.url("200x150-2-missing"), as: plan) { result in
                    ends.append((try? result.get()) == nil ? "large fails" : "large")
                }
                #expect(await until { large.loader.loadCount == 1 })
                large.loader.thaw()
                #expect(await until { ends == ["large fails"] })
                small.loader.thaw()
                #expect(await until { ends == ["large fails", "small"] })
                large.repair()
                #expect(click(test.view))
                #expect(await test.loaded())
                #expect(await test.center == TestPicture.color(2, quarter: 0))
                #expect(ends == ["large fails", "small", "large"])
                test.window.close()
            }

            @GTKActor private func click(_ view: WebImageView) -> Bool {
                emit("released", on: gtk_gesture_click_get_type(), of: view.widget, [1, 4.0, 4.0])
            }
        }
    }

#endif
