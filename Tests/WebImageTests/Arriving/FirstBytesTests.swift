#if Color && JPEG && PNG && GIF && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Testing
    import TestSupport
    import WebImage
    import WebImageCoding

    /// The information in the first bytes of files, by which `info(for:)` reads no more than it
    /// needs.
    struct FirstBytesTests {
        private static let formats = ["bmp", "tiff", "jxl", "avif", "heic"]

        /// Everything that decoders read from the headers of a file.
        private struct Header: Equatable {
            let metadata: ImageMetadata
            let profile: ByteBlock?
            let stored: StoredPixels

            init(_ bytes: ByteBlock, _ format: ImageFormat) throws {
                let decoder = try CodecList.installed.decoder(for: format)
                (metadata, profile, stored) = try bytes.withSpan { span in
                    (
                        try decoder.metadata(of: span, limits: DecodeLimits(maxPixels: 1 << 40)),
                        decoder.color(of: span).profile, StoredPixels(of: span, format: format)
                    )
                }
            }
        }

        @Test(
            .enabled(if: Corpus.isAvailable, "the corpus is not here"), arguments: formats)
        func `first bytes that suffice say what all bytes say`(format: String) throws {
            var answered = 0
            for entry in Corpus.entries(format: format) where entry.expectation == .decodes {
                let file = EncodedImage(try entry.load())
                let (bytes, format) = (file.bytes, try #require(file.format))
                let whole = try Header(bytes, format)
                var isAnswered = false
                for eighths in 1..<8 {
                    let first = FirstBytes(
                        bytes.prefix(bytes.count * eighths / 8), wholeByteCount: bytes.count)
                    guard let header = first.header(of: format),
                        let found = try? Header(header, format)
                    else { continue }
                    #expect(found == whole, "\(entry.path), \(eighths) eighths")
                    isAnswered = true
                }
                answered += isAnswered ? 1 : 0
            }
            let count = Corpus.entries(format: format).count
            // Most programs write the directories of TIFF behind the pixels.
            let least = format == "tiff" ? count / 25 : count / 4
            #expect(answered > least, "\(answered) of \(count) files")
        }

        private static func file(_ format: ImageFormat) throws -> ByteBlock {
            let exif: [UInt8] =
                [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1]
                + [0x01, 0x0F, 0, 2, 0, 0, 0, 4, 65, 66, 67, 0, 0, 0, 0, 0]
            let settings = EncodeSettings(
                quality: 98, effort: 1, embedded: EmbeddedMetadata(exif: exif))
            let noise = Scene.noise(
                size: PixelSize(width: 400, height: 300), seed: 1, isOpaque: true)
            return try CodecList.installed.encoder(for: format).encode(noise, settings: settings)
        }

        @Test func `EXIF behind the pixels is waited for`() throws {
            // libheif writes it there.
            let file = try Self.file(.heic)
            let first = FirstBytes(file.prefix(file.count - 10), wholeByteCount: file.count)
            #expect(first.header(of: .heic) == nil)
            #expect(try Header(file, .heic).metadata.exif != nil)
        }
    }
#endif
