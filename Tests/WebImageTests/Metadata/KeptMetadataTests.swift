#if JPEG && PNG && WebP && AVIF && HEIF && JPEGXL && TIFF
    import Testing
    import TestSupport
    import WebImage

    /// Metadata that pictures keep or lose, in all formats that hold it.
    struct KeptMetadataTests {
        private static let formats: [ImageFormat] = [
            .jpeg, .png, .apng, .webp, .avif, .heic, .jxl, .tiff,
        ]
        private static let xmp = Array(
            #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><a exif:GPSLatitude="1" r="A"/></x:xmpmeta>"#.utf8
        )
        private static let iptc: [UInt8] =
            [0x1C, 2, 5, 0, 2, 65, 66] + [0x1C, 2, 90, 0, 4] + Array("City".utf8)
        /// A maker, an orientation, and a latitude of 1 degree.
        private static let exif: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 3]
            + [0x01, 0x0F, 0, 2, 0, 0, 0, 6, 0, 0, 0, 50, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0]
            + [0x88, 0x25, 0, 4, 0, 0, 0, 1, 0, 0, 0, 56, 0, 0, 0, 0] + Array("Maker\0".utf8)
            + [0, 1, 0, 2, 0, 5, 0, 0, 0, 3, 0, 0, 0, 74, 0, 0, 0, 0]
            + [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]

        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        /// Returns a picture of a format that has all kinds of metadata.
        private func source(_ format: ImageFormat) throws -> ByteBlock {
            let scene = Scene.photograph(size: PixelSize(width: 32, height: 24))
            let embedded = EmbeddedMetadata(
                exif: Self.exif, density: PixelDensity(x: 150, y: 150), xmp: Self.xmp,
                iptc: Self.iptc)
            let settings = EncodeSettings(effort: 1, embedded: embedded)
            return try CodecList.installed.encoder(for: format).encode(scene, settings: settings)
        }

        private func response(_ bytes: ByteBlock, width: Int? = nil) async throws -> ImageResponse {
            var request = ImageRequest(ImageSource.data(bytes))
            request.keepsEncodedBytes = true
            request.targetSize = width.map { PixelSize(width: $0, height: 0) }
            return try await pipeline.image(for: request)
        }

        private func info(_ bytes: ByteBlock) async throws -> ImageInfo {
            try await pipeline.info(for: ImageRequest(ImageSource.data(bytes)))
        }

        private func has(_ text: String, in bytes: ByteBlock) -> Bool {
            let all = bytes.withUnsafeBytes { Array($0) }
            return all.indices.contains { all[$0...].starts(with: text.utf8) }
        }

        @Test(arguments: formats)
        func `an encoded picture keeps EXIF and XMP where that is asked for`(
            format: ImageFormat
        ) async throws {
            for origin in [ImageFormat.jpeg, .tiff] {
                let response = try await response(source(origin), width: 16)
                let bytes = try await pipeline.encode(
                    response, as: format, settings: EncodeSettings(effort: 1, metadata: .keep))
                let fields = try await info(bytes).exifFields
                #expect(fields.contains { $0.name == "Make" && $0.value == "Maker" })
                #expect(fields.contains { $0.name == "GPSLatitude" && $0.value == "1" })
                #expect(has("exif:GPSLatitude=\"1\"", in: bytes))
                #expect(has("City", in: bytes) == [.jpeg, .tiff].contains(format))
            }
        }

        @Test func `a file that is no copy of its source keeps metadata, too`() async throws {
            let original = try source(.jpeg)
            let settings = EncodeSettings(metadata: .keep)
            for copies in [true, false] {
                let file = try await pipeline.file(
                    for: ImageRequest(ImageSource.data(original)), named: "copies \(copies)",
                    settings: settings
                ) { _, _ in
                    var choice = FileChoice(.jpeg, settings: settings)
                    choice.copiesOriginal = copies
                    return choice
                }
                #expect((file.bytes == original) == copies)
                #expect(has("exif:GPSLatitude=\"1\"", in: file.bytes))
            }
        }

        @Test(arguments: formats)
        func `an encoded picture loses the place alone where that is asked for`(
            format: ImageFormat
        ) async throws {
            let response = try await response(source(.jpeg), width: 16)
            let bytes = try await pipeline.encode(
                response, as: format,
                settings: EncodeSettings(effort: 1, metadata: .dropLocation))
            let fields = try await info(bytes).exifFields
            #expect(fields.contains { $0.name == "Make" })
            #expect(!fields.contains { $0.name.hasPrefix("GPS") })
            #expect(has(#"r="A""#, in: bytes) && !has("GPSLatitude", in: bytes))
            #expect(!has("City", in: bytes))
        }

        @Test(arguments: formats)
        func `copied bytes lose what is to be dropped, and show the same`(
            format: ImageFormat
        ) async throws {
            let original = try source(format)
            let response = try await response(original)
            // A still that is written as APNG is a PNG.
            let format = try #require(response.format)
            let copy = try await pipeline.encode(response, as: format)
            #expect(copy === response.encoded?.bytes)
            for policy in [MetadataPolicy.drop, .dropLocation, .copyright] {
                let bytes = try await pipeline.encode(
                    response, as: format, settings: EncodeSettings(metadata: policy))
                #expect(!has("GPSLatitude", in: bytes) && !has("City", in: bytes))
                #expect(has(#"r="A""#, in: bytes) == (policy == .dropLocation))
                let fields = try await info(bytes).exifFields
                #expect(fields.contains { $0.name == "Make" } == (policy == .dropLocation))
                #expect(!fields.contains { $0.name.hasPrefix("GPS") })
                let again = try await self.response(bytes)
                // Pixels of an encoder differ.
                #expect(again.image.poster == response.image.poster)
                #expect(bytes.count <= original.count)
            }
        }

        @Test func `EXIF of a TIFF survives a copy of its values in both byte orders`() async throws
        {
            let tiff = try await response(source(.tiff))
            let jpeg = try await pipeline.encode(
                tiff, as: .jpeg, settings: EncodeSettings(metadata: .keep))
            let first = try await info(jpeg).exifFields
            let again = try await pipeline.encode(
                response(jpeg), as: .tiff, settings: EncodeSettings(metadata: .keep))
            #expect(try await info(again).exifFields == first.filter { $0.name != "Orientation" })
            #expect(try await info(again).metadata.density != nil)
        }

        @Test func `info tells depth and colours`() async throws {
            for (format, type) in [
                (ImageFormat.jpeg, ColorType.rgb), (.png, .rgb), (.webp, .rgb), (.avif, .rgb),
                (.heic, .rgb), (.jxl, .rgb), (.tiff, .rgb),
            ] {
                let info = try await info(source(format))
                #expect(info.bitDepth == 8 && info.colorType == type, "\(format)")
            }
        }
    }
#endif
