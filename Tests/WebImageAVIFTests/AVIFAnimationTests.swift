#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    struct AVIFAnimationTests {
        private static let size = PixelSize(width: 48, height: 32)

        @Test func `a sequence is written and read with its durations`() throws {
            let output = try decode(try animation())
            #expect(output.metadata.frameCount == 4)
            #expect(output.metadata.durations == [100, 5, 70, 2000].map { .milliseconds($0) })
            #expect(output.metadata.hasAlpha)
            let provider = try frames(try animation())
            #expect(provider.count == 4)
            #expect(provider.size == Self.size)
            #expect(provider.rawDurations == output.metadata.durations)
            #expect(provider.durations[1] == .milliseconds(100))
            #expect(provider.loopCount == output.metadata.loopCount)
        }

        @Test func `frames come back as they were`() throws {
            let provider = try frames(try animation(isLossless: true))
            for (index, bitmap) in Self.pictures.enumerated() {
                let frame = try provider.frame(at: index)
                #expect(ImageComparison(frame.bitmap, bitmap).maximum <= 1)
                #expect(frame.duration == provider.durations[index])
            }
        }

        @Test func `any order shows the same frames as playing forward`() throws {
            let file = try animation()
            let forward = try frames(file)
            let expected = try (0..<4).map { try forward.frame(at: $0).bitmap }
            let random = try frames(file)
            for index in [3, 0, 2, 2, 1, 3, 1, 0] {
                #expect(try random.frame(at: index).bitmap == expected[index])
            }
        }

        @Test(arguments: [false, true])
        func `a sequence cut at any byte has the frames that are whole`(
            hasAlphaTrack: Bool
        ) throws {
            let bytes = hasAlphaTrack ? try AVIFAlphaFixture.bytes() : try animation().array
            let whole = try frames(ByteBlock(copying: bytes))
            let expected = try (0..<whole.count).map { try whole.frame(at: $0).bitmap }
            var counts: Set<Int> = []
            for count in stride(from: 0, to: bytes.count, by: 7) {
                let file = ByteBlock(copying: bytes[..<count])
                let image = EncodedImage(file)
                let options = DecodeOptions(allowsTruncatedData: true)
                guard let output = try? decode(file, options) else { continue }
                let provider = try AVIFDecoder().frames(of: image, options: options)
                #expect(output.metadata.isTruncated, "\(count)")
                #expect(output.metadata.frameCount == provider?.count ?? 1, "\(count)")
                #expect(output.bitmap == expected[0])
                guard let provider else { continue }
                let last = provider.count - 1
                #expect(try provider.frame(at: last).bitmap == expected[last], "\(count)")
                counts.insert(provider.count)
            }
            #expect(!counts.isEmpty && !counts.contains(whole.count))
            #expect(try !decode(ByteBlock(copying: bytes)).metadata.isTruncated)
        }

        @Test func `the first frame is what a decode returns`() throws {
            let file = try animation()
            #expect(try frames(file).frame(at: 0).bitmap == decode(file).bitmap)
        }

        @Test func `two readers at once get their frames`() async throws {
            let provider = try frames(try animation())
            let expected = try (0..<4).map { try provider.frame(at: $0).bitmap }
            try await withThrowingTaskGroup(of: (Int, Bitmap).self) { group in
                for index in [0, 3, 1, 2, 3, 0] {
                    group.addTask { (index, try provider.frame(at: index).bitmap) }
                }
                for try await (index, bitmap) in group { #expect(bitmap == expected[index]) }
            }
        }

        @Test func `frames are reduced like a still`() throws {
            let box = DecodeOptions(
                downsampling: Downsampling(box: PixelSize(width: 12, height: 8)))
            let file = try animation()
            let frame = try frames(file, box).frame(at: 2).bitmap
            #expect(frame.size == PixelSize(width: 12, height: 8))
            #expect(try decode(file, box).bitmap.size == frame.size)
        }

        @Test func `more frames than allowed are refused`() throws {
            let options = DecodeOptions(limits: DecodeLimits(maxFrames: 3))
            let file = try animation()
            #expect { try decode(file, options) } throws: { isLimit($0) }
            #expect { try frames(file, options) } throws: { isLimit($0) }
        }

        @Test func `a still has no frames`() throws {
            let file = try encode(Scene.photograph(size: Self.size))
            #expect(
                try AVIFDecoder().frames(of: EncodedImage(file), options: DecodeOptions()) == nil)
        }

        @Test func `a cancelled task gets no frame, and the next one does`() async throws {
            let provider = try frames(try animation())
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try provider.frame(at: 3)
            }
            await #expect(throws: CodecError.cancelled) { try await task.value }
            #expect(try provider.frame(at: 3).bitmap.size == Self.size)
        }

        @Test(arguments: [0, 1, 3])
        func `the number of plays is read from the edit list`(plays: Int) throws {
            let file = try FileSurgery.editList(in: animation(), plays: plays)
            #expect(try decode(file).metadata.loopCount == plays)
            #expect(try frames(file).loopCount == plays)
        }

        static let pictures: [Bitmap] =
            (0..<3).map { Scene.noise(size: size, seed: UInt64($0), isOpaque: true) }
            + [Scene.transparency(size: size)]

        private func animation(isLossless: Bool = false) throws -> ByteBlock {
            try AVIFEncoder().encode(
                ListedFrames(
                    Self.pictures, durations: [100, 5, 70, 2000].map { .milliseconds($0) }),
                settings: EncodeSettings(isLossless: isLossless, effort: 1))
        }
    }
#endif
