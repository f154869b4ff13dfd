import Testing
import WebImageBytes
import WebImageMetadata

/// Files made to keep a place, or to lose pixels, when their metadata is removed.
struct MetadataRefusalTests {
    private static func removed(
        _ bytes: [UInt8], _ format: ImageFormat, _ policy: MetadataPolicy
    ) throws -> [UInt8]? {
        var image = EncodedImage(ByteBlock(copying: bytes))
        image.format = format
        return try MetadataRemoval(policy).file(of: image)?.withUnsafeBytes { unsafe Array($0) }
    }

    private static func has(_ text: String, in bytes: [UInt8]) -> Bool {
        let part = Array(text.utf8)
        return bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    private static let block = ExifBuilder()
    private static let policies = [MetadataPolicy.drop, .dropLocation]

    /// Entries of a page of one strip at an offset, followed by a long text.
    private static func page(strip: Int) -> ExifBuilder {
        var page = ExifBuilder()
        page.main = [
            (0x0100, 3, page.short(1)), (0x0111, 4, page.long(strip)), (0x0117, 4, page.long(4)),
            (0x010E, 2, Array("A picture".utf8)), (0x830E, 5, page.fractions([(4, 1), (5, 1)])),
        ]
        return page
    }

    @Test(arguments: policies)
    func `coordinates go from a page, unless its strip shares their bytes`(policy: MetadataPolicy)
        throws
    {
        let bytes = Self.page(strip: 86).bytes + [1, 2, 3, 4]
        #expect(try Self.removed(bytes, .tiff, policy) == nil)
        let apart = Self.page(strip: bytes.count - 4).bytes + [1, 2, 3, 4]
        let file = try #require(try Self.removed(apart, .tiff, policy))
        #expect(file.suffix(4) == [1, 2, 3, 4])
        let scale = Self.block.fractions([(4, 1), (5, 1)])
        #expect(!file.indices.contains { file[$0...].starts(with: scale) })
    }

    @Test(
        arguments: [0x830E, 0x8480, 0x8482, 0x85D8, 0x87AF, 0x87B0, 0x87B1, 0xA480, 0x927C]
            as [UInt16], policies)
    func `coordinates of maps go, and private data of cameras`(
        tag: UInt16, policy: MetadataPolicy
    ) throws {
        var page = ExifBuilder()
        page.main = [(0x0100, 3, page.short(1)), (tag, 7, Array("52.5 N".utf8))]
        let file = try #require(try Self.removed(page.bytes, .tiff, policy))
        #expect(!Self.has("52.5", in: file))
        #expect(file[8] == 1)
    }

    @Test(arguments: [0x8769, 0x8825, 0x014A] as [UInt16], policies)
    func `a directory that cannot be followed refuses the file`(
        tag: UInt16, policy: MetadataPolicy
    ) throws {
        var page = ExifBuilder()
        page.main = [(tag, 3, page.short(8))]
        #expect(try Self.removed(page.bytes, .tiff, policy) == nil)
        page.main = [(tag, 4, page.long(5000))]
        #expect(try Self.removed(page.bytes, .tiff, policy) == nil)
    }

    @Test func `a tag that repeats refuses the file, as does a shared value`() throws {
        var page = ExifBuilder()
        page.main = [(0x02BC, 7, MetadataFiles.xmp), (0x02BC, 7, MetadataFiles.xmp)]
        #expect(try Self.removed(page.bytes, .tiff, .dropLocation) == nil)
        page.main = [(0x02BC, 7, MetadataFiles.xmp), (0x83BB, 7, MetadataFiles.iptc)]
        var bytes = page.bytes
        #expect(try Self.removed(bytes, .tiff, .dropLocation) != nil)
        // IPTC at the offset of XMP.
        bytes.replaceSubrange(30..<34, with: bytes[18..<22])
        #expect(try Self.removed(bytes, .tiff, .dropLocation) == nil)
    }

    @Test(
        .timeLimit(.minutes(1))
    ) func `many entries over the same large value end soon`() throws {
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0] + Self.block.short(20_000)
        let entry =
            Self.block.short(0x02BC) + Self.block.short(7) + Self.block.long(1 << 22)
            + Self.block.long(240_014)
        for _ in 0..<20_000 { bytes += entry }
        bytes += [0, 0, 0, 0] + [UInt8](repeating: 0x20, count: 1 << 22)
        #expect(try Self.removed(bytes, .tiff, .dropLocation) == nil)
    }

