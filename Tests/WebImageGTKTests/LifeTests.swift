#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        struct LifeTests {
            @Test @GTKActor func `a view that is only held by its widget lives as long as that`()
                async
            {
                let origin = ViewOrigin()
                weak var view: WebImageView?
                func open() -> TestWindow {
                    let made = WebImageView(pipeline: origin.pipeline)
                    view = made
                    made.load(ViewOrigin.url("200x150-2"))
                    return TestWindow(made.widget)
                }
                let window = open()
                #expect(await until { view?.texture != nil })
                window.close()
                #expect(await until { view == nil })
                await nothingLives()
            }

            @Test @GTKActor func `a view that outlives its window can be shown in another`() async {
                let view = WebImageView(pipeline: ViewOrigin().pipeline)
                let first = TestWindow(view.widget)
                view.load(ViewOrigin.url("200x150-2"))
                #expect(await until { view.texture != nil })
                first.close()
                #expect(await until { view.texture == nil })
                let second = TestWindow(view.widget)
                #expect(await until { view.texture != nil })
                second.close()
            }

            @Test @GTKActor func `a view that was never shown leaves nothing`() async {
                func make() {
                    let view = WebImageView(pipeline: ViewOrigin().pipeline)
                    view.load(
                        ViewOrigin.url("a"),
                        as: ImagePresentation(placeholder: .plain(SIMD4(1, 1, 1, 255))))
                }
                make()
                await nothingLives()
            }

            @Test func `a view that is released on another thread ends on that of GTK`() async {
                func release() async {
                    let view = await GTKActor.run { WebImageView(pipeline: ViewOrigin().pipeline) }
                    await Task.detached { _ = view }.value
                }
                await release()
                await nothingLives()
            }

            @Test @GTKActor func `a view that dies during its load is not called again`() async {
                let origin = ViewOrigin(isFrozen: true)
                func open() -> TestWindow {
                    let view = WebImageView(pipeline: origin.pipeline)
                    view.load(ViewOrigin.url("a"), as: ImagePresentation(indicatorDelay: .zero))
                    return TestWindow(view.widget)
                }
                let window = open()
                #expect(await until { origin.loader.loadCount == 1 })
                window.close()
                #expect(await until { origin.loader.cancelCount == 1 })
                origin.loader.thaw()
                await nothingLives()
            }

            @GTKActor private func nothingLives() async {
                #expect(await until { WebImageView.liveWidgetCount == 0 })
                #expect(await until { ImagePaintable.liveCount == 0 })
                #expect(await until { ImageTexture.liveCount == 0 })
            }
        }
    }

#endif
