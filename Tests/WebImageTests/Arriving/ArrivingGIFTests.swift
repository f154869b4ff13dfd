#if GIF && HTTP && PNG
    import Testing
    import WebImage
    import WebImageTesting
    import WebImageViews

    /// An animation of a real server in the view of the article, while its bytes arrive.
    @MainActor struct ArrivingGIFTests {
        private static let size = PixelSize(width: 40, height: 30)

        @Test func `a GIF file plays while it arrives, and goes on`() async throws {
            let job = try Job()
            let bitmaps = (0..<8).map { Scene.noise(size: Self.size, seed: $0) }
            let encoder = try #require(CodecList.installed.animatedEncoder(for: .gif))
            let bytes = try encoder.encode(
                ListedFrames(
                    bitmaps, durations: Array(repeating: .milliseconds(20), count: 8),
                    loopCount: 1), settings: EncodeSettings())
            let frames = try #require(
                try await job.pipeline().image(for: ImageRequest(ImageSource.data(bytes))).image
                    .frames)
            let whole = try (0..<8).map { try frames.frame(at: $0).bitmap }
            // Between four and seven frames, since their bytes differ little.
            job.origin.reply(
                "/a.gif",
                with: OriginReply(body: bytes.withUnsafeBytes { Array($0) }).held(
                    after: bytes.count * 2 / 3))

            var shown: [Int] = []
            let view = PictureView(job.pipeline()) { bitmap in
                if let bitmap, let index = whole.firstIndex(of: bitmap) { shown.append(index) }
            }
            var request = job.request("/a.gif")
            request.previews = .all
            view.load(request)
            view.resized(width: Self.size.width, height: Self.size.height)
            view.mapped()
            #expect(await until { shown.last.map { $0 >= 3 } ?? false })
            let isHeld = job.origin.requestCount("/a.gif") == 1 && shown.last != 7
            job.origin.release("/a.gif")
            #expect(await until { shown.last == 7 })
            // Played once, from the first to the last, though the end came in between.
            #expect(isHeld && shown == shown.sorted(), "\(shown)")
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
