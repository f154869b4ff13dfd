#if GTK

    import CGTK4
    import Testing
    import WebImage
    import WebImageCaching
    import WebImageCoding
    import WebImageGTK
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageTesting
    import WebImageURLSession
    import WebImageViews

    extension GTKTests {
        /// A GIF file of a real server, held in the middle, in a view in a window.
        struct ArrivingAnimationTests {
            private static let size = PixelSize(40, 30)
            private let origin: OriginServer
            private let pipeline: ImagePipeline

            init() throws {
                origin = try OriginServer()
                let encoder = try #require(CodecList.installed.animatedEncoder(for: .gif))
                let bitmaps = (0..<8).map {
                    Scene.noise(size: Self.size, seed: UInt64($0), isOpaque: true)
                }
                let durations = Array(repeating: Duration.milliseconds(40), count: 8)
                let bytes = try encoder.encode(
                    ListedFrames(bitmaps, durations: durations, loopCount: 1),
                    settings: EncodeSettings())
                // Between four and seven frames, since their bytes differ little.
                origin.reply(
                    "/a.gif",
                    with: OriginReply(body: bytes.withUnsafeBytes { Array($0) }).held(
                        after: bytes.count * 2 / 3))
                pipeline = ImagePipeline(
                    memory: MemoryCache(maxBytes: 1 << 24), disk: nil,
                    loader: SchemeLoader(over: URLSessionTransport()), codecs: .installed)
            }

            @GTKActor private func open() async -> OpenView {
                let test = OpenView(pipeline, width: 40, height: 30)
                var request = ImageRequest(origin.url("/a.gif"))
                request.previews = .all
                test.view.load(request)
                #expect(await until { (test.view.player()?.shownFrame ?? 0) >= 3 })
                return test
            }

            @Test @GTKActor func `an animation plays while it arrives, and goes on`() async {
                let test = await open()
                guard case .preview(let former) = test.view.shown() else {
                    Issue.record("the view shows \(test.view.shown())")
                    return
                }
                let player = test.view.player()
                #expect(former.frames?.isComplete == false)
                #expect((player?.frameCount ?? 8) < 8)
                let isHeld = await test.loaded(turns: 20)
                #expect(!isHeld)

                let before = player?.shownFrame ?? 0
                var shown: [Int] = []
                origin.release("/a.gif")
                #expect(
                    await until {
                        shown.append(test.view.player()?.shownFrame ?? -1)
                        return shown.last == 7
                    })
                // Neither begun again nor replaced by another player.
                #expect(shown == shown.sorted() && (shown.first ?? 0) >= before, "\(shown)")
                #expect(test.view.player() === player)
                #expect(await test.loaded())
                #expect(test.view.shown().picture?.frames?.isComplete == true)
                let last = try? test.view.shown().picture?.frames?.frame(at: 7).bitmap
                #expect(await test.picture == last)
                test.window.close()
            }

            @Test @GTKActor func `out of sight an arriving animation keeps its position`() async {
                let test = await open()
                test.view.player()?.pause()
                let frame = test.view.player()?.shownFrame
                gtk_widget_set_visible(test.view.widget, 0)
                #expect(test.view.player() == nil)
                #expect(await until { origin.abortedCount("/a.gif") == 1 })
                gtk_widget_set_visible(test.view.widget, 1)
                #expect(await until { origin.requestCount("/a.gif") == 2 })
                origin.release("/a.gif")
                #expect(await test.loaded())
                #expect(await until { test.view.player()?.shownFrame == frame })
                #expect(test.view.player()?.isPlaying == false)
                test.window.close()
            }
        }
    }

#endif
