#if GIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    struct GIFAnimationTests {
        @Test(arguments: 1...12)
        func `frames are composed by all disposals`(seed: UInt64) throws {
            let animation = RandomAnimation(seed: seed, frames: 24)
            let frames = try #require(try frames(of: animation.bytes))
            #expect(frames.count == 24)
            #expect(frames.size == animation.size)
            for index in 0..<frames.count {
                let bitmap = try frames.frame(at: index).bitmap
                #expect(pixels(bitmap) == animation.canvases[index], "frame \(index)")
            }
        }

        @Test(arguments: 1...6)
        func `a frame asked for out of turn equals the one in its turn`(seed: UInt64) throws {
            let animation = RandomAnimation(seed: seed, frames: 24)
            let frames = try #require(try frames(of: animation.bytes))
            for index in [23, 0, 5, 5, 4, 11, 13, 2, 22, 23] {
                let bitmap = try frames.frame(at: index).bitmap
                #expect(pixels(bitmap) == animation.canvases[index], "frame \(index)")
            }
        }

        @Test(arguments: 1...2)
        func `frames that are reduced while composed equal those reduced afterwards`(
            seed: UInt64
        ) throws {
            let size = PixelSize(width: 31, height: 23)
            let image = EncodedImage(RandomAnimation(seed: seed, frames: 24, size: size).bytes)
            for downsampling in ReducedFrames.downsamplings(of: size) {
                let frames = try ReducedFrames(downsampling) {
                    try #require(try GIFDecoder().frames(of: image, options: $0))
                }
                #expect(try frames.differing() == [], "\(downsampling)")
            }
        }

        @Test func `too many pixels of all frames leave the first one and the metadata`() throws {
            let animation = RandomAnimation(seed: 1, frames: 4)
            let (bytes, pixels) = (animation.bytes, 4 * animation.size.area)
            let options = DecodeOptions(limits: DecodeLimits(maxAnimationPixels: pixels - 1))
            let error = #expect(throws: CodecError.self) {
                _ = try GIFDecoder().frames(of: EncodedImage(bytes), options: options)
            }
            let reason = "have \(pixels) pixels, more than the \(pixels - 1)"
            #expect("\(error as Any)".contains(reason))
            try bytes.withSpan { bytes throws(CodecError) in
                let metadata = try GIFDecoder().metadata(of: bytes, limits: options.limits)
                #expect(metadata.frameCount == 4)
                _ = try GIFDecoder().decode(bytes, options: options)
            }
        }

        @Test func `the first frame is what a decode gives`() throws {
            let animation = RandomAnimation(seed: 3, frames: 4)
            let frames = try #require(try frames(of: animation.bytes))
            #expect(try frames.frame(at: 0).bitmap == decode(animation.bytes).bitmap)
        }

        @Test func `durations are kept as written, and shown as players do`() throws {
            var gif = GIFBuilder(width: 1, height: 1)
            for delay in [0, 1, 2, 65535] {
                gif.control(delay: delay)
                gif.frame(width: 1, height: 1, indices: [0])
            }
            let frames = try #require(try frames(of: gif.finished()))
            #expect(
                frames.rawDurations == [
                    .zero, .milliseconds(10), .milliseconds(20), .milliseconds(655_350),
                ])
            #expect(
                frames.durations == [
                    .milliseconds(100), .milliseconds(100), .milliseconds(20),
                    .milliseconds(655_350),
                ])
            #expect(try frames.frame(at: 1).duration == .milliseconds(100))
            #expect(frames.loopCount == 1)
        }

        @Test func `a still has no frames to play`() throws {
            var gif = GIFBuilder(width: 1, height: 1)
            gif.frame(width: 1, height: 1, indices: [0])
            #expect(try frames(of: gif.finished()) == nil)
        }

        @Test func `a frame is decoded without those it does not need`() throws {
            var gif = GIFBuilder(width: 2, height: 1)
            gif.frame(width: 2, height: 1, indices: [0, 1])
            let start = gif.bytes.count
            gif.frame(width: 2, height: 1, indices: [0, 0])
            let end = gif.bytes.count
            gif.frame(width: 2, height: 1, indices: [2, 3])
            var bytes = gif.bytes + [0x3B]
            // The codes of the middle frame are broken; the error appears only when it is drawn.
            bytes[start + 12] = 0xFF
            bytes[end - 3] = 0xFF
            let frames = try #require(try frames(of: ByteBlock(copying: bytes)))
            #expect(throws: CodecError.self) { try frames.frame(at: 1) }
            let last = try frames.frame(at: 2).bitmap
            #expect(pixels(last) == [GIFDecoderTests.blue, GIFDecoderTests.white])
        }

        @Test func `a later frame without a side or a colour draws nothing`() throws {
            var gif = GIFBuilder(width: 1, height: 1, hasPalette: false)
            gif.frame(width: 1, height: 1, indices: [2], localPalette: GIFBuilder.palette)
            gif.frame(width: 1, height: 1, indices: [1])
            gif.frame(width: 0, height: 1, indices: [], localPalette: GIFBuilder.palette)
            let frames = try #require(try frames(of: gif.finished()))
            for index in 0..<3 {
                #expect(try pixels(frames.frame(at: index).bitmap) == [GIFDecoderTests.blue])
            }
        }

        @Test func `a hundred thousand frames open in little memory`() throws {
            var gif = GIFBuilder(width: 1, height: 1)
            gif.frame(width: 1, height: 1, indices: [0])
            let head = GIFBuilder(width: 1, height: 1).bytes
            let frame = gif.bytes[head.count...]
            var bytes = head
            for _ in 0..<100_000 { bytes += frame }
            let block = ByteBlock(copying: bytes)
            let frames = try #require(try frames(of: block))
            #expect(frames.count == 100_000)
            #expect(frames.residentByteCount < block.count + 100_000 * 64)
            #expect(try pixels(frames.frame(at: 99_999).bitmap) == [GIFDecoderTests.red])
            bytes += frame
            #expect(throws: CodecError.limit("100001 frames, more than the 100000 allowed")) {
                try self.frames(of: ByteBlock(copying: bytes))
            }
        }

        @Test func `a small frame on a large canvas keeps little of it`() throws {
            let size = PixelSize(width: 600, height: 500)
            var gif = GIFBuilder(width: size.width, height: size.height)
            for index in 0..<40 {
                gif.control(delay: 1, disposal: 3)
                gif.frame(x: index, y: index, width: 1, height: 1, indices: [1])
            }
            let bytes = gif.finished()
            let frames = try #require(try frames(of: bytes))
            let last = try frames.frame(at: 39).bitmap
            #expect(last[39, 39] == GIFDecoderTests.green)
            #expect(last[38, 38] == .zero)
            let canvas = Bitmap.byteCount(of: size)
            #expect(frames.residentByteCount < bytes.count + canvas + 40 * 64 + 1024)
        }

        @Test func `a later frame beyond the limits is refused when it is asked for`() throws {
            var gif = GIFBuilder(width: 1, height: 1)
            gif.frame(width: 1, height: 1, indices: [0])
            gif.frame(width: 65535, height: 65535, indices: [0])
            let frames = try #require(try frames(of: gif.finished()))
            #expect(throws: CodecError.self) { try frames.frame(at: 1) }
            #expect(try pixels(frames.frame(at: 0).bitmap) == [GIFDecoderTests.red])
        }

        @Test func `a cancelled task gets no frame`() async throws {
            let animation = RandomAnimation(seed: 1, frames: 3)
            let frames = try #require(try frames(of: animation.bytes))
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try frames.frame(at: 2)
            }
            await #expect(throws: CodecError.cancelled) { try await task.value }
            #expect(try pixels(frames.frame(at: 2).bitmap) == animation.canvases[2])
        }

        private func frames(of bytes: ByteBlock) throws(CodecError) -> (any FrameProvider)? {
            try GIFDecoder().frames(of: EncodedImage(bytes), options: DecodeOptions())
        }
    }
#endif
