#if GTK

    import CGTK4
    import Testing
    import WebImageCaching
    import WebImageCoding
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        /// The number of loops and the buffer of a view's animations.
        struct PlayerSettingsTests {
            private let frames = ListedFrames(
                (0..<4).map {
                    TestPicture.plain(PixelSize(20, 20), SIMD4(UInt8(50 * $0 + 5), 0, 0, 255))
                }, durations: Array(repeating: .milliseconds(40), count: 4))

            @GTKActor private func open(_ change: (WebImageView) -> Void) -> OpenView {
                let test = OpenView(ViewOrigin(isFrozen: true).pipeline, width: 20, height: 20)
                change(test.view)
                let animation = DecodedImage(poster: frames.bitmaps[0], frames: frames)
                test.view.load(ViewOrigin.url("a"), placeholder: animation)
                return test
            }

            @Test @GTKActor func `an endless animation plays as often as the view says`() async {
                let test = open { $0.animationLoopCount = 2 }
                #expect(await until { test.view.player()?.completedLoops == 2 })
                #expect(await until { test.view.player()?.isPlaying == false })
                #expect(test.view.player()?.shownFrame == 3)
                #expect(await test.draws(SIMD4(155, 0, 0, 255)))
                test.window.close()
            }

            @Test @GTKActor func `a number that is set while it plays ends the current loop`() async
            {
                let test = open { _ in }
                #expect(await until { (test.view.player()?.completedLoops ?? 0) >= 2 })
                test.view.animationLoopCount = 1
                let loops = test.view.player()?.completedLoops ?? 0
                #expect(await until { test.view.player()?.isPlaying == false })
                #expect(test.view.player()?.completedLoops == loops + 1)
                #expect(test.view.player()?.shownFrame == 3)
                test.window.close()
            }

            @Test @GTKActor func `the buffer keeps to its limit, also to a later one`() async {
                let frame = Bitmap.byteCount(of: PixelSize(20, 20))
                let test = open { $0.maxFrameBufferBytes = 2 * frame }
                #expect(await until { (test.view.player()?.completedLoops ?? 0) >= 1 })
                #expect(test.view.player()?.bufferedByteCount == 2 * frame)
                test.view.maxFrameBufferBytes = 8 * frame
                #expect(await until { test.view.player()?.bufferedByteCount == 4 * frame })
                test.view.maxFrameBufferBytes = 0
                #expect(test.view.player()?.bufferedByteCount == frame)
                test.window.close()
            }
        }
    }

#endif
