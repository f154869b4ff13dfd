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
        /// Progress and previews of loads in a window, from a real server that sends slowly.
        struct UpdateTests {
            private let slow: SlowOrigin

            init() throws { slow = try SlowOrigin() }

            @Test(arguments: [true, false])
            @GTKActor func `progress and previews come, whether the view shows them or not`(
                setsPicture: Bool
            ) async {
                let test = OpenView(slow.pipeline)
                let log = UpdateLog()
                var hasEnded = false
                var plan = ImagePresentation()
                plan.setsPicture = setsPicture
                test.view.load(slow.request("/slow.jpg"), as: plan) { result in
                    hasEnded = (try? result.get()) != nil
                } onUpdate: {
                    log.add($0)
                    #expect(!hasEnded)
                }
                #expect(await until { hasEnded })
                let whole = LoadProgress(
                    receivedByteCount: slow.count, expectedByteCount: slow.count)
                #expect(log.progress.last == whole)
                #expect(log.progress.count > 3 && !log.isFast)
                #expect(log.previews.count > 1)
                #expect(log.previews.allSatisfy { $0.size == SlowOrigin.size })
                if case .image = test.view.shown() {
                    #expect(setsPicture)
                } else {
                    #expect(!setsPicture && test.view.shown() == .nothing)
                }
                test.window.close()
            }

            @Test(arguments: ["cancel", "replace", "clear", "unmap", "close"])
            @GTKActor func `a handler may give its load up, and is not called again`(
                how: String
            ) async {
                let warnings = Warnings.count
                let test = OpenView(slow.pipeline)
                var calls = 0
                test.view.load(
                    slow.request("/held.jpg"),
                    onUpdate: { [weak view = test.view, window = test.window] update in
                        // Before the request is sent, a load that is given up sends none.
                        guard update.hasBytes else { return }
                        calls += 1
                        switch how {
                        case "cancel": view?.cancel()
                        case "replace": view?.load(slow.request("/slow.jpg"))
                        case "clear": view?.clear()
                        case "unmap": view.map { gtk_widget_set_visible($0.widget, 0) }
                        default: window.close()
                        }
                    })
                #expect(await until { calls == 1 })
                #expect(await until { slow.origin.abortedCount("/held.jpg") == 1 })
                try? await Task.sleep(for: .milliseconds(100))
                #expect(calls == 1)
                #expect(Warnings.count == warnings)
                test.window.close()
            }

            @Test @GTKActor func `a handler that refers to its view does not keep it alive`()
                async
            {
                weak var dead: WebImageView?
                var calls = 0
                func open() -> TestWindow {
                    let test = OpenView(slow.pipeline)
                    let view = test.view
                    dead = view
                    view.load(
                        slow.request("/held.jpg"),
                        onUpdate: { update in
                            calls += view.isLoading() && update.hasBytes ? 1 : 0
                        })
                    return test.window
                }
                let window = open()
                #expect(await until { calls > 0 })
                window.close()
                #expect(await until { dead == nil })
                #expect(await until { slow.origin.abortedCount("/held.jpg") == 1 })
            }

            @Test @GTKActor func `a load that repeats a failed one has its handler, too`() async {
                slow.origin.reply("/slow.jpg", with: [.status(500), OriginReply(body: [1, 2, 3])])
                let test = OpenView(slow.pipeline)
                let log = UpdateLog()
                var failures = 0
                test.view.load(slow.request("/slow.jpg")) { _ in
                    failures += 1
                } onUpdate: {
                    log.add($0)
                }
                #expect(await until { failures == 1 })
                #expect(log.progress.allSatisfy { $0.receivedByteCount != 3 })
                test.view.reload()
                #expect(await until { failures == 2 })
                #expect(log.progress.contains { $0.receivedByteCount == 3 })
                test.window.close()
            }

            @Test @GTKActor func `a placeholder given with the load is drawn`() async {
                let test = OpenView(slow.pipeline)
                let blue = SIMD4<UInt8>(255, 0, 0, 255)
                test.view.load(slow.request("/held.jpg"), placeholder: .plain(blue))
                #expect(await test.draws(blue))
                #expect(test.view.presentation.placeholder == nil)
                test.window.close()
            }
        }
    }

#endif
