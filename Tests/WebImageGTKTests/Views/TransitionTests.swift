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
            private static let styles: [ImageTransition.Style] =
                [
                    .fade,
                    .custom("zoom") { progress in
                        TransitionFrame(current: PictureLook(scale: SIMD2(progress, progress)))
                    },
                ]
                + ImageTransition.Edge.allCases.flatMap { edge -> [ImageTransition.Style] in
                    [.slide(from: edge), .flip(from: edge)]
                }

            /// Draws a transition from red to blue at a time in milliseconds.
            @GTKActor private func drawn(
                _ style: ImageTransition.Style, curve: TransitionCurve = .easeOut, at time: Int64
            ) async throws -> (Bitmap, isInTransition: Bool) {
                let paintable = ImagePaintable()
                let widget = try #require(gtk_picture_new_for_paintable(paintable.pointer))
                let window = TestWindow(widget, width: size.width, height: size.height)
                defer { window.close() }
                paintable.show(ImageTexture(TestPicture.plain(size, red)))
                let transition = ImageTransition(
                    style, duration: .milliseconds(100), curve: curve)
                paintable.show(ImageTexture(TestPicture.plain(size, blue)), transition: transition)
                paintable.advance(to: 5_000_000)
                paintable.advance(to: 5_000_000 + time * 1000)
                #expect(await until { gtk_widget_get_width(widget) > 0 })
                return (try #require(await window.picture(of: widget)), paintable.isInTransition)
            }

            @Test(arguments: styles)
            @GTKActor func `a transition begins with the old and ends with the new picture`(
                style: ImageTransition.Style
            ) async throws {
                let first = try await drawn(style, at: 0)
                #expect(first.0 == TestPicture.plain(size, red))
                #expect(first.isInTransition)
                let last = try await drawn(style, at: 100)
                #expect(last.0 == TestPicture.plain(size, blue))
                #expect(!last.isInTransition)
            }

            @Test(
                arguments: [
                    (.easeOut, 20, 0.488), (.easeOut, 50, 0.875), (.linear, 20, 0.2),
                    (.easeIn, 50, 0.125),
                ] as [(TransitionCurve, Int64, Double)])
            @GTKActor func `a fade mixes both pictures along its curve`(
                curve: TransitionCurve, time: Int64, part: Double
            ) async throws {
                let (picture, _) = try await drawn(.fade, curve: curve, at: time)
                let pixel = picture[30, 20]
                #expect(abs(Double(pixel.x) - 255 * part) <= 2)
                #expect(abs(Double(pixel.z) - 255 * (1 - part)) <= 2)
                #expect(pixel.w >= 254)
            }

            @Test(arguments: ImageTransition.Edge.allCases)
            @GTKActor func `a slide covers the old picture from its edge`(
                edge: ImageTransition.Edge
            ) async throws {
                let (picture, _) = try await drawn(.slide(from: edge), at: 20)
                let isAcross = edge == .leading || edge == .trailing
                let line = (0..<(isAcross ? 60 : 40)).map {
                    isAcross ? picture[$0, 20] : picture[30, $0]
                }
                let isFirst = edge == .leading || edge == .top
                #expect(line.first == (isFirst ? blue : red))
                #expect(line.last == (isFirst ? red : blue))
                // 48.8 % of 60 columns or 40 rows are covered.
                #expect((isAcross ? 29...30 : 19...20).contains(line.count { $0.x > 127 }))
            }

            @Test(
                arguments: [
                    (.trailing, SIMD2(45, 20), SIMD2(15, 20)),
                    (.leading, SIMD2(15, 20), SIMD2(45, 20)),
                    (.top, SIMD2(30, 10), SIMD2(30, 30)),
                    (.bottom, SIMD2(30, 30), SIMD2(30, 10)),
                ] as [(ImageTransition.Edge, SIMD2<Int>, SIMD2<Int>)])
            @GTKActor
            func `a flip narrows the old picture, whose edge is nearer, then widens the new`(
                edge: ImageTransition.Edge, near: SIMD2<Int>, far: SIMD2<Int>
            ) async throws {
                // 27.1 % and 73.8 % of the way.
                let (first, _) = try await drawn(.flip(from: edge), at: 10)
                #expect(first[near.x, near.y] == red && first[far.x, far.y].w == 0)
                #expect(first[30, 20] == red)
                let (second, _) = try await drawn(.flip(from: edge), at: 36)
                #expect(second[far.x, far.y] == blue && second[near.x, near.y].w == 0)
                #expect(second[30, 20] == blue)
            }

            @Test @GTKActor func `a closure decides what is drawn`() async throws {
                let wipe = ImageTransition.Style.custom("wipe") { progress in
                    let former = PictureLook(opacity: 0.5, offset: SIMD2(0, 0.5))
                    let current = PictureLook(columns: 0...progress, rows: 0...0.5)
                    return TransitionFrame(former: former, current: current)
                }
                let (picture, _) = try await drawn(wipe, curve: .linear, at: 50)
                #expect(picture[29, 0] == blue && picture[30, 0].w == 0)
                #expect(picture[29, 19] == blue)
                // Half red, and premultiplied.
                #expect(abs(Int(picture[30, 21].z) - 128) <= 1 && picture[30, 21].x == 0)
                #expect(abs(Int(picture[30, 21].w) - 128) <= 1)
            }

            @Test @GTKActor func `a closure that returns nonsense is drawn without a warning`()
                async throws
            {
                let warnings = Warnings.count
                let wild = ImageTransition.Style.custom("wild") { progress in
                    let look = PictureLook(
                        opacity: .infinity, offset: SIMD2(.nan, -.infinity),
                        scale: SIMD2(.infinity, .nan), columns: -9...9, rows: 0...(.infinity))
                    return TransitionFrame(former: look, current: look, mix: .nan)
                }
                _ = try await drawn(wild, at: 50)
                #expect(Warnings.count == warnings)
            }

            @Test @GTKActor func `text from right to left mirrors a transition in a view`() async {
                let test = OpenView(ViewOrigin().pipeline)
                gtk_widget_set_direction(test.view.widget, GTK_TEXT_DIR_RTL)
                test.view.showsPlaceholder = false
                let half = ImageTransition.Style.custom("half") { _ in
                    TransitionFrame(current: PictureLook(columns: 0...0.5))
                }
                test.view.load(
                    ViewOrigin.url("200x150-1"),
                    as: ImagePresentation(transition: ImageTransition(half, duration: .seconds(99)))
                )
                #expect(await until { test.view.paintable().isInTransition })
                let picture = await test.picture
                #expect(picture?[50, 40].w == 0)
                #expect(picture?[150, 40] == TestPicture.color(1, quarter: 1))
                test.window.close()
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
