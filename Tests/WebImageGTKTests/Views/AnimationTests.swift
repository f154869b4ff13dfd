#if GTK

    import CGTK4
    import Testing
    import WebImageCaching
    import WebImageCoding
    import WebImageGTK
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        struct AnimationTests {
            private let frames = ListedFrames(
                (0..<5).map {
                    TestPicture.plain(PixelSize(20, 20), SIMD4(UInt8(50 * $0 + 5), 0, 0, 255))
                }, durations: Array(repeating: .milliseconds(40), count: 5))

            private var animation: DecodedImage {
                DecodedImage(poster: frames.bitmaps[0], frames: frames)
            }

            @GTKActor private func open() async -> OpenView {
                let test = OpenView(ViewOrigin(isFrozen: true).pipeline, width: 20, height: 20)
                // The scripted codec has no animations; a placeholder is drawn like any picture.
                test.view.load(
                    ViewOrigin.url("a"), as: ImagePresentation(placeholder: animation))
                #expect(await test.ready())
                return test
            }

            @Test @GTKActor func `an animation plays by the frame clock`() async {
                let test = await open()
                var seen: Set<UInt8> = []
                for _ in 0..<300 where seen.count < 5 {
                    if let pixel = await test.center { seen.insert(pixel.x) }
                }
                #expect(seen == [5, 55, 105, 155, 205])
                #expect(test.view.player()?.usesOwnTimer == false)
                test.window.close()
            }

            @Test(arguments: [true, false])
            @GTKActor func `out of sight an animation rests, and continues where it was`(
                isPlaying: Bool
            ) async {
                let test = await open()
                #expect(await until { (test.view.player()?.shownFrame ?? 0) >= 2 })
                weak let former = test.view.player()
                if !isPlaying { former?.pause() }
                let frame = former?.shownFrame
                gtk_widget_set_visible(test.view.widget, 0)
                #expect(test.view.player() == nil)
                #expect(await until { ImageTexture.liveCount == 0 && former == nil })
                // A frame that was being decoded is the last one: an animation takes 200 ms.
                await test.window.frames(5)
                let asked = frames.asked.count
                await test.window.frames(30)
                #expect(frames.asked.count == asked)
                var seen: [Int] = []
                gtk_widget_set_visible(test.view.widget, 1)
                #expect(
                    await until {
                        guard let shown = test.view.player()?.shownFrame else { return false }
                        if seen.last != shown { seen.append(shown) }
                        return seen.count == (isPlaying ? 3 : 1)
                    })
                #expect(seen.first == frame)
                #expect(test.view.player()?.isPlaying == isPlaying)
                test.window.close()
            }

            @Test @GTKActor func `a paused animation that is played again moves`() async {
                let test = await open()
                #expect(await until { (test.view.player()?.shownFrame ?? 0) >= 1 })
                let player = test.view.player()
                player?.pause()
                // The frame clock rests after the next frame.
                await test.window.frames(5)
                let frame = player?.shownFrame
                player?.play()
                var seen: Set<Int> = []
                for _ in 0..<300 where seen.count < 5 {
                    await test.window.frames(1)
                    if let shown = player?.shownFrame { seen.insert(shown) }
                }
                #expect(seen.count == 5, "from \(frame ?? -1): \(seen)")
                test.window.close()
            }

            @Test @GTKActor
            func `a user without animations sees the first frame until one is played`() async throws
            {
                let settings = UnsafeMutableRawPointer(try #require(gtk_settings_get_default()))
                    .assumingMemoryBound(to: GObject.self)
                func allow(_ isAllowed: Bool) {
                    var value = GValue()
                    g_value_init(&value, GType(5 << 2))
                    g_value_set_boolean(&value, isAllowed ? 1 : 0)
                    g_object_set_property(settings, "gtk-enable-animations", &value)
                }
                allow(false)
                defer { allow(true) }
                let test = await open()
                #expect(await until { test.view.player() != nil })
                await test.window.frames(10)
                #expect(test.view.player()?.isPlaying == false)
                #expect(await test.center == SIMD4(5, 0, 0, 255))
                test.view.player()?.play()
                #expect(await until { (test.view.player()?.shownFrame ?? 0) > 0 })
                test.window.close()
            }

            @Test @GTKActor func `animations that are switched off show their first frame`() async {
                let test = await open()
                #expect(await until { test.view.player() != nil })
                test.view.playsAnimations = false
                #expect(test.view.player() == nil)
                #expect(await test.draws(SIMD4(5, 0, 0, 255)))
                await test.window.frames(10)
                #expect(await test.center == SIMD4(5, 0, 0, 255))
                test.view.playsAnimations = true
                #expect(await until { (test.view.player()?.shownFrame ?? 0) > 0 })
                test.window.close()
            }
        }
    }

#endif
