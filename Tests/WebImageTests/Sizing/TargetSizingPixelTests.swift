import TestSupport
import Testing
import WebImage

/// Pictures that are cropped, scaled and put on a canvas while they are decoded.
@Suite struct TargetSizingPixelTests {
    /// The formats that the traits have, and the largest difference from the plain way.
    ///
    /// A JPEG is reduced by its transform first, and a PNG may be turned by a chunk behind its
    /// pixels: they are scaled twice.
    static let formats: [(ImageFormat, Int)] = [
        (.bmp, 1), (.gif, 1), (.png, 3), (.jpeg, 4), (.webp, 4),
    ].filter { row in (try? CodecList.installed.encoder(for: row.0)) != nil }

    private static func encoded(_ picture: Bitmap, _ format: ImageFormat) throws -> ByteBlock {
        try CodecList.installed.encoder(for: format)
            .encode(picture, settings: EncodeSettings(quality: 100))
    }

    @Test(arguments: formats, SizedPicture.rules)
    func `a picture is sized as by the plain way`(
        format: (ImageFormat, Int), rule: String
    ) async throws {
        let bytes = try Self.encoded(SizedPicture.slopes(PixelSize(201, 127)), format.0)
        let sizing = try TargetSizing(rule)
        let expected = SizedPicture.of(try await SizedPicture.load(bytes).poster, sizing)
        let found = try await SizedPicture.load(bytes, sizing).poster
        #expect(found.size == expected.size)
        #expect(found.isOpaque == expected.isOpaque)
        // The place is found in the pixels, and its size is known only.
        if rule.contains("smart") { return }
        #expect(ImageComparison(found, expected).maximum <= format.1)
    }

    @Test(arguments: formats.map(\.0))
    func `a crop without scaling is exact`(format: ImageFormat) async throws {
        let bytes = try Self.encoded(
            Scene.noise(size: PixelSize(90, 70), seed: 3, isOpaque: true), format)
        let whole = try await SizedPicture.load(bytes).poster
        for (rule, x, y) in [("crop:33x21@southeast:2:3", 55, 46), ("crop:33x21@west", 0, 25)] {
            let found = try await SizedPicture.load(bytes, TargetSizing("fit,\(rule)")).poster
            let rect = PixelRect(x: x, y: y, size: PixelSize(33, 21))
            #expect(found == whole.cropped(to: rect))
        }
    }

    /// Formats without loss, each with its way of reducing.
    private static let exact: [ImageFormat] = [.bmp, .gif, .png, .tiff, .webp, .jxl, .avif]
        .filter { (try? CodecList.installed.encoder(for: $0)) != nil }

    /// Rules that show a green rectangle around which all is red.
    private static let hidden = [
        "fit", "fit:30x40", "fit:20x40", "fit:7x9", "fit:120x160,enlarge", "fill:31x23",
        "fill:25x25,dpr:1.5,at:east", "exact:19x50", "fit:33x33,extend",
    ].map { "\($0),crop:60x80@northwest:130:41" }

    @Test(arguments: exact, [PixelSize(251, 163), PixelSize(1211, 799)])
    func `no pixel outside of a crop is seen`(format: ImageFormat, size: PixelSize) async throws {
        var picture = Bitmap(size: size, isOpaque: true)
        picture.fill(PixelRect(x: 0, y: 0, size: size), with: [0, 0, 255, 255])
        let inside = PixelRect(x: 130, y: 41, size: PixelSize(60, 80))
        picture.fill(inside, with: [0, 255, 0, 255])
        let bytes = try CodecList.installed.encoder(for: format)
            .encode(picture, settings: EncodeSettings(isLossless: true))
        for text in Self.hidden {
            let found = try await SizedPicture.load(bytes, TargetSizing(text)).poster
            for y in 0..<found.size.height {
                for x in 0..<found.size.width where found[x, y] != [0, 0, 0, 0] {
                    #expect(found[x, y] == [0, 255, 0, 255], "\(text) at \(x), \(y)")
                }
            }
        }
    }

