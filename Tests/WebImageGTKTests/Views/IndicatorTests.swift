#if GTK

    import CGTK4
    import Testing
    import WebImage
    import WebImageGTK
    import WebImagePixels
    import WebImageTesting
    import WebImageViews

    extension GTKTests {
        struct IndicatorTests {
            @Test @GTKActor func `after its delay a spinner turns, until the picture is there`()
                async
            {
                let origin = ViewOrigin(isFrozen: true)
                let clock = ManualClock()
                let test = OpenView(origin.pipeline, clock: clock)
                test.view.load(
                    ViewOrigin.url("200x150-5"),
                    as: ImagePresentation(indicatorDelay: .milliseconds(300)))
                #expect(await until { clock.sleeperCount == 1 && origin.loader.loadCount == 1 })
                #expect(test.view.visibleIndicators.names.isEmpty)
                clock.advance(by: .milliseconds(300))
                #expect(await until { test.view.visibleIndicators.names == ["spinner"] })
                let drawn = await test.picture
                #expect(drawn != drawn.map { Bitmap(size: $0.size) })
                origin.loader.thaw()
                #expect(await test.loaded())
                #expect(test.view.visibleIndicators.names.isEmpty)
                #expect(await test.picture == TestPicture.bitmap(PixelSize(200, 150), number: 5))
                test.window.close()
            }

            @Test @GTKActor func `a bar shows the received part`() async {
                let body = HeldBody(TestPicture.bytes(named: "200x150-5"))
                let test = OpenView(body.pipeline)
                test.view.load(
                    "https://example.com/a", as: ImagePresentation(indicatorDelay: .zero))
                // A spinner, or the empty bar of a response that has begun.
                #expect(await until { test.view.visibleIndicators.names.count == 1 })
                body.send(0..<0.25)
                #expect(
                    await until {
                        let fraction = test.view.visibleIndicators.fraction ?? 0
                        return abs(fraction - 0.25) < 0.01
                    })
                #expect(test.view.visibleIndicators.names == ["bar"])
                body.send(0.25..<0.5)
                #expect(await until { (test.view.visibleIndicators.fraction ?? 0) > 0.49 })
                body.send(0.5..<1)
                body.finish()
                #expect(await test.loaded())
                #expect(test.view.visibleIndicators.names.isEmpty)
                test.window.close()
            }

            @Test @GTKActor func `previews of a progressive picture are drawn while it loads`()
                async throws
            {
                let size = PixelSize(200, 150)
                let scene = Scene.photograph(size: size)
                var settings = EncodeSettings()
                settings.isProgressive = true
                let encoder = try CodecList.installed.encoder(for: .jpeg)
                let file = try encoder.encode(scene, settings: settings)
                let body = HeldBody(file, decoders: CodecList.installed.decoders)
                let test = OpenView(body.pipeline)
                var request = ImageRequest("https://example.com/a")
                request.previews = .all
                test.view.load(request, as: ImagePresentation())
                body.send(0..<0.6)
                #expect(
                    await until {
                        if case .preview = test.view.shown() { true } else { false }
                    })
                let coarse = try #require(await test.picture)
                let before = ImageComparison(coarse, scene).psnr
                body.send(0.6..<1)
                body.finish()
                #expect(await test.loaded())
                let final = try #require(await test.picture)
                #expect(before > 15)
                #expect(ImageComparison(final, scene).psnr > before + 1)
                test.window.close()
            }
        }
    }

#endif
