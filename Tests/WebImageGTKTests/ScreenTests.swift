#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        /// Views as the user of the screen sees them: screenshots, clicks, a dark desktop.
        @Suite(
            .enabled(
                if: XScreen.isAvailable, "there is no X server, or no libXtst to click with"))
        struct ScreenTests {
            private static let number = 0x0BAD

            /// Opens a view with a picture and waits until the screen shows it.
            @GTKActor private func open(
                on screen: XScreen
            ) async throws -> (test: OpenView, x: Int, y: Int, picture: Bitmap) {
                let test = OpenView(ViewOrigin().pipeline)
                let url = ViewOrigin.url("200x150-\(Self.number)")
                test.view.load(url, as: ImagePresentation())
                #expect(await test.loaded())
                let corner = TestPicture.color(Self.number, quarter: 0)
                var found: (x: Int, y: Int, picture: Bitmap)?
                for _ in 0..<50 where found == nil {
                    await test.window.frames(1)
                    found = screen.find(corner)
                }
                let place = try #require(found, "the screen shows no pixel of the picture")
                return (test, place.x, place.y, place.picture)
            }

            @Test @GTKActor func `a screenshot has exactly the pixels of the picture`() async throws
            {
                let screen = try #require(XScreen())
                let (test, x, y, picture) = try await open(on: screen)
                let size = PixelSize(200, 150)
                #expect(x + 200 <= picture.size.width && y + 150 <= picture.size.height)
                let shown = picture.cropped(to: PixelRect(x: x, y: y, size: size))
                #expect(shown == TestPicture.bitmap(size, number: Self.number))
                test.window.close()
            }

            @Test @GTKActor func `a click of the secondary button calls the hook for a menu`()
                async throws
            {
                let screen = try #require(XScreen())
                let (test, x, y, _) = try await open(on: screen)
                var places: [SIMD2<Double>] = []
                test.view.onContextMenu = { places.append(SIMD2($0, $1)) }
                screen.click(1, x: x + 10, y: y + 20)
                screen.click(3, x: x + 30, y: y + 40)
                #expect(await until(turns: 1500) { !places.isEmpty })
                await test.window.frames(3)
                #expect(places == [SIMD2(30, 40)])
                // Away from the windows of other tests.
                screen.moveMouse(x: XScreen.size.width - 1, y: XScreen.size.height - 1)
                test.window.close()
            }

            @Test @GTKActor func `the failure icon has the colour of light and dark text`()
                async throws
            {
                let settings = UnsafeMutableRawPointer(try #require(gtk_settings_get_default()))
                    .assumingMemoryBound(to: GObject.self)
                func preferDark(_ isDark: Bool) {
                    var value = GValue()
                    g_value_init(&value, GType(5 << 2))
                    g_value_set_boolean(&value, isDark ? 1 : 0)
                    g_object_set_property(
                        settings, "gtk-application-prefer-dark-theme", &value)
                }
                defer { preferDark(false) }
                let test = OpenView(ViewOrigin().pipeline)
                test.view.load(ViewOrigin.url("missing"))
                #expect(await until { test.view.visibleIndicators.names == ["icon"] })
                #expect(brightness(try #require(await test.picture)) < 0.4)
                preferDark(true)
                #expect(brightness(try #require(await test.picture)) > 0.6)
                test.window.close()
            }

            /// Returns the mean brightness of what is drawn, 0 to 1; its opacity doesn't count.
            private func brightness(_ picture: Bitmap) -> Double {
                var (light, alpha) = (0, 0)
                for y in 0..<picture.size.height {
                    for x in 0..<picture.size.width {
                        let pixel = picture[x, y]
                        light += Int(pixel.x) + Int(pixel.y) + Int(pixel.z)
                        alpha += 3 * Int(pixel.w)
                    }
                }
                return alpha == 0 ? .nan : Double(light) / Double(alpha)
            }
        }
    }

#endif
