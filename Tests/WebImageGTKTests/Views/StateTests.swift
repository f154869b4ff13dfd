#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        /// The states of a view's slots.
        struct StateTests {
            @Test @GTKActor func `the states of a load, of a failure and of its repetition`() async
            {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                var states: [String] = []
                test.view.onStateChange = { states.append("\($1.rawValue) \(name($0))") }
                test.view.load(ViewOrigin.url("200x150-1"))
                #expect(await until { states == ["image loading", "image shown"] })
                test.view.load(ViewOrigin.url("missing"))
                #expect(await until { states.last == "image failed" })
                origin.repair()
                #expect(
                    emit(
                        "released", on: gtk_gesture_click_get_type(), of: test.view.widget,
                        [1, 4.0, 4.0]))
                #expect(await until { states.last == "image shown" })
                test.view.clear()
                #expect(name(test.view.state()) == "empty")
                #expect(
                    states == [
                        "image loading", "image shown", "image loading", "image failed",
                        "image loading", "image shown", "image empty",
                    ])
                test.window.close()
            }

            @Test @GTKActor func `the handler runs outside of layouts, and may end the view`() async
            {
                let warnings = Warnings.count
                let origin = ViewOrigin()
                let first = OpenView(origin.pipeline)
                first.view.load(ViewOrigin.url("200x150-1"), as: ImagePresentation())
                #expect(await first.loaded())
                first.window.close()
                weak var dead: WebImageView?
                func open() -> TestWindow {
                    let test = OpenView(origin.pipeline)
                    dead = test.view
                    test.view.onStateChange = {
                        [weak view = test.view, window = test.window] state, _ in
                        guard let view, name(state) == "shown" else { return }
                        // A change of the layout, which a layout would forget.
                        gtk_widget_set_size_request(view.widget, 50, 50)
                        if view.alternativeText == "last" { window.close() }
                        view.alternativeText = "last"
                        view.load(ViewOrigin.url("200x150-2"), as: ImagePresentation())
                    }
                    // From memory, during the first layout.
                    test.view.load(ViewOrigin.url("200x150-1"), as: ImagePresentation())
                    return test.window
                }
                let window = open()
                #expect(await until { !window.isOpen && dead == nil })
                #expect(Warnings.count == warnings)
            }

            @Test @GTKActor func `the states are a sequence, which does not keep the view`() async {
                weak var dead: WebImageView?
                func open() -> (TestWindow, AsyncStream<SlotState>) {
                    let test = OpenView(ViewOrigin().pipeline)
                    dead = test.view
                    test.view.load(ViewOrigin.url("200x150-1"))
                    return (test.window, test.view.states())
                }
                let (window, states) = open()
                var seen: [String] = []
                for await state in states {
                    seen.append(name(state))
                    if seen.last == "shown" { window.close() }
                }
                #expect(seen.prefix(2) == ["loading", "shown"])
                #expect(await until { dead == nil })
            }
        }
    }

    private func name(_ state: SlotState) -> String {
        switch state {
        case .empty: "empty"
        case .loading: "loading"
        case .shown: "shown"
        case .failed: "failed"
        }
    }

#endif
