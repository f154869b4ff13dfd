#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        /// Indicators that a program makes.
        struct OwnIndicatorTests {
            private let plan = ImagePresentation(indicatorDelay: .zero)

            /// A label with the percentage, at the lower edge.
            @GTKActor private func indicator(
                _ update: @escaping @GTKActor (IndicatorState) -> Void
            ) -> ViewIndicator {
                ViewIndicator {
                    let label = gtk_label_new("")
                    gtk_widget_set_valign(label, GTK_ALIGN_END)
                    return label
                } update: { label, state in
                    if case .fraction(let fraction) = state {
                        gtk_label_set_text(OpaquePointer(label), "\(Int(fraction * 100)) %")
                    }
                    update(state)
                }
            }

            @Test @GTKActor func `the program's widget shows the progress of a real transfer`()
                async throws
            {
                let slow = try SlowOrigin()
                let test = OpenView(slow.pipeline)
                var states: [IndicatorState] = []
                var times: [ContinuousClock.Instant] = []
                test.view.indicator = indicator {
                    states.append($0)
                    times.append(.now)
                }
                test.view.load(slow.request("/slow.jpg"), as: plan)
                #expect(
                    await until {
                        guard case .fraction(let part)? = states.last else { return false }
                        return part > 0.2
                    })
                #expect(test.view.visibleIndicators.names == ["own"])
                let child = try #require(gtk_widget_get_first_child(test.view.widget))
                let text = String(cString: gtk_label_get_text(OpaquePointer(child)))
                #expect(text.hasSuffix(" %") && text != "0 %")
                await test.window.frames(2)
                #expect(gtk_widget_get_height(child) > 0 && gtk_widget_get_height(child) < 75)
                #expect(await test.loaded())
                #expect(test.view.visibleIndicators.names.isEmpty)
                #expect(states.last == .hidden)
                for start in times {
                    let end = start.advanced(by: .seconds(1))
                    #expect(times.count { $0 >= start && $0 < end } <= 30)
                }
                test.window.close()
            }

            @Test @GTKActor func `the widget is released with the view, or with its indicator`()
                async
            {
                let origin = ViewOrigin(isFrozen: true)
                var labels = 0
                func open() -> TestWindow {
                    let test = OpenView(origin.pipeline)
                    test.view.indicator = ViewIndicator {
                        guard let label = gtk_label_new("") else { return nil }
                        labels += 1
                        let object = UnsafeMutableRawPointer(label).assumingMemoryBound(
                            to: GObject.self)
                        Signal.connect("destroy", of: OpaquePointer(object)) { _ in labels -= 1 }
                        return label
                    } update: { _, _ in
                    }
                    test.view.load(ViewOrigin.url("a"), as: plan)
                    return test.window
                }
                let window = open()
                #expect(await until { labels == 1 })
                window.close()
                #expect(await until { labels == 0 && WebImageView.liveWidgetCount == 0 })

                let other = open()
                #expect(await until { labels == 1 })
                guard let root = gtk_window_get_child(other.frame),
                    let view = WebImageView.view(of: root)
                else { return }
                view.indicator = nil
                #expect(labels == 0)
                #expect(view.visibleIndicators.names == ["spinner"])
                other.close()
            }

            @Test(arguments: ["none", "window", "shared", "self"])
            @GTKActor func `without a usable widget the view shows its spinner, and tells`(
                kind: String
            ) async {
                let warnings = Warnings.count
                let test = OpenView(ViewOrigin(isFrozen: true).pipeline)
                let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
                let shared = gtk_label_new("")
                gtk_box_append(
                    UnsafeMutableRawPointer(box)?.assumingMemoryBound(to: GtkBox.self), shared)
                let window = gtk_window_new()
                test.view.indicator = ViewIndicator { [weak view = test.view] in
                    switch kind {
                    case "window": window
                    case "shared": shared
                    case "self": view?.widget
                    default: nil
                    }
                } update: { _, _ in
                    Issue.record("there is no widget")
                }
                test.view.load(ViewOrigin.url("a"), as: plan)
                #expect(await until { test.view.visibleIndicators.names == ["spinner"] })
                #expect(Warnings.count == warnings + 1)
                gtk_window_destroy(
                    UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self))
                g_object_ref_sink(UnsafeMutableRawPointer(box))
                g_object_unref(UnsafeMutableRawPointer(box))
                test.window.close()
            }

            @Test(arguments: ["cancel", "replace", "remove", "other", "close"])
            @GTKActor func `the closures may change the view that calls them`(how: String) async {
                let warnings = Warnings.count
                let origin = ViewOrigin(isFrozen: true)
                let test = OpenView(origin.pipeline)
                var states: [IndicatorState] = []
                test.view.indicator = indicator {
                    [weak view = test.view, window = test.window] state in
                    states.append(state)
                    guard let view, states.count == 1 else { return }
                    switch how {
                    case "cancel": view.cancel()
                    case "replace": view.load(ViewOrigin.url("b"), as: plan)
                    case "remove": view.indicator = nil
                    case "other": view.indicator = indicator { states.append($0) }
                    default: window.close()
                    }
                }
                test.view.load(ViewOrigin.url("a"), as: plan)
                #expect(await until { !states.isEmpty })
                if how != "close" { await test.window.frames(3) }
                switch how {
                case "cancel": #expect(states.last == .hidden)
                case "replace": #expect(test.view.visibleIndicators.names == ["own"])
                case "remove": #expect(test.view.visibleIndicators.names == ["spinner"])
                case "other": #expect(states == [.busy, .busy])
                default: #expect(!test.window.isOpen)
                }
                #expect(Warnings.count == warnings)
                test.window.close()
            }

            @Test @GTKActor func `a closure that makes a widget may load, or remove the indicator`()
                async
            {
                let warnings = Warnings.count
                let test = OpenView(ViewOrigin(isFrozen: true).pipeline)
                var makes = 0
                test.view.indicator = ViewIndicator { [weak view = test.view] in
                    makes += 1
                    view?.load(ViewOrigin.url("b"), as: plan)
                    view?.indicator = nil
                    return gtk_label_new("")
                } update: { _, _ in
                    Issue.record("it was removed")
                }
                test.view.load(ViewOrigin.url("a"), as: plan)
                #expect(await until { test.view.visibleIndicators.names == ["spinner"] })
                await test.window.frames(3)
                #expect(makes == 1)
                #expect(Warnings.count == warnings)
                test.window.close()
            }
        }
    }

#endif
