import Testing
import WebImageBytes
import WebImageMetadata
import WebImagePixels

/// Metadata that is removed from files without encoding them.
struct MetadataRemovalTests {
    private static func removed(
        _ bytes: [UInt8], _ format: ImageFormat, _ policy: MetadataPolicy
    ) throws -> [UInt8]? {
        var image = EncodedImage(ByteBlock(copying: bytes))
        image.format = format
        let file = try MetadataRemoval(policy).file(of: image)
        return file?.withUnsafeBytes { unsafe Array($0) }
    }

    /// The traces of places: the names in XMP and IPTC, and the fraction of the latitude.
    private static let places = ["Berlin", "52,30", "13,24", "LocationShown"]

    private static func has(_ text: String, in bytes: [UInt8]) -> Bool {
        has(Array(text.utf8), in: bytes)
    }

    private static func has(_ part: [UInt8], in bytes: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    private static let latitude = ExifBuilder().fractions([(52, 1), (30, 1), (3600, 100)])

    @Test(arguments: MetadataFiles.all.indices)
    func `everything goes`(index: Int) throws {
        let (format, bytes) = MetadataFiles.all[index]
        let file = try #require(try Self.removed(bytes, format, .drop))
        for trace in Self.places + ["(c) A", "Maker", "Title", "remark", "A picture", "behind"] {
            #expect(!Self.has(trace, in: file), "\(format): \(trace)")
        }
        #expect(!Self.has(Self.latitude, in: file))
        // A second time there is nothing to remove.
        #expect(try Self.removed(file, format, .drop) == file)
    }

    @Test func `an item of XMP becomes a packet without properties`() throws {
        let file = try #require(try Self.removed(MetadataFiles.avif(), .avif, .drop))
        let packet = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>"
        let count = MetadataFiles.xmp.count
        #expect(
            Self.has(packet + String(repeating: " ", count: count - packet.utf8.count), in: file))
        #expect(file.count == MetadataFiles.avif().count)
        var image = EncodedImage(ByteBlock(copying: file))
        image.format = .avif
        #expect(MetadataBlocks(of: image).xmp == nil)
    }

