#if GTK

    import CGTK4
    import Testing
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    private let red = SIMD4<UInt8>(0, 0, 255, 255)
    private let blue = SIMD4<UInt8>(255, 0, 0, 255)

    extension GTKTests {
        struct TransitionTests {
            private let size = PixelSize(60, 40)

            /// Draws a transition from red to blue at a time in milliseconds.
            @GTKActor private func drawn(
                _ style: ImageTransition.Style, at time: Int64
            ) async throws -> (Bitmap, isInTransition: Bool) {
                let paintable = ImagePaintable()
                let widget = try #require(gtk_picture_new_for_paintable(paintable.pointer))
                let window = TestWindow(widget, width: size.width, height: size.height)
                defer { window.close() }
                paintable.show(ImageTexture(TestPicture.plain(size, red)))
                let transition = ImageTransition(style, duration: .milliseconds(100))
                paintable.show(ImageTexture(TestPicture.plain(size, blue)), transition: transition)
                paintable.advance(to: 5_000_000)
                paintable.advance(to: 5_000_000 + time * 1000)
                #expect(await until { gtk_widget_get_width(widget) > 0 })
                return (try #require(await window.picture(of: widget)), paintable.isInTransition)
            }

            @Test(arguments: [ImageTransition.Style.fade, .slide, .flip])
            @GTKActor func `a transition begins with the old and ends with the new picture`(
                style: ImageTransition.Style
            ) async throws {
                let first = try await drawn(style, at: 0)
                #expect(first.0[30, 20] == red)
                #expect(first.isInTransition)
                let last = try await drawn(style, at: 100)
                #expect(last.0 == TestPicture.plain(size, blue))
                #expect(!last.isInTransition)
            }

            @Test(arguments: [(20, 0.488), (50, 0.875)] as [(Int64, Double)])
            @GTKActor func `a fade mixes both pictures`(time: Int64, part: Double) async throws {
                let (picture, _) = try await drawn(.fade, at: time)
                let pixel = picture[30, 20]
                #expect(abs(Double(pixel.x) - 255 * part) <= 2)
                #expect(abs(Double(pixel.z) - 255 * (1 - part)) <= 2)
                #expect(pixel.w >= 254)
            }

            @Test @GTKActor func `a slide covers the old picture from the right`() async throws {
                let (picture, _) = try await drawn(.slide, at: 20)
                #expect(picture[0, 20] == red)
                #expect(picture[59, 20] == blue)
                // 48.8 % of 60 columns are covered.
                #expect((0..<60).count { picture[$0, 20] == blue } == 29)
            }

            @Test @GTKActor func `a flip narrows the old picture to a line`() async throws {
                let (picture, _) = try await drawn(.flip, at: 10)
                // 1 - 0.9 ^ 3 of the way: 45.8 % of the width is left.
                let visible = (0..<60).count { picture[$0, 20].w > 128 }
                #expect((26...29).contains(visible))
                #expect(picture[30, 20] == red)
            }

            @Test @GTKActor func `only a picture that was waited for fades in, by the frame clock`()
                async
            {
                let origin = ViewOrigin()
                let test = OpenView(origin.pipeline)
                var plan = ImagePresentation(
                    transition: ImageTransition(.fade, duration: .milliseconds(120)))
                plan.waitsForTransition = true
                var moved = false
                Signal.connect("invalidate-contents", of: test.view.paintable().pointer) { _ in
                    if test.view.paintable().isInTransition { moved = true }
                }
                test.view.load(ViewOrigin.url("200x150-1"), as: plan)
                #expect(await test.loaded())
                #expect(moved)
                moved = false
                test.view.clear()
                test.view.load(ViewOrigin.url("200x150-1"), as: plan)
                #expect(await test.loaded())
                #expect(!moved)
                test.window.close()
            }
        }
    }

#endif
