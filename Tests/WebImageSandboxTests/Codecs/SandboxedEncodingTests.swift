#if Sandbox && os(Linux)
    import SandboxAttacks
    import TestSupport
    import Testing
    import WebImage
    import WebImageSandbox

    /// Stills are encoded behind the wall as in the program, by each encoder with each of its
    /// settings.
    @Suite struct SandboxedEncodingTests {
        private static let variants: [(name: String, settings: EncodeSettings)] = {
            var progressive = EncodeSettings(quality: 35)
            progressive.isProgressive = true
            progressive.effort = 2
            var lossless = EncodeSettings()
            lossless.isLossless = true
            var reduced = EncodeSettings()
            reduced.maxColorCount = 12
            var withMetadata = EncodeSettings(quality: 90)
            withMetadata.chroma = .none
            withMetadata.embedded.profile = ICCFile.displayP3.bytes
            withMetadata.embedded.xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
            withMetadata.embedded.density = PixelDensity(x: 300, y: 150)
            return [
                ("usual", EncodeSettings()), ("progressive", progressive), ("lossless", lossless),
                ("reduced", reduced),
                ("with metadata", withMetadata),
            ]
        }()

        @Test func filesAreThoseOfTheProgramItself() async throws {
            let own = CodecList.installed
            let remote = try await sandboxedCodecs(encodes: true)
            #expect(own.encoders.count >= 8)
            for size in [PixelSize(61, 40), PixelSize(1, 1)] {
                let bitmap = Scene.photograph(size: size)
                for twin in own.encoders {
                    let encoder = try remote.encoder(for: twin.format)
                    #expect(encoder.identity == twin.identity)
                    #expect(encoder.hasQuality == twin.hasQuality)
                    // The pixels are copied to the worker.
                    #expect(encoder.workingBytesPerPixel == twin.workingBytesPerPixel + 4)
                    for (name, settings) in Self.variants {
                        let here = Self.file(of: bitmap, by: twin, settings)
                        let there = await blocking.run {
                            Self.file(of: bitmap, by: encoder, settings)
                        }
                        let isSame = try there == here || Self.looksSame(there, here, twin.format)
                        #expect(isSame, "\(there), not \(here): \(twin.format) of \(size), \(name)")
                    }
                }
            }
        }

        @Test func `translucent colours pass workers exactly`() async throws {
            let remote = try await sandboxedCodecs(encodes: true)
            var bitmap = Bitmap(size: PixelSize(31, 256), as: .rgba16)
            bitmap.significantBits = 8
            for y in 0..<256 {
                for x in 0..<31 {
                    let pixel = SIMD4(x * 8, 255 - x, x * y % 256, y) &* 257
                    bitmap[deep: x, y] = SIMD4(truncatingIfNeeded: pixel)
                }
            }
            let encoders = remote.encoders.filter(\.keepsTranslucency)
            #expect(encoders.map(\.format).contains(.png))
            for encoder in encoders {
                let decoder = try remote.decoder(for: encoder.format)
                let found = try await blocking.run { [bitmap] () throws(CodecError) in
                    let file = try encoder.encode(
                        bitmap, settings: EncodeSettings(isLossless: true))
                    var options = DecodeOptions()
                    options.keepsTranslucency = true
                    return try file.withSpan { bytes throws(CodecError) in
                        try decoder.decode(bytes, options: options).bitmap
                    }
                }
                #expect(found == bitmap && found.significantBits == 8, "\(encoder.format)")
            }
        }

        @Test func `frames of 16 bits pass workers exactly`() async throws {
            let remote = try await sandboxedCodecs(encodes: true)
            let pictures = (0..<2).map { index in
                var bitmap = Bitmap(size: PixelSize(31, 16), as: .rgba16)
                for y in 0..<16 {
                    for x in 0..<31 {
                        let pixel = SIMD4(x * 2001 + index, y * 4001, x * y, y * 4369)
                        bitmap[deep: x, y] = SIMD4(truncatingIfNeeded: pixel)
                    }
                }
                return bitmap
            }
            let encoder = try #require(remote.animatedEncoder(for: .apng))
            let decoder = try #require(
                try remote.decoder(for: .apng) as? any AnimatedImageDecoder)
            #expect(encoder.frameSampleFormats.contains(.rgba16))
            let found = try await blocking.run {
                let file = try encoder.encode(ListedFrames(pictures), settings: EncodeSettings())
                var options = DecodeOptions()
                options.pixelDepth = .asStored
                let frames = try decoder.frames(of: EncodedImage(file), options: options)
                return try (0..<2).map { try frames?.frame(at: $0).bitmap }
            }
            #expect(found == pictures)
        }

        /// Lets the attacking encoder encode a picture; returns its words.
        private func words(of bitmap: Bitmap) async throws -> CodecError? {
            let encoder = try await sandboxedCodecs(encodes: true).encoder(for: .attack)
            return await #expect(throws: CodecError.self) {
                try await blocking.run {
                    _ = try encoder.encode(bitmap, settings: EncodeSettings())
                }
            }
        }

        @Test func `an encoder sees nothing behind the rows`() async throws {
            var bitmap = Bitmap(size: PixelSize(AttackEncoder.padding, 3))
            let stride = bitmap.bytesPerRow
            bitmap.withUnsafeMutableRows { rows in
                rows.update(repeating: 7, count: 3 * stride)
            }
            #expect(try await words(of: bitmap) == .encoding(.attack, "0"))
        }

        @Test func `a new file is no larger than its picture`() async throws {
            let error = try await words(of: Bitmap(size: PixelSize(AttackEncoder.size, 3)))
            #expect(error == .workerEnded(.attack, .answer("a file of 5x3 pixels")))
        }

        /// Pixels and files larger than the memories that a worker starts with.
        @Test func largeFilesReturnWhole() async throws {
            let remote = try await sandboxedCodecs(encodes: true)
            let bitmap = Scene.photograph(size: PixelSize(1500, 1100))
            let encoder = try remote.encoder(for: .bmp)
            let settings = EncodeSettings()
            let there = await blocking.run { Self.file(of: bitmap, by: encoder, settings) }
            let own = try CodecList.installed.encoder(for: .bmp)
            #expect(try there.get().count > 4 << 20)
            #expect(there == Self.file(of: bitmap, by: own, settings))
        }

        @Test func animationsAreEncodedInTheProgram() async throws {
            let remote = try await sandboxedCodecs(encodes: true)
            let frames = [20, 80].map { width in
                ImageFrame(
                    bitmap: Scene.photograph(size: PixelSize(30, 20)),
                    duration: .milliseconds(width))
            }
            let film = try #require(DecodedImage(frames: frames).frames)
            let (encoder, own) = (
                try #require(remote.animatedEncoder(for: .gif)),
                try #require(CodecList.installed.animatedEncoder(for: .gif))
            )
            let file = try encoder.encode(film, settings: EncodeSettings())
            #expect(file == (try own.encode(film, settings: EncodeSettings())))
        }

        /// Compares pictures of x265, whose files depend on the threads: it counts the processors
        /// in a folder that a worker cannot read, and then codes all rows on one.
        private static func looksSame(
            _ one: Outcome, _ other: Outcome, _ format: ImageFormat
        ) throws -> Bool {
            guard format == .heic, case .success(let one) = one, case .success(let other) = other
            else { return false }
            let decoder = try CodecList.installed.decoder(for: format)
            let bitmaps = try [one, other].map { file in
                try file.withSpan { try decoder.decode($0, options: DecodeOptions()).bitmap }
            }
            return ImageComparison(bitmaps[0], bitmaps[1]).maximum <= 4
        }

        private typealias Outcome = Result<ByteBlock, CodecError>

        private static func file(
            of bitmap: Bitmap, by encoder: any ImageEncoder, _ settings: EncodeSettings
        ) -> Outcome {
            Outcome { () throws(CodecError) in
                try encoder.encode(bitmap, settings: settings)
            }
        }
    }
#endif
