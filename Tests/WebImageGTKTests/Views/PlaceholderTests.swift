#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting

    extension GTKTests {
        struct PlaceholderTests {
            @Test @GTKActor func `a neutral tile stands in for a picture that loads or has failed`()
                async
            {
                let origin = ViewOrigin(isFrozen: true)
                let open = OpenView(origin.pipeline)
                #expect(await open.ready())
                #expect(await open.center?.w == 0, "without a load there is no tile")
                open.view.load(ViewOrigin.url("200x150-1"))
                await open.window.frames()
                let tile = await open.center?.w ?? 0
                #expect(tile > 0 && tile < 60)
                open.view.showsPlaceholder = false
                #expect(await open.center?.w == 0)
                open.view.showsPlaceholder = true
                origin.loader.thaw()
                #expect(await open.loaded())
                #expect(await open.draws(TestPicture.color(1, quarter: 0)))
                open.view.clear()
                await open.window.frames()
                #expect(await open.center?.w == 0)
                open.view.failureIconName = nil
                open.view.load(ViewOrigin.url("missing"))
                #expect(await until { !open.view.isLoading() })
                await open.window.frames()
                #expect(await open.center?.w == tile)
                open.window.close()
            }

            @Test @GTKActor func `a load during a layout is drawn, without a warning`() async {
                let warnings = Warnings.count
                let origin = ViewOrigin()
                let view = WebImageView(pipeline: origin.pipeline)
                gtk_widget_set_size_request(view.widget, 100, 100)
                let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
                let area = gtk_drawing_area_new()
                gtk_widget_set_vexpand(area, 1)
                let boxPointer = UnsafeMutableRawPointer(box)?.assumingMemoryBound(to: GtkBox.self)
                gtk_box_append(boxPointer, view.widget)
                gtk_box_append(boxPointer, area)
                var number = 0
                if let area {
                    // Emitted during the layout of the box, which has laid out the view before.
                    Signal.connect("resize", of: OpaquePointer(area)) { _ in
                        number += 1
                        view.load(ViewOrigin.url("100x100-\(number)"))
                    }
                }
                let window = TestWindow(box, width: 200, height: 300)
                #expect(await until { view.texture != nil })
                for height in [310, 320, 330, 340] {
                    let before = number
                    window.resize(width: 200, height: height)
                    #expect(await until { number > before })
                    #expect(await until { view.texture != nil && !view.isLoading() })
                    await window.frames(3)
                }
                #expect(Warnings.count == warnings)
                window.close()
            }
        }
    }

#endif