    @Test(arguments: exact, [90, 180, 270])
    func `no pixel outside of a crop of a turned picture is seen`(
        format: ImageFormat, turn: Int
    ) async throws {
        var picture = Bitmap(size: PixelSize(250, 160), isOpaque: true)
        picture.fill(PixelRect(x: 0, y: 0, size: picture.size), with: [0, 0, 255, 255])
        // The first quarter of each side, in the picture as it is turned.
        let place = turn == 90 ? (0, 120) : turn == 180 ? (187, 120) : (187, 0)
        picture.fill(
            PixelRect(x: place.0, y: place.1, size: PixelSize(63, 40)), with: [0, 255, 0, 255])
        let bytes = try CodecList.installed.encoder(for: format)
            .encode(picture, settings: EncodeSettings(isLossless: true))
        for box in ["fit:17x", "fit:31x13", "exact:100x100,enlarge", "fill:20x30"] {
            let rule = "\(box),turn:\(turn),mirror,crop:0.24x0.24@northeast"
            let found = try await SizedPicture.load(bytes, TargetSizing(rule)).poster
            let colors = Set(
                (0..<found.size.area).map { index in
                    "\(found[index % found.size.width, index / found.size.width])"
                })
            #expect(colors == ["\([0, 255, 0, 255] as SIMD4<UInt8>)"], "\(rule): \(colors.count)")
        }
    }

    @Test(arguments: formats.map(\.0))
    func `a canvas is transparent around an unchanged picture`(format: ImageFormat) async throws {
        let bytes = try Self.encoded(
            Scene.noise(size: PixelSize(30, 20), seed: 3, isOpaque: true), format)
        let whole = try await SizedPicture.load(bytes).poster
        let found = try await SizedPicture.load(
            bytes, TargetSizing("fit:40x40,extend:northeast,pad:1:2:3:4")
        ).poster
        #expect(found.size == PixelSize(46, 44))
        #expect(!found.isOpaque)
        var inner = found.cropped(to: PixelRect(x: 14, y: 1, size: whole.size))
        inner.isOpaque = true
        #expect(inner == whole)
        #expect(
            found[13, 1] == [0, 0, 0, 0] && found[14, 21] == [0, 0, 0, 0]
                && found[44, 1] == [0, 0, 0, 0])
    }

    @Test func `a result beyond the limits is refused`() async throws {
        let bytes = try Self.encoded(
            SizedPicture.slopes(PixelSize(3, 2)), .bmp)
        for rule in [
            "fit:20000x,enlarge", "fit:1x1,zoom:1000000,enlarge,dpr:1000", "fit:30000x30000,extend",
            "fit,pad:0:16777216:0:0", "fit,min:2000000x", "exact:16777216x1,enlarge",
        ] {
            let error = await #expect(throws: ImageError.self) {
                _ = try await SizedPicture.load(bytes, TargetSizing(rule))
            }
            guard case .decode(.limit) = error else {
                Issue.record("\(rule): \(String(describing: error))")
                continue
            }
        }
    }

    @Test(arguments: SizedPicture.rules)
    func `a budget of bytes limits the result`(rule: String) async throws {
        let bytes = try Self.encoded(SizedPicture.slopes(PixelSize(201, 127)), .bmp)
        var request = ImageRequest(ImageSource.data(bytes))
        request.targetSizing = try TargetSizing(rule)
        request.byteBudget = 4000
        let result = try await ImagePipeline(transport: nil, disk: nil).image(for: request)
        #expect(result.image.size.area <= 1000)
    }
}

