#if HEIF
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    /// Sequences whose file ends before all of their pictures.
    struct HEIFSamplesTests {
        @Test func `a file cut at any byte has fewer frames or none`() throws {
            let whole = try Self.tablesFirst(HEIFSequenceFixture.moving())
            let all = try #require(
                try HEIFDecoder().frames(
                    of: EncodedImage(ByteBlock(copying: whole)), options: DecodeOptions()))
            let pictures = try (0..<all.count).map { try all.frame(at: $0).bitmap }
            var counts: Set<Int> = []
            for count in stride(from: 0, to: whole.count, by: 37) {
                let image = EncodedImage(ByteBlock(copying: whole[..<count]))
                let options = DecodeOptions(allowsTruncatedData: true)
                guard let frames = try? HEIFDecoder().frames(of: image, options: options) else {
                    continue
                }
                counts.insert(frames.count)
                let last = frames.count - 1
                // Frames are stored in another order than they are shown in: some between may be
                // missing.
                #expect(try pictures.contains(frames.frame(at: last).bitmap), "\(count)")
                #expect(try pictures[0] == frames.frame(at: 0).bitmap)
                let metadata = try decode(image.bytes, options).metadata
                #expect(metadata.isTruncated && metadata.frameCount == frames.count)
            }
            #expect(!counts.contains(all.count) && counts.count > 2)
        }

        /// Returns a file with its tables in front of its samples, as in one for the web.
        private static func tablesFirst(_ file: [UInt8]) throws -> [UInt8] {
            let samples = try #require(boxOffset(of: "mdat", in: file))
            var film = Array(file[try #require(boxOffset(of: "moov", in: file))...])
            let table = try #require(boxOffset(of: "stco", in: film))
            for index in 0..<HEIFContainer.u32(in: film, at: table + 12) {
                let place = table + 16 + index * 4
                let offset = HEIFContainer.u32(in: film, at: place) + film.count
                film.replaceSubrange(place..<place + 4, with: HEIFContainer.u32(offset))
            }
            let end = try #require(boxOffset(of: "moov", in: file))
            return Array(file[..<samples]) + film + file[samples..<end]
        }
    }
#endif
