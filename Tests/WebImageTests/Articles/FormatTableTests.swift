#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && SVG && TIFF
    import Testing
    import TestSupport
    import WebImage

    /// Sources/Library/WebImage/WebImage.docc/Extending/Formats.md, compared with the codecs.
    struct FormatTableTests {
        @Test func `every format has a row, and no other`() throws {
            #expect(try FormatTable().formats == Set(ImageFormat.all.map(\.rawValue)))
        }

        @Test(arguments: ImageFormat.all)
        func `decoders and encoders are what the table says`(format: ImageFormat) throws {
            let (table, codecs) = (try FormatTable(), CodecList.installed)
            let decoder = try? codecs.decoder(for: format)
            let encoder = try? codecs.encoder(for: format)
            #expect(table.says(.decode, of: format) == (decoder != nil))
            #expect(
                table.says(.incremental, of: format) == (decoder is any IncrementalImageDecoder))
            #expect(table.says(.encode, of: format) == (encoder != nil))
            #expect(
                table.says(.encodeAnimation, of: format) == (encoder is any AnimatedImageEncoder))
        }

        @Test func `the table in README is what the codecs do`() throws {
            let (table, codecs) = (try ShortFormatTable(), CodecList.installed)
            #expect(Set(table.rows.flatMap(\.formats)) == Set(ImageFormat.all))
            for (formats, cells) in table.rows {
                let decoders = formats.compactMap { try? codecs.decoder(for: $0) }
                let encoders = formats.compactMap { try? codecs.encoder(for: $0) }
                #expect(cells[0] == (decoders.count == formats.count ? "yes" : ""))
                #expect(cells[1] == (encoders.count == formats.count ? "yes" : ""))
                let isRead = decoders.contains { $0 is any AnimatedImageDecoder }
                let isWritten = encoders.contains { $0 is any AnimatedImageEncoder }
                #expect(
                    cells[2] == (isRead ? isWritten ? "read and written" : "read" : ""),
                    "\(formats)")
            }
        }

        @Test(
            .enabled(if: Corpus.isAvailable, "the corpus is not here"), arguments: ImageFormat.all)
        func `what pictures show is what the table says`(format: ImageFormat) throws {
            let (table, trial) = (try FormatTable(), try FormatTrial(format))
            #expect(table.says(.scaledDecode, of: format) == trial.isScaledWhileDecoding)
            // The corpus has no sequence of HEIC; HEIFSequenceTests has.
            let isSequence =
                try format == .heic
                && CodecList.installed.decoder(for: format) is any AnimatedImageDecoder
            #expect(table.says(.animation, of: format) == (trial.isAnimated || isSequence))
            if let hasProfile = trial.hasProfile {
                #expect(table.says(.profile, of: format) == hasProfile)
            }
            #expect(table.says(.orientation, of: format) == trial.isTurned)
            if let isDeep = trial.isDeep { #expect(table.says(.deep, of: format) == isDeep) }
        }

        @Test(arguments: CodecList.installed.encoders.map(\.format))
        func `metadata is kept where the table says so`(format: ImageFormat) throws {
            let encoder = try CodecList.installed.encoder(for: format)
            let decoder = try CodecList.installed.decoder(for: format)
            // A block of one entry: the resolution unit is inches.
            let exif: [UInt8] = [
                0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x28, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0,
                0, 0,
            ]
            let embedded = EmbeddedMetadata(exif: exif, density: PixelDensity(x: 150, y: 150))
            let scene = Scene.photograph(size: PixelSize(width: 64, height: 48))
            let settings = EncodeSettings(metadata: .keep, embedded: embedded)
            let bytes = try encoder.encode(scene, settings: settings)
            let metadata = try bytes.withSpan { span throws(CodecError) in
                try decoder.metadata(of: span, limits: DecodeLimits())
            }
            let isKept = metadata.exif != nil || metadata.density != nil
            #expect(try FormatTable().says(.metadata, of: format) == isKept)
        }
    }

    /// The features of a codec, by the small files of its format in the corpus.
    private struct FormatTrial {
        private(set) var isScaledWhileDecoding = false
        private(set) var isAnimated = false
        /// `true` if profiles are found; `nil` if no file has one.
        private(set) var hasProfile: Bool?
        private(set) var isTurned = false
        /// `true` if more than 8 bits a channel are decoded; `nil` if no file is tagged so.
        private(set) var isDeep: Bool?

        init(_ format: ImageFormat) throws {
            let decoder = try CodecList.installed.drawingInProcess.decoder(for: format)
            for entry in Corpus.entries(format: format.rawValue)
            where entry.expectation == .decodes
                && (entry.width ?? 0) * (entry.height ?? 0) < 200_000
            {
                let image = EncodedImage(try entry.load())
                let whole = Downsampling()
                guard let output = try? Self.decode(image, decoder, whole) else { continue }
                let metadata = output.metadata
                if entry.hasProfile {
                    hasProfile = hasProfile == true || output.color.profile != nil
                }
                if entry.orientation != 1 {
                    isTurned = isTurned || metadata.size.width == entry.width
                }
                if entry.tags.contains(where: Self.isDeepTag) { isDeep = true }
                if entry.framesKind == "animation", !isAnimated {
                    let frames = try (decoder as? any AnimatedImageDecoder)?.frames(
                        of: image, options: DecodeOptions())
                    isAnimated = (frames.flatMap { $0 }?.count ?? 1) > 1
                }
                if !isScaledWhileDecoding, min(metadata.size.width, metadata.size.height) >= 64 {
                    let box = Downsampling(box: PixelSize(width: 8, height: 8))
                    let small = try? Self.decode(image, decoder, box).bitmap.size.area
                    isScaledWhileDecoding = (small ?? .max) < output.bitmap.size.area
                }
            }
        }

        private static func isDeepTag(_ tag: String) -> Bool {
            ["16bit", "12bit", "10bit", "bps16"].contains { tag.hasSuffix($0) }
        }

        private static func decode(
            _ image: EncodedImage, _ decoder: any ImageDecoder, _ downsampling: Downsampling
        ) throws(CodecError) -> DecodeOutput {
            try image.bytes.withSpan { span throws(CodecError) in
                try decoder.decode(span, options: DecodeOptions(downsampling: downsampling))
            }
        }
    }
#endif
