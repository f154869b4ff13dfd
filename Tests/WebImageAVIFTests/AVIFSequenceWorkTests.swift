#if AVIF
    import TestSupport
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// The frames of a sequence are counted by the headers in all of its samples.
    struct AVIFSequenceWorkTests {
        @Test(arguments: [64, 65])
        func `a stream may be 64 pixels larger than its track claims`(surplus: Int) throws {
            let file = try FileSurgery.array(sequence(PixelSize(width: 256, height: 192)))
            for claim in [
                PixelSize(width: 256 - surplus, height: 192),
                PixelSize(width: 256, height: 192 - surplus),
            ] {
                var bytes = file
                // The sizes of the track, in 65536ths of a pixel, and of its frames.
                let header = try #require(FileSurgery.place(of: "tkhd", in: bytes)) + 4
                let fixed =
                    FileSurgery.big(UInt32(claim.width) << 16)
                    + FileSurgery.big(UInt32(claim.height) << 16)
                bytes.replaceSubrange(header + 88..<header + 96, with: fixed)
                let table = try #require(FileSurgery.place(of: "stsd", in: bytes))
                let entry = try #require(FileSurgery.place(of: "av01", in: bytes, from: table)) + 4
                bytes.replaceSubrange(
                    entry + 24..<entry + 28,
                    with: FileSurgery.big(UInt16(claim.width))
                        + FileSurgery.big(UInt16(claim.height)))
                try expect(isRefused: surplus > 64) {
                    try metadata(ByteBlock(copying: bytes))
                }
            }
        }

        @Test func `a larger header in the last sample is found`() throws {
            let file = try sequence(PixelSize(width: 64, height: 64))
            let same = AV1Units.sequence(PixelSize(width: 64, height: 64))
            let large = AV1Units.sequence(PixelSize(width: 8192, height: 8192))
            try expect(isRefused: false) { try metadata(appending(same, to: file)) }
            try expect(isRefused: true) { try metadata(appending(large, to: file)) }
        }

        /// 2²⁴ samples are always allowed: ten frames of one and a half for each pixel.
        @Test(arguments: [9, 10])
        func `the frames of a sample are counted together`(count: Int) throws {
            let size = PixelSize(width: 1024, height: 1024)
            let hidden = (0..<count).flatMap { _ in AV1Units.frame() }
            let file = try appending(hidden, to: sequence(size))
            try expect(isRefused: count > 9) {
                try metadata(file, DecodeLimits(maxPixels: size.area))
            }
        }

        @Test func `the pictures that a sequence is built on are counted`() throws {
            // Colours of 4:2:0 and alpha, one frame or two, and the bitmap.
            let size = PixelSize(width: 256, height: 256)
            let file = try sequence(size)
            let (first, all) = (size.area * (3 + 4), size.area * (5 + 4))
            for (most, isRefused) in [(all, false), (all - 1, true)] {
                let options = DecodeOptions(limits: DecodeLimits(maxBytes: most))
                try expect(isRefused: isRefused) { _ = try frames(file, options) }
            }
            try decode(file, DecodeOptions(limits: DecodeLimits(maxBytes: first)))
        }

        @Test func `a table that is there twice is refused`() throws {
            var bytes = try FileSurgery.array(sequence(PixelSize(width: 64, height: 64)))
            let table = try #require(FileSurgery.place(of: "stts", in: bytes))
            bytes.replaceSubrange(table..<table + 4, with: "stsz".utf8)
            #expect(throws: CodecError.damaged(.avif, "more than one 'stsz' box")) {
                try metadata(ByteBlock(copying: bytes))
            }
        }

        @Test(arguments: [16_384, 16_385])
        func `comparisons of chunks and runs are counted`(runCount: Int) throws {
            // libavif compares each of the chunks with each of the runs: 2²⁸ times at most.
            let chunkCount = 16_384
            let chunks = (1..<chunkCount).flatMap { _ in FileSurgery.big(UInt32(0)) }
            let runs = (2...runCount).flatMap { first in
                [UInt32(first), 1, 1].flatMap { FileSurgery.big($0) }
            }
            let file = try FileSurgery.table(
                "stsc",
                in: FileSurgery.table(
                    "stco", in: sequence(PixelSize(width: 64, height: 64)), count: chunkCount,
                    adding: chunks),
                count: runCount, adding: runs)
            try expect(isRefused: runCount > chunkCount) { try metadata(file, isOnlyCounted: true) }
        }

        @Test(arguments: [16_384, 16_385])
        func `additions of durations are counted`(durationCount: Int) throws {
            // libavif searches the table for each pair of frames: 2³⁰ / 65,536 entries.
            let frameCount = 65_536
            var bytes = try FileSurgery.array(
                FileSurgery.table(
                    "stts", in: sequence(PixelSize(width: 64, height: 64)), count: durationCount,
                    adding: (1..<durationCount).flatMap { _ in
                        FileSurgery.big(UInt32(1)) + FileSurgery.big(UInt32(1))
                    }))
            // One chunk of all frames, each of one byte.
            let runs = try #require(FileSurgery.place(of: "stsc", in: bytes)) + 4
            let frames = FileSurgery.big(UInt32(frameCount))
            bytes.replaceSubrange(runs + 12..<runs + 16, with: frames)
            let sizes = try #require(FileSurgery.place(of: "stsz", in: bytes)) + 4
            bytes.replaceSubrange(sizes + 4..<sizes + 12, with: FileSurgery.big(UInt32(1)) + frames)
            try expect(isRefused: durationCount > 16_384) {
                try metadata(ByteBlock(copying: bytes), isOnlyCounted: true)
            }
        }

        @Test(arguments: [999_998, 999_999])
        func `more than a million units are refused`(emptyCount: Int) throws {
            let claim = PixelSize(width: 64, height: 64)
            let empty = (0..<emptyCount).flatMap { _ in AV1Units.unit(15, []) }
            let stream = AV1Units.sequence(claim) + AV1Units.frame() + empty
            let file = ItemFile(items: [.init(claim: claim, parts: [stream])]).file
            try expect(isRefused: emptyCount > 999_998) { try metadata(file) }
        }

        /// Returns a file of two frames with alpha.
        private func sequence(_ size: PixelSize) throws -> ByteBlock {
            // One pixel gives it alpha.
            var picture = Scene.photograph(size: size)
            picture.isOpaque = false
            picture[0, 0] = SIMD4(0, 0, 0, 0)
            return try AVIFEncoder().encode(
                ListedFrames([picture, picture], durations: [.seconds(1), .seconds(1)]),
                settings: EncodeSettings(effort: 1))
        }

        /// Returns `file` with more units in its last sample, which ends the file.
        private func appending(_ units: [UInt8], to file: ByteBlock) throws -> ByteBlock {
            var bytes = FileSurgery.array(file)
            let table = try #require(FileSurgery.place(of: "stsz", in: bytes)) + 4
            let last = table + 12 + 4
            let count = bytes[last..<last + 4].reduce(0) { $0 << 8 | UInt32($1) }
            bytes.replaceSubrange(
                last..<last + 4, with: FileSurgery.big(count + UInt32(units.count)))
            return ByteBlock(copying: bytes + units)
        }
    }
#endif
