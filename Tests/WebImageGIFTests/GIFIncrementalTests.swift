#if GIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageGIF
    import WebImagePixels

    struct GIFIncrementalTests {
        @Test(arguments: [1, 2, 3, 7, 13, 61, 997, 1 << 20])
        func `any chunks end as a decode of all bytes`(size: Int) throws {
            for seed in 1...4 as ClosedRange<UInt64> {
                let bytes = RandomAnimation(seed: seed, frames: 9).bytes
                let expected = try decode(bytes)
                let session = GIFDecoder().makeSession(options: DecodeOptions())
                try feed(bytes, to: session, chunk: size)
                let output = try session.finish()
                #expect(output.bitmap == expected.bitmap)
                #expect(output.bitmap.isOpaque == expected.bitmap.isOpaque)
                #expect(output.metadata == expected.metadata)
            }
        }

        @Test func `complete frames can be played while more arrive`() throws {
            let animation = RandomAnimation(seed: 5, frames: 12)
            let seen = try arrivingFrames(of: animation.bytes, by: GIFDecoder(), chunk: 1)
            #expect(seen.map(\.count) == Array(2...12))
            #expect(seen.allSatisfy { $0.areEqual })
        }

        @Test func `a large frame grows row by row`() throws {
            let still = Self.still(interlaced: false)
            let whole = try decode(still).bitmap
            let session = GIFDecoder().makeSession(options: DecodeOptions())
            var heights: [Int] = []
            try feed(still, to: session, chunk: 500) {
                guard let preview = try session.preview() else { return }
                let there = (0..<160).prefix { preview.bitmap[3, $0] == whole[3, $0] }.count
                #expect((there..<160).allSatisfy { preview.bitmap[3, $0] == .zero })
                heights.append(there)
            }
            #expect(heights == heights.sorted())
            #expect(heights.first.map { $0 < 80 } == true)
            #expect(Set(heights).count > 10)
            #expect(heights.last == 160)
        }

        @Test func `an interlaced frame covers its place after the first pass`() throws {
            let still = Self.still(interlaced: true)
            let session = GIFDecoder().makeSession(options: DecodeOptions())
            var isCovered: [Bool] = []
            try feed(still, to: session, chunk: 400) {
                guard let preview = try session.preview() else { return }
                isCovered.append((0..<160).allSatisfy { preview.bitmap[0, $0].w == 255 })
            }
            let first = try #require(isCovered.firstIndex(of: true))
            #expect(first < isCovered.count / 2)
            #expect(isCovered[first...].allSatisfy { $0 })
            #expect(try session.finish().bitmap == decode(still).bitmap)
        }

        @Test func `a file cut at any byte ends as its decode does`() throws {
            let whole = Array(RandomAnimation(seed: 2, frames: 3).bytes)
            for count in 0..<whole.count {
                let bytes = ByteBlock(copying: whole[..<count])
                let session = GIFDecoder().makeSession(options: DecodeOptions())
                try feed(bytes, to: session, chunk: 5)
                do {
                    let expected = try decode(bytes)
                    let output = try session.finish()
                    #expect(output.bitmap == expected.bitmap)
                    #expect(output.metadata == expected.metadata)
                } catch {
                    #expect(throws: error) { try session.finish() }
                }
            }
        }

        @Test func `a byte changed anywhere ends as its decode does`() {
            let whole = Array(RandomAnimation(seed: 7, frames: 2).bytes)
            let options = DecodeOptions(limits: DecodeLimits(maxPixels: 1 << 16))
            for index in whole.indices {
                for value: UInt8 in [0, 1, 0x3B, 0xFF] {
                    var bytes = whole
                    bytes[index] = value
                    let block = ByteBlock(copying: bytes)
                    let session = GIFDecoder().makeSession(options: options)
                    let expected = try? decode(block, limits: options.limits)
                    let output = try? {
                        try feed(block, to: session, chunk: 11)
                        return try session.finish()
                    }()
                    #expect(output?.bitmap == expected?.bitmap)
                    #expect(output?.metadata == expected?.metadata)
                }
            }
        }

        @Test func `bytes behind the end change nothing`() throws {
            let animation = RandomAnimation(seed: 4, frames: 2)
            let session = GIFDecoder().makeSession(options: DecodeOptions())
            try feed(animation.bytes, to: session, chunk: 10)
            let revision = session.revision
            try feed(animation.bytes, to: session, chunk: 10)
            #expect(session.revision == revision)
            #expect(try session.finish().metadata.frameCount == 2)
        }

        @Test func `bytes of another format are refused at once`() {
            let session = GIFDecoder().makeSession(options: DecodeOptions())
            #expect(throws: CodecError.damaged(.gif, "the signature is missing")) {
                try feed(ByteBlock(copying: Array("no GIF at all".utf8)), to: session, chunk: 8)
            }
        }

        @Test func `a canvas beyond the limits is refused when its first frame begins`() {
            var gif = GIFBuilder(width: 65535, height: 65535)
            gif.frame(width: 1, height: 1, indices: [0])
            let session = GIFDecoder().makeSession(options: DecodeOptions())
            #expect(throws: CodecError.self) { try feed(gif.finished(), to: session, chunk: 1) }
        }

        @Test func `more frames than allowed are refused as they arrive`() {
            let options = DecodeOptions(limits: DecodeLimits(maxFrames: 3))
            let session = GIFDecoder().makeSession(options: options)
            #expect(throws: CodecError.limit("4 frames, more than the 3 allowed")) {
                try feed(RandomAnimation(seed: 1, frames: 4).bytes, to: session, chunk: 9)
            }
        }

        @Test func `a cancelled task's session decodes no more`() async {
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                let session = GIFDecoder().makeSession(options: DecodeOptions())
                try feed(Self.still(interlaced: false), to: session, chunk: 1 << 20)
            }
            await #expect(throws: CodecError.cancelled) { try await task.value }
        }

        private static func still(interlaced: Bool) -> ByteBlock {
            var random = SplitMix(state: 1)
            var gif = GIFBuilder(width: 160, height: 160)
            gif.frame(
                width: 160, height: 160,
                indices: (0..<160 * 160).map { _ in UInt8(random.below(4)) },
                interlaced: interlaced)
            return gif.finished()
        }
    }

    /// Feeds a session in chunks, and calls `after` after each.
    func feed(
        _ bytes: ByteBlock, to session: any IncrementalDecodingSession, chunk: Int,
        after: () throws -> Void = {}
    ) throws {
        let all = Array(bytes)
        for start in stride(from: 0, to: all.count, by: chunk) {
            try session.append(all[start..<min(start + chunk, all.count)].span.bytes)
            try after()
        }
    }

    extension Array where Element == UInt8 {
        init(_ block: ByteBlock) {
            self = block.withUnsafeBytes { Array($0) }
        }
    }
#endif
