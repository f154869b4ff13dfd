#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    /// Colours in the order of a bitmap: blue, green, red, alpha.
    private let red = SIMD4<UInt8>(0, 0, 255, 255)
    private let green = SIMD4<UInt8>(0, 255, 0, 255)
    private let nothing = SIMD4<UInt8>(0, 0, 0, 0)

    extension GTKTests {
        struct PresentationTests {
            private let whole = PixelSize(200, 150)

            private func plan(_ change: (inout ImagePresentation) -> Void) -> ImagePresentation {
                var plan = ImagePresentation()
                change(&plan)
                return plan
            }

            @Test @GTKActor func `a placeholder is drawn until the picture is there`() async {
                let origin = ViewOrigin(isFrozen: true)
                let test = OpenView(origin.pipeline)
                test.view.load(
                    ViewOrigin.url("200x150-3"), as: plan { $0.placeholder = .plain(red) })
                #expect(await until { origin.loader.loadCount == 1 })
                #expect(await test.center == red)
                origin.loader.thaw()
                #expect(await test.loaded())
                #expect(await test.picture == TestPicture.bitmap(whole, number: 3))
                test.window.close()
            }

            @Test @GTKActor func `a delayed placeholder is drawn after its delay`() async {
                let origin = ViewOrigin(isFrozen: true)
                let clock = ManualClock()
                let test = OpenView(origin.pipeline, clock: clock)
                let plan = plan {
                    $0.placeholder = .plain(red)
                    $0.placeholderMoment = .after(.milliseconds(100))
                }
                test.view.load(ViewOrigin.url("a"), as: plan)
                #expect(await until { clock.sleeperCount == 1 && origin.loader.loadCount == 1 })
                #expect(await test.center == nothing)
                clock.advance(by: .milliseconds(100))
                #expect(await test.draws(red))
                test.window.close()
            }

            @Test(arguments: [true, false])
            @GTKActor func `after a failure the failure picture or the placeholder is drawn`(
                hasFailureImage: Bool
            ) async {
                let test = OpenView(ViewOrigin().pipeline)
                let plan = plan {
                    $0.placeholder = .plain(red)
                    $0.placeholderMoment = .onFailure
                    $0.failureImage = hasFailureImage ? .plain(green) : nil
                }
                test.view.load(ViewOrigin.url("missing"), as: plan)
                #expect(await until { !test.view.isLoading() })
                #expect(await test.center == (hasFailureImage ? green : red))
                #expect(test.view.visibleIndicators.names.isEmpty)
                test.window.close()
            }

            @Test @GTKActor func `a click on a failure loads again`() async {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                #expect(
                    !emit("released", on: gtk_gesture_click_get_type(), of: test.view.widget, []))
                test.view.load(
                    ViewOrigin.url("missing"), as: plan { $0.failureImage = .plain(red) })
                #expect(await until { !test.view.isLoading() })
                origin.repair()
                #expect(
                    emit(
                        "released", on: gtk_gesture_click_get_type(), of: test.view.widget,
                        [1, 4.0, 4.0]))
                #expect(await test.loaded())
                #expect(await test.picture == TestPicture.bitmap(whole))
                #expect(
                    !emit("released", on: gtk_gesture_click_get_type(), of: test.view.widget, []))
                test.window.close()
            }

            @Test @GTKActor func `the space bar on a failure loads again`() async {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                test.view.load(ViewOrigin.url("missing"))
                #expect(await until { !test.view.isLoading() })
                #expect(test.view.visibleIndicators.names == ["icon"])
                origin.repair()
                let key = [UInt(GDK_KEY_space), UInt(0), GdkModifierType(0)] as [Any]
                #expect(
                    emit(
                        "key-pressed", on: gtk_event_controller_key_get_type(),
                        of: test.view.widget,
                        key))
                #expect(await test.loaded())
                #expect(test.view.visibleIndicators.names.isEmpty)
                test.window.close()
            }

            @Test(arguments: [true, false])
            @GTKActor func `the former picture stays or goes`(stays: Bool) async {
                let test = OpenView(ViewOrigin().pipeline)
                test.view.showsPlaceholder = false
                test.view.load(ViewOrigin.url("200x150-1"), as: plan { _ in })
                #expect(await test.loaded())
                let frozen = ViewOrigin(isFrozen: true)
                test.view.pipeline = frozen.pipeline
                test.view.load(
                    ViewOrigin.url("200x150-2"), as: plan { $0.keepsFormerPicture = stays })
                let kept = stays ? TestPicture.color(1, quarter: 0) : nothing
                #expect(await test.center == kept)
                #expect(await until { frozen.loader.loadCount == 1 })
                #expect(await test.center == kept)
                frozen.loader.thaw()
                #expect(await test.draws(TestPicture.color(2, quarter: 0)))
                test.window.close()
            }

            @Test @GTKActor func `a small picture is drawn until the large one is there`() async {
                let (small, large) = (ViewOrigin(isFrozen: true), ViewOrigin(isFrozen: true))
                let test = OpenView(small.pipeline)
                test.view.load(ViewOrigin.url("40x30-1"), as: plan { _ in })
                #expect(await until { small.loader.loadCount == 1 })
                test.view.pipeline = large.pipeline
                test.view.load(ViewOrigin.url("200x150-2"), as: plan { $0.former = .keep })
                small.loader.thaw()
                #expect(await test.draws(TestPicture.color(1, quarter: 0)))
                large.loader.thaw()
                #expect(await test.draws(TestPicture.color(2, quarter: 0)))
                test.window.close()
            }

            @Test @GTKActor func `a picture that is not set is only handed over`() async {
                let test = OpenView(ViewOrigin().pipeline)
                var result: PixelSize?
                let plan = plan { $0.setsPicture = false }
                test.view.load(ViewOrigin.url("200x150"), as: plan) {
                    result = try? $0.get().image.size
                }
                #expect(await until { result != nil })
                #expect(await test.center == nothing)
                test.window.close()
            }

            @Test @GTKActor func `a picture from memory is drawn by the next frame`() async {
                let origin = ViewOrigin(isFrozen: true)
                let test = OpenView(origin.pipeline)
                origin.loader.thaw()
                test.view.load(ViewOrigin.url("200x150-1"))
                #expect(await test.loaded())
                test.view.load(ViewOrigin.url("200x150-2"))
                #expect(await test.loaded())
                // Neither placeholder nor transition is drawn: the first frame has the picture.
                var plan = test.view.presentation
                plan.placeholder = .plain(red)
                test.view.load(ViewOrigin.url("200x150-1"), as: plan)
                await test.window.frames(1)
                #expect(await test.center == TestPicture.color(1, quarter: 0))
                #expect(!test.view.paintable().isInTransition)
                #expect(origin.loader.loadCount == 2)
                test.window.close()
            }
        }
    }

#endif
