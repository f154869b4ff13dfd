#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        struct SharingTests {
            @Test @GTKActor func `the clipboard gets the picture`() async throws {
                let test = OpenView(ViewOrigin().pipeline)
                #expect(!test.view.copyPicture())
                test.view.load(ViewOrigin.url("200x150-6"), as: ImagePresentation())
                #expect(await test.loaded())
                #expect(test.view.copyPicture())
                let clipboard = try #require(gtk_widget_get_clipboard(test.view.widget))
                let content = try #require(gdk_clipboard_get_content(clipboard))
                #expect(
                    try pixels(of: content) == TestPicture.bitmap(PixelSize(200, 150), number: 6))
                gdk_clipboard_set_content(clipboard, nil)
                test.window.close()
            }

            @Test @GTKActor func `the clipboard gets light in sRGB`() async throws {
                var light = Bitmap(size: PixelSize(2, 1), as: .rgbaHalf, isOpaque: true)
                light[light: 0, 0] = SIMD4(4, 2, 1, 1)
                light[light: 1, 0] = SIMD4(0.25, 0.5, 0.75, 1)
                light.headroom = 4
                let test = OpenView(ViewOrigin(isFrozen: true).pipeline)
                test.view.load(
                    ViewOrigin.url("2x1-6"), placeholder: DecodedImage(poster: light))
                #expect(await until { test.view.texture != nil })
                #expect(test.view.copyPicture())
                let clipboard = try #require(gtk_widget_get_clipboard(test.view.widget))
                let content = try #require(gdk_clipboard_get_content(clipboard))
                #expect(try pixels(of: content) == light.converted(to: .bgra8))
                gdk_clipboard_set_content(clipboard, nil)
                test.window.close()
            }

            @Test @GTKActor func `a drag offers the picture, if it is allowed`() async throws {
                let test = OpenView(ViewOrigin().pipeline)
                test.view.load(ViewOrigin.url("200x150-6"), as: ImagePresentation())
                #expect(await test.loaded())
                #expect(provided(by: test.view) == nil)
                test.view.isDraggable = true
                let content = try #require(provided(by: test.view))
                #expect(
                    try pixels(of: content) == TestPicture.bitmap(PixelSize(200, 150), number: 6))
                g_object_unref(content)
                test.view.clear()
                #expect(provided(by: test.view) == nil)
                test.view.isDraggable = false
                test.window.close()
            }

            @Test @GTKActor func `the menu key calls the hook with the centre`() async {
                let test = OpenView(ViewOrigin().pipeline)
                #expect(await test.ready())
                var places: [SIMD2<Double>] = []
                test.view.onContextMenu = { places.append(SIMD2($0, $1)) }
                let key = gtk_event_controller_key_get_type()
                let none = GdkModifierType(0)
                #expect(
                    emit(
                        "key-pressed", on: key, of: test.view.widget,
                        [UInt(GDK_KEY_Menu), UInt(0), none]))
                _ = emit(
                    "key-pressed", on: key, of: test.view.widget,
                    [UInt(GDK_KEY_F10), UInt(0), none])
                _ = emit(
                    "key-pressed", on: key, of: test.view.widget,
                    [UInt(GDK_KEY_F10), UInt(0), GDK_SHIFT_MASK])
                #expect(places == [SIMD2(100, 75), SIMD2(100, 75)])
                _ = emit(
                    "pressed", on: gtk_gesture_long_press_get_type(), of: test.view.widget,
                    [7.0, 9.0])
                #expect(places.last == SIMD2(7, 9))
                test.window.close()
            }

            @Test @GTKActor func `a slide follows the direction of text`() async throws {
                let test = OpenView(ViewOrigin().pipeline)
                let view = test.view
                view.load(ViewOrigin.url("200x150-1"), as: ImagePresentation())
                #expect(await test.loaded())
                gtk_widget_set_direction(view.widget, GTK_TEXT_DIR_RTL)
                let texture = ImageTexture(
                    TestPicture.plain(PixelSize(200, 150), SIMD4(1, 1, 1, 255)))
                let slow = ImageTransition(.slide, duration: .seconds(1000))
                view.paintable().show(texture, transition: slow)
                view.paintable().advance(to: 0)
                view.paintable().advance(to: 206_000_000)
                let drawn = try #require(await test.picture)
                #expect(drawn[2, 75] == SIMD4(1, 1, 1, 255))
                #expect(drawn[197, 75] != SIMD4(1, 1, 1, 255))
                test.window.close()
            }

            /// The result of the drag source's signal; the caller owns it.
            @GTKActor private func provided(by view: WebImageView) -> UnsafeMutableRawPointer? {
                guard let list = gtk_widget_observe_controllers(view.widget) else { return nil }
                defer { g_object_unref(UnsafeMutableRawPointer(list)) }
                for index in 0..<g_list_model_get_n_items(list) {
                    guard let item = g_list_model_get_item(list, index) else { continue }
                    defer { g_object_unref(item) }
                    let instance = item.assumingMemoryBound(to: GTypeInstance.self)
                    let type = gtk_drag_source_get_type()
                    guard g_type_check_instance_is_a(instance, type) != 0 else { continue }
                    var values = [GValue(), GValue(), GValue()]
                    g_value_init(&values[0], type)
                    g_value_set_object(&values[0], item)
                    for index in 1...2 { g_value_init(&values[index], GType(15 << 2)) }
                    var result = GValue()
                    g_value_init(&result, gdk_content_provider_get_type())
                    g_signal_emitv(values, g_signal_lookup("prepare", type), 0, &result)
                    return g_value_dup_object(&result)
                }
                return nil
            }

            private func pixels(of content: UnsafeMutableRawPointer) throws -> Bitmap {
                try pixels(of: content.assumingMemoryBound(to: GdkContentProvider.self))
            }

            private func pixels(of content: UnsafeMutablePointer<GdkContentProvider>) throws
                -> Bitmap
            {
                var value = GValue()
                g_value_init(&value, gdk_texture_get_type())
                defer { g_value_unset(&value) }
                #expect(gdk_content_provider_get_value(content, &value, nil) != 0)
                let texture = OpaquePointer(try #require(g_value_get_object(&value)))
                var bitmap = Bitmap(
                    size: PixelSize(
                        Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture))))
                let stride = bitmap.bytesPerRow
                bitmap.withUnsafeMutableRows { gdk_texture_download(texture, $0, gsize(stride)) }
                return bitmap
            }
        }
    }

#endif