#if GIF
    /// Animations whose frames are sized by a rule.
    @Suite struct TargetSizingAnimationTests {
        @Test(arguments: SizedPicture.rules)
        func `all frames are sized alike`(rule: String) async throws {
            let frames = (0..<3).map { index in
                var picture = Scene.photograph(size: PixelSize(121, 80))
                picture.fill(
                    PixelRect(x: index * 30, y: 10, size: PixelSize(40, 40)),
                    with: [UInt8(index * 90), 200, 30, 255])
                return picture
            }
            let encoder = try #require(CodecList.installed.animatedEncoder(for: .gif))
            let bytes = try encoder.encode(ListedFrames(frames), settings: EncodeSettings())
            let sizing = try TargetSizing(rule)
            let whole = try #require(try await SizedPicture.load(bytes).frames)
            let image = try await SizedPicture.load(bytes, sizing)
            let sized = try #require(image.frames)
            #expect(sized.size == image.poster.size)
            for index in 0..<3 {
                let expected = SizedPicture.of(try whole.frame(at: index).bitmap, sizing)
                let found = try sized.frame(at: index).bitmap
                #expect(found.size == expected.size)
                if rule.contains("smart") { continue }
                #expect(ImageComparison(found, expected).maximum <= 1)
            }
        }
    }
#endif

#if JPEG
    /// Previews of pictures that are sized by a rule.
    @Suite struct TargetSizingPreviewTests {
        @Test(.timeLimit(.minutes(10)), arguments: [true, false])
        func `previews have the size of the result`(isProgressive: Bool) async throws {
            let bytes = try CodecList.installed.encoder(for: .jpeg).encode(
                Scene.photograph(size: PixelSize(320, 240)),
                settings: EncodeSettings(isProgressive: isProgressive))
            let (chunks, feed) = AsyncStream.makeStream(of: ByteBlock.self)
            let loader = ScriptedLoader { _ in
                LoadedBody(
                    head: ResponseHead(url: "http://origin.test/a.jpg"), origin: .network,
                    expectedByteCount: nil, chunks: BodyStream(chunks))
            }
            let pipeline = ImagePipeline(
                memory: MemoryCache(), disk: nil, loader: loader, codecs: .installed)
            var request = ImageRequest("http://origin.test/a.jpg")
            request.previews = .all
            request.targetSizing = try TargetSizing(
                "fit:90x90,crop:0.8x0.5@northeast,extend,pad:1:1:1:1")
            feed.yield(bytes.prefix(bytes.count / 2))
            var sizes: [PixelSize] = []
            var result: Bitmap?
            for await update in pipeline.updates(for: request) {
                if case .preview(let image) = update {
                    if sizes.isEmpty {
                        feed.yield(bytes.suffix(from: bytes.count / 2))
                        feed.finish()
                    }
                    sizes.append(image.size)
                }
                if case .finished(let response) = update {
                    result = try response.get().image.poster
                }
            }
            #expect(!sizes.isEmpty && sizes.allSatisfy { $0 == PixelSize(92, 92) })
            let once = try await SizedPicture.load(bytes, request.targetSizing).poster
            #expect(once == result)
        }
    }

    /// JPEG whose EXIF turns it.
    @Suite struct TargetSizingOrientationTests {
        /// Returns a JPEG with an EXIF block that says an orientation.
        private static func jpeg(_ stored: Bitmap, _ orientation: Orientation) throws -> ByteBlock {
            let plain = try CodecList.installed.encoder(for: .jpeg)
                .encode(stored, settings: EncodeSettings(quality: 100))
            let block: [UInt8] =
                [0xFF, 0xE1, 0, 34] + Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0]
                + [0x12, 1, 3, 0, 1, 0, 0, 0, UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0, 0]
            let bytes = plain.withUnsafeBytes { Array($0) }
            return ByteBlock(copying: bytes[..<2] + block + bytes[2...])
        }

        @Test(arguments: Orientation.allCases, SizedPicture.rules)
        func `a rule speaks of the upright picture`(
            orientation: Orientation, rule: String
        ) async throws {
            let bytes = try Self.jpeg(SizedPicture.slopes(PixelSize(201, 127)), orientation)
            let sizing = try TargetSizing(rule)
            let upright = try await SizedPicture.load(bytes).poster
            #expect((upright.size == PixelSize(201, 127)) != orientation.swapsSides)
            let expected = SizedPicture.of(upright, sizing)
            let found = try await SizedPicture.load(bytes, sizing).poster
            #expect(found.size == expected.size)
            if rule.contains("smart") { return }
            #expect(ImageComparison(found, expected).maximum <= 4)
        }
    }
#endif
