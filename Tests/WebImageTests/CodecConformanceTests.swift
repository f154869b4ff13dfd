#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && SVG && TIFF
    import Testing
    import TestSupport
    import WebImage
    import WebImageSVG

    /// Every installed codec passes the conformance kit.
    struct CodecConformanceTests {
        private static let scene = Scene.photograph(size: PixelSize(width: 72, height: 54))

        /// Three frames of a scene at different positions.
        private static var movingScene: ListedFrames {
            let part = Scene.photograph(size: PixelSize(width: 30, height: 24))
            let bitmaps = (0..<3).map { index in
                var canvas = Bitmap(size: PixelSize(width: 56, height: 40))
                canvas.composite(part, atX: index * 9 - 2, y: index * 5)
                return canvas
            }
            return ListedFrames(bitmaps, durations: [100, 60, 200].map { .milliseconds($0) })
        }

        @Test(arguments: CodecList.installed.encoders.map(\.format))
        func `what an encoder makes its decoder reads, whole, cut, damaged and in chunks`(
            format: ImageFormat
        ) async throws {
            let kit = CodecConformance(try CodecList.installed.decoder(for: format))
            let encoder = try CodecList.installed.encoder(for: format)
            let settings = EncodeSettings(effort: 1)
            let transparent = Scene.transparency(size: PixelSize(width: 60, height: 44))
            var samples = [
                CodecSample("a scene", try encoder.encode(Self.scene, settings: settings)),
                CodecSample("soft edges", try encoder.encode(transparent, settings: settings)),
            ]
            if let animated = encoder as? any AnimatedImageEncoder {
                samples.append(
                    CodecSample(
                        "an animation",
                        try animated.encode(Self.movingScene, settings: settings)))
            }
            let found = await kit.violations(with: samples)
            #expect(found.isEmpty, "\(found)")
            let isExact = ![ImageFormat.jpeg, .gif, .heic].contains(format)
            // libavif before 1.0 writes no number of plays.
            let encoding = kit.violations(
                of: encoder, isExact: isExact, keepsLoops: format != .avif)
            #expect(encoding.isEmpty, "\(encoding)")
        }

        @Test func `SVG conforms`() async {
            let text = """
                <svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="60" \
                height="40" fill="#356"/><circle cx="50" cy="30" r="20" fill="#fc68"/></svg>
                """
            let kit = CodecConformance(SVGDecoder(inProcess: true))
            let found = await kit.violations(
                with: [CodecSample("a drawing", ByteBlock(copying: Array(text.utf8)))])
            #expect(found.isEmpty, "\(found)")
        }
    }
#endif
