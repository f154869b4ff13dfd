#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImageViews

    extension GTKTests {
        struct AccessibilityTests {
            @Test @GTKActor func `a screen reader finds the picture by its alternative text`()
                async throws
            {
                let test = OpenView(ViewOrigin().pipeline)
                test.view.alternativeText = "A cat on a roof"
                #expect(await test.ready())
                #expect(await finds("A cat on a roof"))
                test.view.alternativeText = "A dog"
                #expect(await finds("A dog"))
                test.window.close()
            }

            @Test @GTKActor func `a picture without a meaning is passed over, a busy one says so`()
                async
            {
                let origin = ViewOrigin(isFrozen: true)
                let test = OpenView(origin.pipeline)
                let accessible = OpaquePointer(test.view.widget)
                #expect(cgtk_is_set(accessible, GTK_ACCESSIBLE_STATE_HIDDEN) == 0)
                test.view.alternativeText = ""
                #expect(cgtk_is_set(accessible, GTK_ACCESSIBLE_STATE_HIDDEN) != 0)
                test.view.load(ViewOrigin.url("a"), as: ImagePresentation(indicatorDelay: .zero))
                #expect(
                    await until {
                        cgtk_is_set(accessible, GTK_ACCESSIBLE_STATE_BUSY) != 0
                    })
                test.window.close()
            }

            @Test @GTKActor func `a failure is described, until there is a picture`() async {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                test.view.failureDescription = "Kein Bild"
                test.view.load(ViewOrigin.url("missing"))
                #expect(await finds("Kein Bild", in: "Description"))
                origin.repair()
                test.view.reload()
                #expect(await finds("", in: "Description"))
                test.window.close()
            }

            /// Waits until the names, or another text, of all pictures are a text: GTK tells the
            /// bus of its objects later.
            ///
            /// Asks from another thread, since GTK's has to answer.
            @concurrent private func finds(_ text: String, in property: String = "Name") async
                -> Bool
            {
                guard let bus = AccessibilityBus() else { return false }
                var texts: [String] = []
                for _ in 0..<200 {
                    texts = bus.texts(property, ofRole: "image")
                    if texts == [text] { return true }
                    try? await Task.sleep(for: .milliseconds(20))
                }
                print("the bus has \(texts)")
                return false
            }
        }
    }

#endif
