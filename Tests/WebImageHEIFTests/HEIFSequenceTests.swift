#if HEIF
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    @Suite struct HEIFSequenceTests {
        private static func frames(
            _ bytes: [UInt8], _ options: DecodeOptions = DecodeOptions()
        ) throws -> any FrameProvider {
            let image = EncodedImage(ByteBlock(copying: bytes))
            #expect(image.format == .heic)
            return try #require(try HEIFDecoder().frames(of: image, options: options))
        }

        /// Returns the largest difference of some pixels from the picture that was encoded.
        private static func difference(_ bitmap: Bitmap, fromFrame index: Int) -> Int {
            var most = 0
            func compare(_ x: Int, _ y: Int, _ color: SIMD3<Int>) {
                for channel in 0..<3 {
                    most = max(most, abs(Int(bitmap[x, y][2 - channel]) - color[channel]))
                }
            }
            let box = 4 + 3 * index
            compare(box + 8, 30, SIMD3(240, 40, 40))
            for (x, y) in [(4, 4), (90, 8), (48, 58), (88, 56)] {
                compare(x, y, SIMD3(20 + 180 * x / 95, 30 + 150 * y / 63, 60 + 5 * index))
            }
            return most
        }

        @Test func `every frame is decoded, in the order of presentation`() throws {
            let frames = try Self.frames(HEIFSequenceFixture.moving())
            #expect(frames.count == 24)
            #expect(frames.size == PixelSize(width: 96, height: 64))
            #expect(frames.rawDurations == Array(repeating: .milliseconds(40), count: 24))
            for index in 0..<24 {
                let bitmap = try frames.frame(at: index).bitmap
                #expect(Self.difference(bitmap, fromFrame: index) < 16, "frame \(index)")
            }
        }

        @Test func `a frame asked for by itself is the one that playing shows`() throws {
            let bytes = try HEIFSequenceFixture.moving()
            let played = try Self.frames(bytes)
            let whole = try (0..<24).map { try played.frame(at: $0).bitmap }
            let asked = try Self.frames(bytes)
            for index in [23, 5, 12, 11, 12, 13, 0, 20] {
                #expect(try asked.frame(at: index).bitmap == whole[index], "frame \(index)")
            }
        }

        @Test func `decoding shows the first frame and tells of the others`() throws {
            let bytes = ByteBlock(copying: try HEIFSequenceFixture.moving())
            let output = try decode(bytes)
            let first = try Self.frames(bytes.array).frame(at: 0).bitmap
            #expect(output.bitmap == first)
            #expect(output.metadata.frameCount == 24 && output.metadata.loopCount == 1)
            #expect(output.metadata.durations.count == 24)
            let metadata = try bytes.withSpan {
                try HEIFDecoder().metadata(of: $0, limits: DecodeLimits())
            }
            #expect(metadata == output.metadata)
        }

        @Test func `frames are scaled while they are converted`() throws {
            let options = DecodeOptions(
                downsampling: Downsampling(box: PixelSize(width: 24, height: 16)))
            let frames = try Self.frames(HEIFSequenceFixture.moving(), options)
            #expect(try frames.frame(at: 7).bitmap.size == PixelSize(width: 24, height: 16))
        }

        @Test func `a track of alpha makes frames transparent`() throws {
            let frames = try Self.frames(HEIFSequenceFixture.transparent())
            #expect(frames.count == 6)
            for index in [0, 1, 5, 2] {
                let bitmap = try frames.frame(at: index).bitmap
                #expect(!bitmap.isOpaque)
                #expect(bitmap[8 + 6 * index + 8, 24].w > 245 && bitmap[2, 2].w < 10)
                let pixel = bitmap[8 + 6 * index + 8, 24]
                #expect(abs(Int(pixel.z) - 200) < 8 && abs(Int(pixel.x) - 50) < 8)
            }
        }

        @Test func `alpha of another track is not applied`() throws {
            var bytes = try HEIFSequenceFixture.transparent()
            let reference = try #require(boxOffset(of: "auxl", in: bytes))
            #expect(Array(bytes[reference + 8..<reference + 12]) == [0, 0, 0, 1])
            bytes[reference + 11] = 7
            #expect(try Self.frames(bytes).frame(at: 2).bitmap.isOpaque)
            // The track of colours has another number.
            bytes = try HEIFSequenceFixture.transparent()
            let header = try #require(boxOffset(of: "tkhd", in: bytes))
            bytes[header + 23] = 7
            #expect(try Self.frames(bytes).frame(at: 2).bitmap.isOpaque)
        }

        @Test func `an edit list that repeats is the number of plays`() throws {
            var bytes = try HEIFSequenceFixture.moving()
            let edits = try #require(boxOffset(of: "elst", in: bytes))
            // The flag of repetition, and a track of three times the length of its segment.
            bytes[edits + 11] = 1
            let segment = bytes[edits + 16..<edits + 20].reduce(0) { $0 << 8 | Int($1) }
            let header = try #require(boxOffset(of: "tkhd", in: bytes))
            bytes.replaceSubrange(header + 28..<header + 32, with: HEIFContainer.u32(segment * 3))
            #expect(try Self.frames(bytes).loopCount == 3)
        }

        @Test func `the matrix of the track turns frames`() throws {
            var bytes = try HEIFSequenceFixture.moving()
            let header = try #require(boxOffset(of: "tkhd", in: bytes))
            let matrix = [0, 1 << 16, 0, -1 << 16, 0, 0].flatMap {
                HEIFContainer.u32($0 & 0xFFFF_FFFF)
            }
            bytes.replaceSubrange(header + 48..<header + 72, with: matrix)
            let upright = try Self.frames(HEIFSequenceFixture.moving()).frame(at: 3).bitmap
            let turned = try Self.frames(bytes)
            #expect(turned.size == PixelSize(width: 64, height: 96))
            let bitmap = try turned.frame(at: 3).bitmap
            // A quarter turn to the right: the left column is the top row.
            #expect(bitmap[63, 10] == upright[10, 0] && bitmap[0, 10] == upright[10, 63])
        }

        @Test func `a file without the brand of sequences is refused as an image`() throws {
            var bytes = try HEIFSequenceFixture.moving()
            bytes.replaceSubrange(
                8..<28,
                with: Array("heic".utf8) + HEIFContainer.u32(0)
                    + Array("mif1heicmiaf".utf8))
            let image = EncodedImage(ByteBlock(copying: bytes))
            #expect(try HEIFDecoder().frames(of: image, options: DecodeOptions()) == nil)
            #expect(throws: CodecError.self) { try decode(image.bytes) }
        }

        @Test func `limits hold before anything is decoded`() throws {
            let bytes = ByteBlock(copying: try HEIFSequenceFixture.moving())
            for limits in [
                DecodeLimits(maxPixels: 96 * 64 - 1), DecodeLimits(maxFrames: 23),
                DecodeLimits(maxBytes: 96 * 64 * 20),
            ] {
                #expect {
                    try decode(bytes, DecodeOptions(limits: limits))
                } throws: { error in
                    isLimit(error)
                }
            }
        }

        @Test func `a damaged picture is an error of the frames that need it`() throws {
            var bytes = try HEIFSequenceFixture.moving()
            let data = try #require(boxOffset(of: "mdat", in: bytes))
            let end = data + bytes[data..<data + 4].reduce(0) { $0 << 8 | Int($1) }
            for place in end - 60..<end { bytes[place] ^= 0xA5 }
            let frames = try Self.frames(bytes)
            #expect(try Self.difference(frames.frame(at: 0).bitmap, fromFrame: 0) < 16)
            #expect(throws: CodecError.self) { try (12..<24).map { try frames.frame(at: $0) } }
            // The decoder begins anew after an error.
            #expect(try Self.difference(frames.frame(at: 1).bitmap, fromFrame: 1) < 16)
        }

        @Test func `damage of a key frame loses no frame before it`() throws {
            let whole = try HEIFSequenceFixture.moving()
            let played = try Self.frames(whole)
            let pictures = try (0..<12).map { try played.frame(at: $0).bitmap }
            let sizes = try #require(boxOffset(of: "stsz", in: whole)) + 20
            let start = try #require(boxOffset(of: "mdat", in: whole)) + 8
            let sample = (0..<12).reduce(start) {
                $0 + HEIFContainer.u32(in: whole, at: sizes + 4 * $1)
            }
            var failures = 0
            // Behind the length and the header of the slice.
            let end = sample + HEIFContainer.u32(in: whole, at: sizes + 4 * 12)
            for place in stride(from: sample + 12, to: end, by: 8) {
                var bytes = whole
                bytes[place] ^= 0xFF
                let frames = try Self.frames(bytes)
                for index in 0..<12 {
                    let bitmap = try frames.frame(at: index).bitmap
                    #expect(bitmap == pictures[index], "byte \(place), frame \(index)")
                }
                do { _ = try frames.frame(at: 12) } catch { failures += 1 }
            }
            #expect(failures > 5)
        }

        @Test func `a cancelled task decodes no frame`() async throws {
            let bytes = try HEIFSequenceFixture.moving()
            let error = await #expect(throws: CodecError.self) {
                try await whenCancelled { try Self.frames(bytes).frame(at: 3) }
            }
            #expect(error == .cancelled)
        }

        @Test(arguments: [0xFF, 0x01, 0x80] as [UInt8])
        func `no changed byte does more than fail`(change: UInt8) throws {
            let whole = try HEIFSequenceFixture.transparent()
            let limits = DecodeLimits(maxPixels: 1 << 20, maxBytes: 64 << 20, maxFrames: 100)
            for place in stride(from: Int(change) % 5, to: whole.count, by: 5) {
                var bytes = whole
                bytes[place] ^= change
                let image = EncodedImage(ByteBlock(copying: bytes))
                guard
                    let frames = try? HEIFDecoder().frames(
                        of: image, options: DecodeOptions(limits: limits))
                else { continue }
                #expect((2...100).contains(frames.count))
                let bitmap = try? frames.frame(at: frames.count - 1).bitmap
                #expect(bitmap.map { $0.size.area <= 1 << 20 } ?? true)
            }
        }

        @Test func `a stream that needs more memory than its description says is a limit`() throws {
            var bytes = try HEIFSequenceFixture.moving()
            // No chroma, while the stream has 4:2:0.
            let place = try #require(boxOffset(of: "hvcC", in: bytes))
            bytes[place + 8 + 16] &= ~3
            let frames = try Self.frames(bytes)
            #expect {
                try frames.frame(at: 0)
            } throws: { error in
                isLimit(error)
            }
        }

        @Test func `memory of pictures and of conversion counts together`() throws {
            let bytes = ByteBlock(copying: try HEIFSequenceFixture.moving())
            let held = 18 * 128 * 64 * 3 / 2
            let limits = DecodeLimits(maxBytes: held + 96 * 64)
            #expect {
                try decode(bytes, DecodeOptions(limits: limits))
            } throws: { error in
                isLimit(error)
            }
            let more = DecodeLimits(maxBytes: held + 96 * 64 * 10)
            #expect(try decode(bytes, DecodeOptions(limits: more)).bitmap.size.width == 96)
        }

        @Test func `two pictures in one sample are damage`() throws {
            var bytes = try HEIFSequenceFixture.moving()
            let sizes = try #require(boxOffset(of: "stsz", in: bytes)) + 20
            // The last sample is the last two; an empty one precedes them.
            let both = [22, 23].reduce(0) { $0 + HEIFContainer.u32(in: bytes, at: sizes + 4 * $1) }
            bytes.replaceSubrange(
                sizes + 4 * 22..<sizes + 4 * 24,
                with: HEIFContainer.u32(0) + HEIFContainer.u32(both))
            let frames = try Self.frames(bytes)
            #expect(throws: CodecError.self) { try (12..<24).map { try frames.frame(at: $0) } }
            #expect(try Self.difference(frames.frame(at: 1).bitmap, fromFrame: 1) < 16)
        }

        @Test(.timeLimit(.minutes(1)))
        func `tables that contradict the file are refused at once`() throws {
            let whole = try HEIFSequenceFixture.moving()
            func isRefused(_ type: String, _ offset: Int, _ number: Int) throws -> Bool {
                var bytes = whole
                let place = try #require(boxOffset(of: type, in: bytes)) + offset
                bytes.replaceSubrange(place..<place + 4, with: HEIFContainer.u32(number))
                let image = EncodedImage(ByteBlock(copying: bytes))
                return (try? HEIFDecoder().frames(of: image, options: DecodeOptions())) == nil
            }
            // More chunks than the box has are not read.
            #expect(try !isRefused("stco", 12, 0xFFFF_FFFF))
            #expect(try isRefused("stco", 12, 0))
            // Beyond the end, and a first sample of more bytes than the file has.
            #expect(try isRefused("stco", 16, whole.count - 1))
            #expect(try isRefused("stsz", 12, whole.count))
        }

        @Test func `neither a damaged sequence nor one of an image file hides the image`() throws {
            let still = try encode(Bitmap(size: PixelSize(width: 64, height: 48))).array
            let picture = try decode(ByteBlock(copying: still)).bitmap.size
            #expect(picture == PixelSize(width: 64, height: 48))
            let movie = try HEIFSequenceFixture.moving()
            let film = try #require(boxOffset(of: "moov", in: movie))
            for brand in ["heic", "msf1"] {
                var bytes = still + movie[film...]
                let end = HEIFContainer.u32(in: bytes, at: 0)
                bytes.replaceSubrange(8..<12, with: Array(brand.utf8))
                bytes.replaceSubrange(end - 4..<end, with: Array("msf1".utf8))
                // The data of the track is not in the file.
                let output = try decode(ByteBlock(copying: bytes))
                #expect(output.bitmap.size == picture && output.metadata.frameCount == 1)
            }
        }
    }
#endif