    @Test(arguments: MetadataFiles.all.indices)
    func `the place goes, and the rest stays`(index: Int) throws {
        let (format, bytes) = MetadataFiles.all[index]
        let file = try #require(try Self.removed(bytes, format, .dropLocation))
        for trace in Self.places { #expect(!Self.has(trace, in: file), "\(format): \(trace)") }
        #expect(!Self.has(Self.latitude, in: file))
        #expect(!Self.has(ExifBuilder(isBig: true).fractions([(52, 1), (30, 1)]), in: file))
        if format != .gif {
            for trace in ["(c) A", "Maker", "xmp:Rating=\"4\""] {
                #expect(Self.has(trace, in: file), "\(format): \(trace)")
            }
        }
        #expect(try Self.removed(file, format, .dropLocation) == file)
    }

    @Test(arguments: MetadataFiles.all.indices)
    func `a policy that keeps all returns the bytes`(index: Int) throws {
        let (format, bytes) = MetadataFiles.all[index]
        #expect(try Self.removed(bytes, format, .keep) == bytes)
    }

    @Test func `what a JPEG shows stays: colour, orientation, tables and scans`() throws {
        let file = try #require(try Self.removed(MetadataFiles.jpeg(), .jpeg, .drop))
        let segment = MetadataFiles.segment
        let exif = segment(
            0xE1, "Exif\0\0",
            [
                0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0,
                0,
            ])
        let expected =
            [0xFF, 0xD8] + segment(0xE0, "JFIF\0", [1, 2, 0, 0, 1, 0, 1, 0, 0]) + exif
            + segment(0xE2, "ICC_PROFILE\0", [1, 1, 9, 9])
            + segment(0xEE, "Adobe", [0, 100, 0, 0, 0, 0, 1])
            + segment(0xDB, "", [0] + [UInt8](repeating: 1, count: 64))
            + segment(0xDA, "", [1, 1, 0])
            + [1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 4] + segment(0xDA, "", [1, 1, 0]) + [5, 6, 0xFF, 0xD9]
        #expect(file == expected)
    }

    @Test func `pictures behind a JPEG stay without their places, or go with all`() throws {
        let bytes = MetadataFiles.jpeg() + MetadataFiles.jpeg()
        let file = try #require(try Self.removed(bytes, .jpeg, .dropLocation))
        #expect(!Self.has("Berlin", in: file) && !Self.has(Self.latitude, in: file))
        let first = try #require(try Self.removed(MetadataFiles.jpeg(), .jpeg, .dropLocation))
        #expect(file.count == first.count + MetadataFiles.jpeg().count)
        #expect(file.starts(with: first) && Self.has("Maker", in: Array(file[first.count...])))
        let all = try #require(try Self.removed(bytes, .jpeg, .drop))
        #expect(try all == Self.removed(MetadataFiles.jpeg(), .jpeg, .drop))
    }

    @Test func `an upright picture gets no EXIF`() throws {
        var block = ExifBuilder.camera()
        block.main.removeAll { $0.tag == 0x0112 }
        for (format, bytes) in [
            (.jpeg, MetadataFiles.jpeg(block.bytes)), (.png, MetadataFiles.png(block.bytes)),
            (.webp, MetadataFiles.webp(block.bytes)),
        ] as [(ImageFormat, [UInt8])] {
            let file = try #require(try Self.removed(bytes, format, .drop))
            #expect(!Self.has("Exif", in: file) && !Self.has("eXIf", in: file))
            #expect(!Self.has("EXIF", in: file))
        }
    }

    @Test func `the flags and the length of a WebP are those of its chunks`() throws {
        let file = try #require(try Self.removed(MetadataFiles.webp(), .webp, .drop))
        // The orientation stays, so EXIF does.
        #expect(file[20] == 0x28)
        #expect(Array(file[4..<8]) == MetadataFiles.little(file.count - 8))
    }

    @Test(arguments: [MetadataPolicy.drop, .dropLocation])
    func `EXIF and XMP that a WebP does not declare go`(policy: MetadataPolicy) throws {
        var bytes = MetadataFiles.webp()
        bytes[20] = 0x20
        let file = try #require(try Self.removed(bytes, .webp, policy))
        #expect(file[20] == 0x20 && !Self.has("EXIF", in: file) && !Self.has("XMP ", in: file))
    }

    @Test func `offsets in an AVIF stay valid, as its length does`() throws {
        let bytes = MetadataFiles.avif()
        let file = try #require(try Self.removed(bytes, .avif, .drop))
        #expect(file.count == bytes.count)
        #expect(Self.has("pixels", in: file) && !Self.has("uuid", in: file))
    }

    @Test func `a property that is not understood takes the packet along`() throws {
        for text in [
            "<exif:GPSLatitude", "<GPSLatitude>1</GPSLatitude>", "exif:GPSLatitude=1 (c) A",
        ] {
            let exif = MetadataFiles.segment(
                0xE1, "http://ns.adobe.com/xap/1.0/\0", Array(" \(text)".utf8))
            let bytes = [0xFF, 0xD8] + exif + [0xFF, 0xD9]
            let file = try #require(try Self.removed(bytes, .jpeg, .dropLocation))
            #expect(file == [0xFF, 0xD8, 0xFF, 0xD9], "\(text)")
        }
    }

    @Test(arguments: MetadataFiles.all.indices, [MetadataPolicy.drop, .dropLocation])
    func `damage anywhere does no harm`(index: Int, policy: MetadataPolicy) throws {
        let (format, bytes) = MetadataFiles.all[index]
        for at in stride(from: 0, to: bytes.count, by: 3) {
            _ = try Self.removed(Array(bytes.prefix(at)), format, policy)
            var damaged = bytes
            damaged[at] = damaged[at] == 0xFF ? 0 : 0xFF
            _ = try Self.removed(damaged, format, policy)
            damaged[at] = 0
            _ = try Self.removed(damaged, format, policy)
        }
        #expect(try Self.removed([], format, policy)?.isEmpty ?? true)
    }

    @Test(arguments: [
        ("<a tiff:Orientation=\"6\" b='6'/>", "<a tiff:Orientation=\"1\" b='6'/>"),
        ("<a tiff:Orientation = '8'/>", "<a tiff:Orientation = '1'/>"),
        (
            "<tiff:Orientation>3</tiff:Orientation>x",
            "<tiff:Orientation>1</tiff:Orientation>x"
        ),
        ("<a tiff:OrientationX=\"6\"/>", "<a tiff:OrientationX=\"6\"/>"),
        ("tiff:Orientation", "tiff:Orientation"),
    ])
    func `kept XMP says upright, like the pixels`(text: String, expected: String) {
        let xmp = MetadataFiles.segment(0xE1, "http://ns.adobe.com/xap/1.0/\0", Array(text.utf8))
        var image = EncodedImage(ByteBlock(copying: [0xFF, 0xD8] + xmp + [0xFF, 0xD9]))
        image.format = .jpeg
        var embedded = EmbeddedMetadata()
        let metadata = ImageMetadata(size: PixelSize(width: 2, height: 1), orientation: .right)
        embedded.fill(from: metadata, of: image, .keep)
        #expect(embedded.xmp == Array(expected.utf8))
    }

    @Test func `directories that point at each other end`() throws {
        var block = ExifBuilder.camera()
        block.exif.append((0x8825, 4, block.long(8)))
        block.gps.append((0x8769, 4, block.long(8)))
        let file = try Self.removed(MetadataFiles.jpeg(block.bytes), .jpeg, .dropLocation)
        #expect(file != nil)
    }
}