    @Test(arguments: [
        "<rdf:li>\u{22}photoshop:City", "{photoshop:City}",
        "<photo.shop:City>Berlin</photo.shop:City>",
        "<City>Berlin</City>", "<country>Germany</country>", "<a:Lat>52</a:Lat>",
        "<a:Long>1</a:Long>",
        "a:latitude='1'", "<Location>Berlin</Location>", "<State x=''/>",
    ])
    func `a place in another spelling takes the packet along`(text: String) throws {
        let xmp = MetadataFiles.segment(
            0xE1, "http://ns.adobe.com/xap/1.0/\0", Array(" \(text)".utf8))
        let file = try Self.removed([0xFF, 0xD8] + xmp + [0xFF, 0xD9], .jpeg, .dropLocation)
        #expect(file == [0xFF, 0xD8, 0xFF, 0xD9])
    }

    @Test(arguments: [
        ("tEXt", "exif:GPSLatitude"), ("zTXt", "XMP:Title"), ("iTXt", "IPTC:City"),
        ("tEXt", "photoshop:City"), ("tEXt", "raw profile type exif"),
        ("tEXt", "xml:com.adobe.xmp"), ("tEXt", "My GPS"), ("tEXt", "Location"), ("prIV", "abc"),
    ])
    func `a chunk of PNG that may say a place goes`(name: String, keyword: String) throws {
        let end = MetadataFiles.chunk("IEND", [])
        let head = Array(MetadataFiles.png().prefix(33))
        let pixels = MetadataFiles.chunk("IDAT", [1])
        let time =
            MetadataFiles.chunk("tIME", [1]) + MetadataFiles.chunk("tEXt", Array("Title\0A".utf8))
        let other = MetadataFiles.chunk(name, Array("\(keyword)\0berlin".utf8))
        let file = try Self.removed(head + time + other + pixels + end, .png, .dropLocation)
        #expect(file == head + time + pixels + end)
    }

    @Test(arguments: policies)
    func `unknown boxes go, and bytes behind them`(policy: MetadataPolicy) throws {
        let film = MetadataFiles.box("mpvd", Array("Berlin".utf8))
        let avif = try #require(
            try Self.removed(MetadataFiles.avif() + film + Array("sefd".utf8), .avif, policy))
        #expect(avif.count == MetadataFiles.avif().count + film.count)
        #expect(!Self.has("Berlin", in: avif) && !Self.has("mpvd", in: avif))
        #expect(Self.has("pixels", in: avif))
        let jxl = try #require(try Self.removed(MetadataFiles.jxl() + film, .jxl, policy))
        #expect(!Self.has("Berlin", in: jxl) && Self.has("jxlc", in: jxl))
    }

    @Test func `a thumbnail goes with the place`() throws {
        var bytes = ExifBuilder.camera().bytes
        let place = bytes.count
        let small = Self.block
        bytes += small.short(2) + small.short(0x0201) + small.short(4) + small.long(1)
        bytes += small.long(place + 30) + small.short(0x0202) + small.short(4) + small.long(1)
        bytes += small.long(9) + [0, 0, 0, 0] + Array("thumbnail".utf8)
        let link = 10 + Int(bytes[8]) * 12
        bytes.replaceSubrange(link..<link + 4, with: small.long(place))
        let file = try #require(
            try Self.removed(MetadataFiles.jpeg(bytes), .jpeg, .dropLocation))
        #expect(!Self.has("thumbnail", in: file) && Self.has("Maker", in: file))
    }
}
