#if SVG
    import TestSupport
    import Testing
    import WebImageBMP
    import WebImageCaching
    import WebImageCoding
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageSVG
    import WebImageTransforms

    /// Text on pictures, in fonts of the system: the tests need one, whichever it is.
    struct SVGTextTransformTests {
        private static let size = PixelSize(width: 300, height: 120)

        private var pipeline: ImagePipeline {
            ImagePipeline(
                memory: MemoryCache(maxBytes: 1 << 24), disk: nil, loader: SchemeLoader(),
                codecs: CodecList(decoders: [SVGDecoder(), BMPDecoder()]))
        }

        /// Returns a black picture with a text on it.
        private func drawn(
            _ transform: BuiltInTransform, by pipeline: ImagePipeline? = nil
        ) async throws -> Bitmap {
            var black = Bitmap(size: Self.size, isOpaque: true)
            black.fill(PixelRect(x: 0, y: 0, size: Self.size), with: SIMD4(0, 0, 0, 255))
            let bytes = try BMPEncoder().encode(black, settings: EncodeSettings())
            let request = ImageRequest(ImageSource.data(bytes), transforms: [transform])
            return try await (pipeline ?? self.pipeline).image(for: request).image.poster
        }

        /// Returns the smallest rectangle around all pixels that are not black; nil if there is
        /// none.
        private func inkRect(of picture: Bitmap) -> PixelRect? {
            let places = (0..<picture.size.height).flatMap { y in
                (0..<picture.size.width).map { (x: $0, y: y) }
            }
            .filter { picture[$0.x, $0.y] != SIMD4(0, 0, 0, 255) }
            guard let left = places.map(\.x).min(), let right = places.map(\.x).max(),
                let top = places.map(\.y).min(), let bottom = places.map(\.y).max()
            else { return nil }
            return PixelRect(
                x: left, y: top, size: PixelSize(width: right - left + 1, height: bottom - top + 1))
        }

        @Test func `the ink of a text has the distances to the edges`() async throws {
            let picture = try await drawn(.text("Hg", size: 40, at: .southeast, x: 10, y: 7))
            let ink = try #require(inkRect(of: picture))
            #expect(ink.x + ink.size.width == 290 && ink.y + ink.size.height == 113)
            #expect((20...80).contains(ink.size.width) && (20...60).contains(ink.size.height))
            let corner = try #require(
                inkRect(of: try await drawn(.text("Hg", size: 40, at: .northwest))))
            #expect(corner == PixelRect(x: 0, y: 0, size: ink.size))
        }

        @Test func `a text has its colour, its opacity and its size`() async throws {
            let orange = RGBAColor(red: 255, green: 136, blue: 0)
            let picture = try await drawn(.text("HHH", size: 60, color: orange))
            let pixels = (0..<Self.size.height).flatMap { y in
                (0..<Self.size.width).map { picture[$0, y] }
            }
            #expect(pixels.contains(SIMD4(0, 136, 255, 255)))
            #expect(
                pixels.allSatisfy { $0.x == 0 && abs(Int($0.y) * 255 - Int($0.z) * 136) <= 255 })
            let faded = try await drawn(.text("HHH", size: 60, color: orange, opacity: 0.5))
            let brightest = (0..<Self.size.width).map { faded[$0, 60].z }.max()
            #expect(brightest == 128)
            let (large, small) = (
                try #require(inkRect(of: picture)),
                try #require(inkRect(of: try await drawn(.text("HHH", size: 30))))
            )
            #expect(abs(large.size.width - 2 * small.size.width) <= 6)
        }

        @Test func `markup is drawn as text`() async throws {
            let text = "</text><rect width='999' height='999' fill='red'/>"
            let picture = try await drawn(.text(text, size: 5, at: .northwest))
            let ink = try #require(inkRect(of: picture))
            #expect(ink.size.height <= 12)
            #expect(picture[299, 119] == SIMD4(0, 0, 0, 255))
        }

        @Test func `a text keeps its size under the pipeline's defaults`() async throws {
            let usual = try await drawn(.text("Hello", size: 40))
            var pipeline = pipeline
            pipeline.defaults.byteBudget = 1 << 20
            #expect(try await drawn(.text("Hello", size: 40), by: pipeline) == usual)
            pipeline.defaults.targetSize = PixelSize(width: 300, height: 0)
            #expect(try await drawn(.text("Hello", size: 40), by: pipeline) == usual)
        }

        @Test func `a spelled URL of data is drawn in a share of the picture`() async throws {
            let square =
                "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='120' height='60'>"
                + "<path d='M0 0H120V60H0Z' fill='white' fill-opacity='0.8'/></svg>"
            let spelling = "composite(url:\(square.spelling),at:southeast,x:10,y:10,scale:0.2)"
            let read = try Vocabulary.withInputs.read(spelling)
            #expect(read.spelling == spelling)
            let transform = try #require(read as? BuiltInTransform)
            var pipeline = pipeline
            pipeline.codecs = pipeline.codecs.drawingInProcess
            let picture = try await drawn(transform, by: pipeline)
            await #expect(throws: (any Error).self) { try await drawn(transform) }
            let expected = PixelRect(x: 242, y: 86, size: PixelSize(width: 48, height: 24))
            #expect(inkRect(of: picture) == expected)
            #expect(picture[260, 100] == SIMD4(204, 204, 204, 255))
        }

        @Test func `tiles of a text cover the picture, and spaces draw nothing`() async throws {
            let tiled = try await drawn(.text("H", size: 20, x: 5, y: 5, tiles: true))
            let ink = try #require(inkRect(of: tiled))
            #expect(ink.size.width > 280 && ink.size.height > 100)
            #expect(inkRect(of: try await drawn(.text("   "))) == nil)
        }
    }
#endif
