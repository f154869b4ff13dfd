#if GIF
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageViews

    /// A real animated file in the player.
    @MainActor struct PlayedGIFTests {
        @Test(arguments: PlaybackMode.allCases)
        func `a GIF file plays in every mode`(mode: PlaybackMode) async throws {
            let pipeline = ImagePipeline(transport: nil, disk: nil)
            let image = try await pipeline.image(for: ImageRequest(Self.file())).image
            let frames = try #require(image.frames)
            let clock = ManualClock()
            let player = try #require(
                AnimationPlayer(
                    image, from: pipeline, mode: mode, maxBufferBytes: 0, clock: clock))
            var shown: [Int] = []
            var isAsDecoded = true
            player.onFrame = { index, bitmap in
                shown.append(index)
                isAsDecoded = isAsDecoded && (try? frames.frame(at: index).bitmap) == bitmap
            }
            player.play()
            while player.isPlaying {
                let isReady = await until {
                    clock.sleeperCount == 1 && !shown.isEmpty || !player.isPlaying
                }
                #expect(isReady, "\(shown) at \(clock.now.elapsed), \(clock.sleeperCount) asleep")
                // Frames shown before this step do not count.
                let count = shown.count
                clock.advance(by: .milliseconds(50))
                #expect(await until { shown.count > count || !player.isPlaying })
            }
            let expected: [Int] =
                switch mode {
                case .forward: [0, 1, 2, 3, 0, 1, 2, 3]
                case .reverse: [3, 2, 1, 0, 3, 2, 1, 0]
                case .bounce: [0, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 0]
                case .reverseBounce: [3, 2, 1, 0, 1, 2, 3, 2, 1, 0, 1, 2, 3]
                }
            #expect(shown == expected)
            #expect(isAsDecoded)
            #expect(player.completedLoops == 2)
        }

        @Test func `all frames of a GIF file are preloaded, shown as decoded, and forgotten`()
            async throws
        {
            let pipeline = ImagePipeline(transport: nil, disk: nil)
            let image = try await pipeline.image(for: ImageRequest(Self.file())).image
            let frames = try #require(image.frames)
            let player = try #require(AnimationPlayer(image, from: pipeline, clock: ManualClock()))
            var shown: [Bitmap] = []
            player.onFrame = { _, bitmap in shown.append(bitmap) }
            player.preload()
            let byteCount = 4 * image.poster.byteCount
            #expect(await until { player.bufferedByteCount == byteCount })
            #expect(player.shownFrame == nil && !player.isPlaying && shown.isEmpty)
            // A preloaded frame is shown before the call returns.
            for index in 0..<4 {
                player.seek(to: index)
                #expect(shown.count == index + 1)
                #expect(try shown.last == frames.frame(at: index).bitmap)
            }
            player.clearBuffer()
            #expect(player.bufferedByteCount == 0)
        }

        /// Returns four frames of 50 ms, played twice.
        private static func file() throws -> ImageSource {
            let frames = ListedFrames(
                (0..<4).map { Scene.noise(size: PixelSize(width: 9, height: 7), seed: $0) },
                durations: Array(repeating: .milliseconds(50), count: 4), loopCount: 2)
            let encoder = try #require(CodecList.installed.animatedEncoder(for: .gif))
            return .data(try encoder.encode(frames, settings: EncodeSettings()))
        }

        private func until(_ condition: () -> Bool) async -> Bool {
            for _ in 0..<30_000 {
                if condition() { return true }
                try? await Task.sleep(for: .milliseconds(2))
            }
            return condition()
        }
    }
#endif
