#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct APNGDamageTests {
        @Test(arguments: [UInt32(1_000_000), .max])
        func `announced frames that are not there do not count`(announced: UInt32) throws {
            var builder = animation()
            builder.announced = announced
            #expect(try metadata(builder.block).frameCount == builder.frames.count)
            #expect(try frames(of: builder.block)?.count == builder.frames.count)
        }

        @Test func `frames beyond the announced ones do not count`() throws {
            var builder = animation()
            builder.announced = 3
            let provider = try #require(try frames(of: builder.block))
            #expect(provider.count == 3)
            #expect(try provider.frame(at: 2).bitmap == builder.composed[2])
        }

        @Test func `an animation ends before a number out of sequence`() throws {
            var builder = animation()
            // Frame 0 has number 0; each other frame has three: its header and two chunks.
            builder.sequence = { $0 == 4 + 3 ? 99 : $0 }
            #expect(try frames(of: builder.block)?.count == 3)
            builder.sequence = { $0 == 4 + 4 ? 99 : $0 }
            #expect(try frames(of: builder.block)?.count == 3)
            #expect(try decode(builder.block).bitmap == builder.composed[0])
        }

        @Test(arguments: [(11, 0), (0, 8), (-1, 0), (Int(Int32.max), Int(Int32.max))])
        func `an animation ends before a frame outside of the canvas`(x: Int, y: Int) throws {
            var builder = animation()
            (builder.frames[4].x, builder.frames[4].y) = (x, y)
            #expect(try frames(of: builder.block)?.count == 4)
        }

        @Test func `without a good frame the default image is the picture`() throws {
            let picture = scene(12, 10, .colorAlpha)
            var builder = animation(hidden: picture)
            builder.frames[0].disposal = 3
            #expect(try frames(of: builder.block) == nil)
            #expect(try decode(builder.block).bitmap == picture)
            #expect(try metadata(builder.block).frameCount == 1)
        }

        @Test(arguments: [0, 1, 7] as [UInt32])
        func `a second control chunk makes a still`(announced: UInt32) throws {
            let picture = scene(12, 10, .colorAlpha)
            var builder = animation(hidden: picture)
            builder.chunks = chunk("acTL", big(announced) + big(0))
            #expect(try frames(of: builder.block) == nil)
            #expect(try decode(builder.block).bitmap == picture)
            let session = PNGDecoder().makeSession(options: DecodeOptions())
            try builder.block.withSpan { try session.append($0) }
            #expect(try session.finish().bitmap == picture)
            #expect(session.completeFrameCount == 0)
        }

        @Test func `the header of the first frame may precede the control chunk`() throws {
            let builder = animation()
            var bytes = builder.bytes
            let control = try #require(bytes.chunk("acTL"))
            let chunk = bytes[control.lowerBound - 8..<control.upperBound + 4]
            let header = try #require(bytes.chunk("fcTL"))
            bytes.insert(contentsOf: chunk, at: header.upperBound + 4)
            bytes.removeSubrange(control.lowerBound - 8..<control.upperBound + 4)
            let provider = try #require(try frames(of: ByteBlock(copying: bytes)))
            #expect(provider.count == builder.frames.count)
            #expect(try provider.frame(at: 2).bitmap == builder.composed[2])
        }

        @Test func `an animation ends before a second header of a frame`() throws {
            var builder = animation()
            let header = try #require(builder.bytes.chunk("fcTL"))
            let bytes = builder.bytes
            // The header of the first frame twice, with the numbers 0 and 1.
            var second = Array(bytes[header])
            second[3] = 1
            builder.sequence = { $0 == 0 ? 0 : $0 + 1 }
            var doubled = builder.bytes
            doubled.insert(contentsOf: chunk("fcTL", second), at: header.upperBound + 4)
            let block = ByteBlock(copying: doubled)
            #expect(try frames(of: block) == nil)
            #expect(try decode(block).bitmap == builder.composed[0])
        }

        @Test(arguments: [1, 40, 1 << 20])
        func `a damaged default image matters where it is needed`(size: Int) throws {
            var builder = animation(hidden: scene(12, 10, .colorAlpha))
            for hasFrames in [true, false] {
                if !hasFrames { builder.frames[0].disposal = 3 }
                var bytes = builder.bytes
                let range = try #require(bytes.chunk("IDAT"))
                bytes[range.upperBound - 1] ^= 1
                bytes[range.lowerBound + 3] ^= 0xFF
                let session = PNGDecoder().makeSession(options: DecodeOptions())
                let output = try? {
                    for piece in ByteBlock(copying: bytes).pieces(of: size) {
                        try piece.withSpan { (span) throws(CodecError) in try session.append(span) }
                    }
                    return try session.finish()
                }()
                #expect((output?.bitmap == builder.composed[0]) == hasFrames)
            }
        }

        @Test func `a first frame whose second chunk is missing is none`() throws {
            let picture = scene(12, 10, .colorAlpha)
            var builder = animation(hidden: picture)
            builder.sequence = { $0 == 2 ? 7 : $0 }
            let output = try decode(builder.block)
            #expect(output.bitmap == picture && output.metadata.frameCount == 1)
        }

        @Test func `damaged pixels of a frame are an error of that frame`() throws {
            let builder = animation()
            var bytes = builder.bytes
            let last = try #require(bytes.lastIndex(of: UInt8(ascii: "d")))
            // The length field in the stream of the last frame, now inconsistent.
            bytes[last + 3 + 4 + 1] ^= 0xFF
            bytes[last + 3 + 4 + 2] ^= 0xFF
            let provider = try #require(try frames(of: ByteBlock(copying: bytes)))
            #expect(try provider.frame(at: provider.count - 2).bitmap.size == builder.canvas)
            #expect(throws: CodecError.self) { try provider.frame(at: provider.count - 1) }
            #expect(try decode(ByteBlock(copying: bytes)).bitmap == builder.composed[0])
        }

        @Test func `a truncated animation opens as far as it reaches`() throws {
            let bytes = animation().bytes
            let part = ByteBlock(copying: bytes.prefix(bytes.count * 2 / 3))
            let provider = try #require(try frames(of: part))
            #expect((2..<15).contains(provider.count))
            #expect(try provider.frame(at: 1).bitmap == animation().composed[1])
            #expect {
                try decode(part)
            } throws: { error in
                if case CodecError.truncated(.png, _) = error { true } else { false }
            }
        }

        @Test func `an animation cut at any byte has the frames that are whole`() throws {
            let builder = animation()
            let options = DecodeOptions(allowsTruncatedData: true)
            var counts: Set<Int> = []
            for count in 8..<builder.bytes.count {
                let part = ByteBlock(copying: builder.bytes[..<count])
                guard let found = try? metadata(part) else { continue }
                let provider = try frames(of: part)
                #expect(found.isTruncated && found.frameCount == provider?.count ?? 1, "\(count)")
                if let provider {
                    let last = try provider.frame(at: provider.count - 1).bitmap
                    #expect(last == builder.composed[provider.count - 1], "\(count)")
                    counts.insert(provider.count)
                    let output = try decode(part, options)
                    #expect(output.bitmap == builder.composed[0] && output.metadata.isTruncated)
                    #expect(try decode(part, piece: 19, options).metadata == output.metadata)
                }
            }
            #expect(counts == Set(2...builder.composed.count))
            #expect(try !metadata(builder.block).isTruncated)
        }

        /// A cancelled task throws as soon as it decodes pixels.
        @Test func `the header of a cut animation is read without its pixels`() async throws {
            let bytes = animation().bytes
            // In the checksum of the last frame, and in its pixels.
            let checksum = ByteBlock(copying: bytes.dropLast(14))
            let pixels = ByteBlock(copying: bytes.dropLast(20))
            #expect(try metadata(checksum).frameCount == animation().frames.count)
            let task = Task { () throws -> Int in
                withUnsafeCurrentTask { $0?.cancel() }
                #expect {
                    try metadata(checksum, limits: DecodeLimits(maxPixels: 100))
                } throws: { error in
                    if case CodecError.limit = error { true } else { false }
                }
                return try metadata(pixels).frameCount
            }
            #expect(try await task.value == animation().frames.count - 1)
        }

        @Test func `more frames than allowed are over the limit`() {
            let limits = DecodeLimits(maxFrames: 3)
            for attempt in [
                { _ = try metadata(animation().block, limits: limits) },
                { _ = try frames(of: animation().block, limits: limits) },
                { _ = try decode(animation().block, DecodeOptions(limits: limits)) },
            ] {
                #expect {
                    try attempt()
                } throws: { error in
                    if case CodecError.limit = error { true } else { false }
                }
            }
        }

        @Test func `thousands of frames on a large canvas open without one`() throws {
            var builder = APNGBuilder(
                canvas: PixelSize(width: 4, height: 4),
                frames: [TestFrame(bitmap: scene(4, 4))])
            let dot = TestFrame(bitmap: scene(1, 1), x: 3, y: 3, disposal: 2, blend: 1)
            builder.frames += Array(repeating: dot, count: 2000)
            let bytes = builder.block
            let provider = try #require(try frames(of: bytes))
            #expect(provider.count == 2001 && provider.residentByteCount == bytes.count)
            let last = try provider.frame(at: 2000).bitmap
            #expect(last.size == builder.canvas)
            #expect(provider.residentByteCount <= bytes.count + 2 * last.byteCount)
        }

        @Test func `a canvas that is too large for its frames is over the limit`() throws {
            let builder = APNGBuilder(
                canvas: PixelSize(width: 100, height: 100),
                frames: [TestFrame(bitmap: scene(4, 4)), TestFrame(bitmap: scene(4, 4))],
                hidden: scene(100, 100))
            var options = shown(10, 10)
            options.limits.maxBytes = 20_000
            #expect {
                try decode(builder.block, options)
            } throws: { error in
                if case CodecError.limit = error { true } else { false }
            }
        }

        @Test func `a cancelled task composes no frame`() async throws {
            let provider = try #require(try frames(of: animation().block))
            await #expect(throws: CodecError.cancelled) {
                try await whenCancelled { try provider.frame(at: 5).bitmap.size }
            }
        }

        @Test func `no changed byte does more than fail`() throws {
            let whole = animation().bytes
            for index in stride(from: 8, to: whole.count, by: 3) {
                var bytes = whole
                bytes[index] ^= 0xFF
                let block = ByteBlock(copying: bytes)
                let limits = DecodeLimits(maxPixels: 1 << 16)
                guard let provider = try? frames(of: block, limits: limits) else { continue }
                #expect(provider.count <= 15)
                _ = try? provider.frame(at: provider.count - 1)
            }
        }
    }
#endif
