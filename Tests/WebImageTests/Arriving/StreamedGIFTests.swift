#if GIF
    import Testing
    import WebImage
    import WebImageTesting

    /// An animation that is shown while it arrives.
    struct StreamedGIFTests {
        /// Red, green and blue.
        private static let colours: [SIMD4<UInt8>] = [
            SIMD4(0, 0, 255, 255), SIMD4(0, 255, 0, 255), SIMD4(255, 0, 0, 255),
        ]

        private static func animation() throws -> [UInt8] {
            let size = PixelSize(width: 64, height: 48)
            let bitmaps = colours.map { colour in
                var bitmap = Bitmap(size: size, isOpaque: true)
                bitmap.fill(PixelRect(x: 0, y: 0, size: size), with: colour)
                return bitmap
            }
            let encoder = try #require(
                try CodecList.installed.encoder(for: .gif) as? any AnimatedImageEncoder)
            let bytes = try encoder.encode(ListedFrames(bitmaps), settings: EncodeSettings())
            return bytes.withUnsafeBytes { Array($0) }
        }

        @Test(.timeLimit(.minutes(10)), arguments: [true, false])
        func `complete frames are there to be played unless the first is asked for alone`(
            isFirstFrameOnly: Bool
        ) async throws {
            let bytes = try Self.animation()
            let (chunks, feed) = AsyncStream.makeStream(of: ByteBlock.self)
            let loader = ScriptedLoader { _ in
                LoadedBody(
                    head: ResponseHead(url: "http://origin.test/a.gif"), origin: .network,
                    expectedByteCount: nil, chunks: BodyStream(chunks))
            }
            let pipeline = ImagePipeline(
                memory: MemoryCache(), disk: nil, loader: loader, codecs: .installed)
            var request = ImageRequest("http://origin.test/a.gif")
            request.previews = .all
            request.firstFrameOnly = isFirstFrameOnly
            // All but the trailer, so that two frames are complete.
            feed.yield(ByteBlock(copying: bytes[..<40]))
            feed.yield(ByteBlock(copying: bytes[40..<(bytes.count - 4)]))
            var previews: [DecodedImage] = []
            var isFed = false
            for await update in pipeline.updates(for: request) {
                if case .preview(let image) = update { previews.append(image) }
                if !isFed, let last = previews.last, last.frames != nil || isFirstFrameOnly {
                    feed.yield(ByteBlock(copying: bytes[(bytes.count - 4)...]))
                    feed.finish()
                    isFed = true
                }
                if case .finished(let result) = update {
                    let image = try result.get().image
                    #expect(image.poster[5, 5] == Self.colours[0])
                    #expect((image.frames == nil) == isFirstFrameOnly)
                }
            }
            #expect(previews.allSatisfy { $0.poster[5, 5] == Self.colours[0] })
            #expect((previews.last?.frames == nil) == isFirstFrameOnly)
            for (index, colour) in Self.colours.prefix(2).enumerated() where !isFirstFrameOnly {
                #expect(try previews.last?.frames?.frame(at: index).bitmap[5, 5] == colour)
            }
        }
    }
#endif
