#if PNG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImagePNG
    import WebImagePixels

    @Suite struct APNGTests {
        @Test(arguments: [false, true])
        func `frames are composed by their disposals and blendings`(hidesDefault: Bool) throws {
            let builder = animation(hidden: hidesDefault ? scene(12, 10, .color) : nil)
            let provider = try #require(try frames(of: builder.block))
            #expect(provider.count == builder.frames.count)
            for (index, expected) in builder.composed.enumerated() {
                #expect(try provider.frame(at: index).bitmap == expected, "frame \(index)")
            }
        }

        @Test(arguments: [Orientation.up, .right])
        func `frames that are reduced while composed equal those reduced afterwards`(
            orientation: Orientation
        ) throws {
            var builder = animation()
            // One field: the orientation.
            let field: [UInt8] = [1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
            builder.chunks = chunk(
                "eXIf", [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] + field + [0, 0, 0, 0])
            for downsampling in ReducedFrames.downsamplings(of: builder.canvas) {
                let reduced = try ReducedFrames(downsampling, orientation: orientation) {
                    try #require(
                        try PNGDecoder().frames(of: EncodedImage(builder.block), options: $0))
                }
                #expect(try reduced.differing() == [], "\(downsampling)")
            }
        }

        @Test func `a frame asked for by itself is the one that playing shows`() throws {
            let builder = animation()
            let expected = builder.composed
            let provider = try #require(try frames(of: builder.block))
            for index in [13, 2, 9, 9, 0, 14, 5, 1] {
                #expect(try provider.frame(at: index).bitmap == expected[index], "frame \(index)")
            }
        }

        @Test(arguments: [false, true])
        func `decoding shows the first frame, not a hidden default image`(hides: Bool) throws {
            let builder = animation(hidden: hides ? scene(12, 10, .color) : nil)
            let output = try decode(builder.block)
            #expect(output.bitmap == builder.composed[0])
            #expect(try frames(of: builder.block)?.frame(at: 0).bitmap == output.bitmap)
            #expect(try metadata(builder.block) == output.metadata)
        }

        @Test func `durations and loops are told as they are written`() throws {
            var builder = animation()
            builder.plays = 5
            builder.frames[1].numerator = 1
            builder.frames[1].denominator = 0
            builder.frames[2].numerator = 2
            builder.frames[2].denominator = 4
            builder.frames[3].numerator = 0
            let metadata = try metadata(builder.block)
            #expect(metadata.loopCount == 5 && metadata.frameCount == builder.frames.count)
            let told: [Duration] = [
                .milliseconds(50), .milliseconds(10), .milliseconds(500), .zero,
            ]
            #expect(Array(metadata.durations.prefix(4)) == told)
            let provider = try #require(try frames(of: builder.block))
            #expect(provider.rawDurations == metadata.durations && provider.loopCount == 5)
            #expect(provider.durations[1] == .milliseconds(100))
        }

        @Test(arguments: [nil, UInt32(0), 1])
        func `one frame is a still`(announced: UInt32?) throws {
            var builder = animation()
            builder.frames.removeLast(builder.frames.count - 1)
            builder.announced = announced
            #expect(try frames(of: builder.block) == nil)
            let output = try decode(builder.block)
            #expect(output.bitmap == builder.composed[0])
            #expect(output.metadata.frameCount == 1 && output.metadata.loopCount == nil)
        }

        @Test func `colours of a profile are left to the pipeline`() throws {
            var builder = animation()
            builder.chunks = chunk("iCCP", Array("p".utf8) + [0, 0] + stored(plainProfile()))
            let provider = try #require(try frames(of: builder.block))
            #expect(try provider.frame(at: 3).bitmap.colorSpace == .embedded)
            #expect(try provider.frame(at: 0).bitmap == decode(builder.block).bitmap)
        }

        @Test func `frames of an interlaced palette are decoded`() throws {
            let picture = scene(12, 10, .gray)
            let still = try encode(picture, EncodeSettings(isProgressive: true)).array
            let control = chunk("acTL", big(2) + big(0))
            func frame(_ number: UInt32) -> [UInt8] {
                chunk(
                    "fcTL",
                    big(number) + big(12) + big(10) + big(0) + big(0) + [0, 1, 0, 10, 0, 0])
            }
            let range = try #require(still.chunk("IDAT"))
            let second = chunk("fdAT", big(2) + still[range])
            var bytes = still
            bytes.insert(contentsOf: frame(1) + second, at: range.upperBound + 4)
            bytes.insert(contentsOf: control + frame(0), at: range.lowerBound - 8)
            let provider = try #require(try frames(of: ByteBlock(copying: bytes)))
            #expect(try provider.frame(at: 1).bitmap == picture)
        }
    }

    extension [UInt8] {
        /// Returns the range of the body of the first chunk of that name.
        func chunk(_ name: String) -> Range<Int>? {
            var at = 8
            while at + 12 <= count {
                let length = self[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
                if Array(self[(at + 4)..<(at + 8)]) == Array(name.utf8) {
                    return at + 8..<at + 8 + length
                }
                at += 12 + length
            }
            return nil
        }
    }
#endif
