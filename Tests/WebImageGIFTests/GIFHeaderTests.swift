#if GIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    struct GIFHeaderTests {
        @Test(arguments: [(0, 0), (1, 2), (4, 5), (65535, 65536)])
        func `a loop block counts repetitions`(repeats: Int, plays: Int) throws {
            #expect(try metadata(animation(loop: repeats)).loopCount == plays)
        }

        @Test func `the older loop block counts too`() throws {
            #expect(try metadata(animation(loop: 2, name: "ANIMEXTS1.0")).loopCount == 3)
        }

        @Test func `another application's block is no loop block`() throws {
            #expect(try metadata(animation(loop: 2, name: "XMP DataXMP")).loopCount == 1)
        }

        @Test func `an animation without a loop block plays once`() throws {
            #expect(try metadata(animation(loop: nil)).loopCount == 1)
        }

        @Test func `delays are reported as they are written`() throws {
            let metadata = try metadata(animation(loop: nil))
            #expect(metadata.frameCount == 2)
            #expect(metadata.durations == [.milliseconds(10), .seconds(3)])
        }

        @Test func `a still has neither delays nor loops`() throws {
            var gif = GIFBuilder(width: 1, height: 1)
            gif.loop(0)
            gif.control(delay: 5)
            gif.frame(width: 1, height: 1, indices: [0])
            let metadata = try metadata(gif.finished())
            #expect(metadata.durations.isEmpty)
            #expect(metadata.loopCount == nil)
        }

        @Test func `garbage behind the last frame is ignored`() throws {
            let bytes = ByteBlock(copying: Array(animation(loop: 0)) + [0x2C, 1, 2, 3])
            #expect(try metadata(bytes).frameCount == 2)
            try decode(bytes)
        }

        @Test func `a header cut at any byte is refused, or described as far as it goes`() throws {
            let whole = Array(animation(loop: 0))
            for count in 0..<whole.count {
                let block = ByteBlock(copying: whole[..<count])
                guard let result = try? metadata(block) else { continue }
                #expect((1...2).contains(result.frameCount))
            }
        }

        @Test func `a picture cut at any byte is truncated, or whole`() throws {
            let whole = Array(animation(loop: nil))
            let reference = try decode(ByteBlock(copying: whole)).bitmap
            for count in 6..<whole.count {
                do {
                    #expect(try decode(ByteBlock(copying: whole[..<count])).bitmap == reference)
                } catch {
                    let isTruncated = if case .truncated(.gif, _) = error { true } else { false }
                    #expect(isTruncated, "\(count) bytes: \(error)")
                }
            }
            #expect(throws: CodecError.self) { try decode(ByteBlock(copying: whole[..<30])) }
        }

        @Test func `no byte of a file can make the decoder trap`() {
            let whole = Array(animation(loop: 0))
            for index in whole.indices {
                for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                    var bytes = whole
                    bytes[index] = value
                    _ = try? decode(
                        ByteBlock(copying: bytes), limits: DecodeLimits(maxPixels: 1 << 20))
                }
            }
        }

        @Test func `a canvas beyond the limits is refused`() {
            var gif = GIFBuilder(width: 65535, height: 65535)
            gif.frame(width: 1, height: 1, indices: [0])
            let bytes = gif.finished()
            #expect { try decode(bytes) } throws: { isLimit($0) }
            #expect { try metadata(bytes) } throws: { isLimit($0) }
        }

        @Test func `a frame beyond the limits is refused, though its canvas is small`() {
            var gif = GIFBuilder(width: 10, height: 10)
            gif.frame(width: 65535, height: 65535, indices: [0])
            #expect { try decode(gif.finished()) } throws: { isLimit($0) }
        }

        @Test func `more frames than allowed are refused`() {
            let bytes = animation(loop: 0)
            #expect { try decode(bytes, limits: DecodeLimits(maxFrames: 1)) } throws: {
                isLimit($0)
            }
        }

        @Test func `bytes of another format are damaged`() {
            #expect {
                try decode(ByteBlock(copying: Array("\u{89}PNG\r\n\u{1A}\n".utf8)))
            } throws: {
                GIFDecoderTests.isDamaged($0)
            }
        }

        private func animation(loop repeats: Int?, name: String = "NETSCAPE2.0") -> ByteBlock {
            var gif = GIFBuilder(width: 4, height: 2)
            if let repeats { gif.loop(repeats, name: name) }
            gif.control(delay: 1)
            gif.frame(width: 4, height: 2, indices: [0, 1, 2, 3, 3, 2, 1, 0])
            gif.control(delay: 300)
            gif.frame(width: 4, height: 2, indices: [3, 3, 3, 3, 0, 0, 0, 0])
            return gif.finished()
        }

        private func metadata(_ bytes: ByteBlock) throws(CodecError) -> ImageMetadata {
            try bytes.withSpan { span throws(CodecError) in
                try GIFDecoder().metadata(of: span, limits: DecodeLimits())
            }
        }
    }
#endif
