#if JPEG
    import TestSupport
    import Testing
    import WebImageCoding
    import WebImageJPEG
    import WebImagePixels

    @Suite struct JPEGScaleTests {
        @Test(arguments: [(false, 40), (true, 80)])
        func `a picture shown small is decoded small`(isProgressive: Bool, width: Int) throws {
            let bytes = try encode(scene(320, 240), EncodeSettings(isProgressive: isProgressive))
            let output = try decode(bytes, shown(40, 30))
            // Rows of one scan are scaled completely as they arrive.
            #expect(output.bitmap.size == PixelSize(width: width, height: width * 3 / 4))
            #expect(output.metadata.size == PixelSize(width: 320, height: 240))
        }

        @Test func `a picture shown at its own size is decoded whole`() throws {
            let bytes = try encode(scene(37, 23))
            #expect(try decode(bytes, shown(37, 23)).bitmap == decode(bytes).bitmap)
            #expect(try decode(bytes, shown(500, 500)).bitmap == decode(bytes).bitmap)
        }

        @Test(arguments: [1, 3, 10, 17, 38, 52, 80, 94, 115, 120, 121])
        func `it is never decoded smaller than it is shown`(side: Int) throws {
            let bytes = try encode(scene(121, 77))
            let downsampling = Downsampling(box: PixelSize(width: side, height: 0))
            let decoded = try decode(bytes, DecodeOptions(downsampling: downsampling)).bitmap.size
            let target = downsampling.scaledSize(of: PixelSize(width: 121, height: 77))
            #expect(decoded.width >= target.width && decoded.height >= target.height)
            #expect(decoded.width <= 121 && decoded.height <= 77)
        }

        @Test(arguments: [(320, 240, 50), (301, 203, 60), (255, 130, 33)])
        func `it looks as if it were decoded whole and scaled`(
            width: Int, height: Int, side: Int
        ) throws {
            let bytes = try encode(scene(width, height), EncodeSettings(quality: 90))
            let options = shown(side, side)
            let target = options.downsampling.scaledSize(
                of: PixelSize(width: width, height: height))
            let reference = try decode(bytes).bitmap.resampled(to: target)
            let scaled = try decode(bytes, options).bitmap
            #expect(scaled.size.width < width)
            #expect(ImageComparison(scaled.resampled(to: target), reference).mean <= 2)
        }

        @Test func `a scaled picture may pass limits that the whole one does not`() throws {
            let bytes = try encode(scene(160, 160))
            let limits = DecodeLimits(maxBytes: 160 * 160)
            var options = shown(20, 20)
            options.limits = limits
            #expect(throws: Never.self) { try decode(bytes, options) }
            #expect(throws: CodecError.self) { try decode(bytes, DecodeOptions(limits: limits)) }
        }

        /// Compares files of equal coefficients, of which the progressive one skips most at an
        /// eighth.
        @Test(arguments: [ChromaSubsampling.none, .both], [(800, 600), (808, 616), (64, 2000)])
        func `an eighth of a progressive file is that of a baseline one`(
            chroma: ChromaSubsampling, size: (width: Int, height: Int)
        ) throws {
            let picture = scene(size.width, size.height)
            let files = try [false, true].map {
                try encode(
                    picture, EncodeSettings(quality: 85, isProgressive: $0, chroma: chroma))
            }
            let target = PixelSize(width: max(size.width / 20, 1), height: size.height / 20)
            let options = DecodeOptions(downsampling: Downsampling(box: target, fit: .stretch))
            let baseline = try decode(files[0], options).bitmap
            let progressive = try decode(files[1], options).bitmap
            #expect(progressive.size.width < size.width / 7)
            let small = progressive.resampled(to: target)
            #expect(ImageComparison(baseline.resampled(to: target), small).maximum <= 1)
        }

        @Test func `a scan that is passed over has to be there`() throws {
            let bytes = try encode(scene(320, 240), EncodeSettings(isProgressive: true))
            let whole = try decode(bytes, shown(20, 15)).bitmap
            #expect(whole.size == PixelSize(width: 40, height: 30))
            for share in [0.3, 0.5, 0.7, 0.9, 0.99] {
                let count = Int(Double(bytes.count) * share)
                let first = bytes.withUnsafeBytes { ByteBlock(copying: $0.prefix(count)) }
                #expect(throws: CodecError.self) {
                    try decode(first, shown(20, 15))
                }
            }
        }

        @Test func `a progressive file that lacks only its end marker is shown small`() throws {
            let whole = try encode(scene(320, 240), EncodeSettings(isProgressive: true))
            let cut = ByteBlock(copying: whole.array.dropLast(2))
            let small = try decode(whole, shown(20, 15)).bitmap
            #expect(small.size == PixelSize(width: 40, height: 30))
            #expect(try decode(cut, shown(20, 15)).bitmap == small)
        }

        /// Repeats scans of packed colours, which are repacked only after a change.
        @Test func `scans that say again what is known change nothing of a small picture`() throws {
            let whole = try encode(
                scene(808, 616), EncodeSettings(isProgressive: true, chroma: .both))
            var bytes = whole.array
            // The first scan of a colour's AC coefficients; its tables stay in force.
            let starts = bytes.indices.filter {
                bytes[$0...].starts(with: [0xFF, 0xDA, 0, 8, 1])
                    && bytes[($0 + 7)...].starts(with: [1, 63, 1]) && bytes[$0 + 5] > 1
            }
            #expect(starts.count == 2)
            for start in starts.reversed() {
                let rest = bytes.indices[(start + 10)...]
                let end = try #require(
                    rest.first { bytes[$0] == 0xFF && bytes[$0 + 1] != 0 })
                let scans = [[UInt8]](repeating: Array(bytes[start..<end]), count: 10)
                bytes.insert(contentsOf: scans.joined(), at: end)
            }
            let small = try decode(whole, shown(40, 30)).bitmap
            #expect(small.size == PixelSize(width: 101, height: 77))
            #expect(try decode(ByteBlock(copying: bytes), shown(40, 30)).bitmap == small)
        }

        /// Covers a result whose rows need all rows, each of which would be stored with reduced
        /// width.
        @Test func `rows are scaled as they come only where that takes less memory`() throws {
            let bytes = try encode(scene(64, 2000))
            let sizes = try [1, 200].map { height in
                let box = PixelSize(width: 60, height: height)
                let options = DecodeOptions(downsampling: Downsampling(box: box, fit: .stretch))
                return try decode(bytes, options).bitmap.size
            }
            #expect(sizes[0] == PixelSize(width: 64, height: 2000))
            #expect(sizes[1] == PixelSize(width: 60, height: 200))
        }

        private func shown(_ width: Int, _ height: Int) -> DecodeOptions {
            DecodeOptions(downsampling: Downsampling(box: PixelSize(width: width, height: height)))
        }
    }
#endif
