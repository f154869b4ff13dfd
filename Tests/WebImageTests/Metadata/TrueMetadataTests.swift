#if JPEG && PNG && WebP && TIFF
    import Testing
    import TestSupport
    import WebImage

    /// Kept metadata say what is true of the pixels that are written.
    struct TrueMetadataTests {
        /// An orientation, and the size of a picture, as SHORT and as LONG.
        private static let exif: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 3]
            + [0x01, 0x0F, 0, 2, 0, 0, 0, 4] + Array("Abc\0".utf8)
            + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
            + [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 50, 0, 0, 0, 0]
            + [0, 2, 0xA0, 2, 0, 3, 0, 0, 0, 1, 0, 32, 0, 0]
            + [0xA0, 3, 0, 4, 0, 0, 0, 1, 0, 0, 0, 24, 0, 0, 0, 0]

        /// A title, sizes, and what phones write of gain maps, films and depth maps.
        private static let xmp = Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \
            xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
            xmlns:m="http://ns.adobe.com/hdr-gain-map/1.0/" m:Version="1.0" \
            xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:PixelXDimension="32" \
            xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6" \
            xmlns:GCamera='http://ns.google.com/photos/1.0/camera/' GCamera:MicroVideo='1' \
            xmlns:C="http://ns.google.com/photos/1.0/container/" \
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/" \
            xmlns:G="http://ns.google.com/photos/1.0/depthmap/" G:Near="2" \
            xmlns:dc="http://purl.org/dc/elements/1.1/">\
            <C:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><C:Item Item:Length="773"/>\
            </rdf:li></rdf:Seq></C:Directory><exif:PixelYDimension>24</exif:PixelYDimension>\
            <m:GainMapMax/><dc:title>Title</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)

        private let pipeline = ImagePipeline(transport: nil, disk: nil)

        private func source() throws -> ByteBlock {
            let scene = Scene.photograph(size: PixelSize(width: 32, height: 24))
            let settings = EncodeSettings(
                embedded: EmbeddedMetadata(exif: Self.exif, xmp: Self.xmp))
            return try CodecList.installed.encoder(for: .jpeg).encode(scene, settings: settings)
        }

        private func encoded(
            _ format: ImageFormat, _ change: (inout ImageRequest) -> Void,
            _ settings: EncodeSettings = EncodeSettings(metadata: .keep)
        ) async throws -> ByteBlock {
            var request = ImageRequest(ImageSource.data(try source()))
            request.keepsEncodedBytes = true
            change(&request)
            let response = try await pipeline.image(for: request)
            return try await pipeline.encode(response, as: format, settings: settings)
        }

        private func fields(_ bytes: ByteBlock) async throws -> [String: String] {
            let info = try await pipeline.info(for: ImageRequest(ImageSource.data(bytes)))
            return Dictionary(info.exifFields.map { ($0.name, $0.value) }) { first, _ in first }
        }

        private func text(_ bytes: ByteBlock) -> String {
            String(decoding: bytes.withUnsafeBytes { Array($0) }, as: Unicode.ASCII.self)
        }

        @Test(arguments: [ImageFormat.jpeg, .png, .webp, .tiff])
        func `sizes are those of the file`(format: ImageFormat) async throws {
            // The picture is turned to 24 by 32.
            let bytes = try await encoded(format) { $0.targetSize = PixelSize(12, 0) }
            let fields = try await fields(bytes)
            #expect(fields["PixelXDimension"] == "12" && fields["PixelYDimension"] == "16")
            #expect(fields["Make"] == "Abc" && fields["Orientation"] ?? "1" == "1")
            let text = text(bytes)
            #expect(text.contains(#"exif:PixelXDimension="12""#))
            #expect(text.contains("<exif:PixelYDimension>16<"))
            #expect(text.contains(#"tiff:Orientation="1""#))
        }

        @Test func `sizes are those that settings ask for`() async throws {
            var settings = EncodeSettings(metadata: .keep)
            settings.maxSize = PixelSize(9, 9)
            let bytes = try await encoded(.jpeg, { _ in }, settings)
            let found = try await fields(bytes)
            #expect(found["PixelXDimension"] == "7" && found["PixelYDimension"] == "9")
            settings.maxSize = nil
            settings.embedded.exif = Self.exif
            let own = try await fields(try await encoded(.jpeg, { _ in }, settings))
            #expect(own["PixelXDimension"] == "32")
        }

        @Test(arguments: [ImageFormat.jpeg, .png, .webp, .tiff])
        func `nothing is said of parts that are not written`(format: ImageFormat) async throws {
            let bytes = try await encoded(format) { $0.targetSize = PixelSize(12, 0) }
            let text = text(bytes)
            for gone in [
                "hdr-gain-map", "m:Version", "GainMapMax", "MicroVideo", "photos/1.0", "C:Item",
                "Item:Length", "Directory", "G:Near",
            ] {
                #expect(!text.contains(gone), "\(gone)")
            }
            #expect(text.contains("<dc:title>Title</dc:title></rdf:Description></rdf:RDF>"))
        }

        @Test func `a packet that cannot be read goes if it may describe parts`() async throws {
            let broken = Array(Self.xmp.dropLast(30))
            let scene = Scene.photograph(size: PixelSize(width: 32, height: 24))
            for (packet, stays) in [
                (broken + Array("<".utf8), false), (Array("<a title='Title'".utf8), true),
            ] {
                let file = try CodecList.installed.encoder(for: .jpeg).encode(
                    scene, settings: EncodeSettings(embedded: EmbeddedMetadata(xmp: packet)))
                var request = ImageRequest(ImageSource.data(file))
                request.targetSize = PixelSize(12, 0)
                request.keepsEncodedBytes = true
                let response = try await pipeline.image(for: request)
                let bytes = try await pipeline.encode(
                    response, as: .jpeg, settings: EncodeSettings(metadata: .keep))
                #expect(text(bytes).contains("Title") == stays)
            }
        }

        @Test func `a transform keeps EXIF as a size does`() async throws {
            let bytes = try await encoded(.jpeg) {
                $0.transforms = [.resize(to: PixelSize(10, 14), fit: .fill), .rotate(degrees: 90)]
            }
            let fields = try await fields(bytes)
            #expect(fields["Make"] == "Abc" && fields["Orientation"] == "1")
            #expect(fields["PixelXDimension"] == "14" && fields["PixelYDimension"] == "10")
        }
    }
#endif
