import Testing
import WebImageBytes
import WebImagePixels

@testable import WebImageMetadata

@Suite("Gain maps are described by their files") struct GainMapTests {
    private typealias Files = GainMapFiles

    private let channel = GainMapChannel(
        minimum: -0.5, maximum: 2, gamma: 1.5, baseOffset: 1 / 64, alternateOffset: 1 / 32)

    @Test func `the block of ISO 21496-1 in a further picture of JPEG`() throws {
        for block in [Files.block(), Files.commonBlock] {
            let map = try #require(
                GainMapReading(Files.jpeg(map: Files.gainSegment(block))).found)
            #expect(map.kind == .iso21496)
            #expect(map.size == PixelSize(width: 16, height: 8))
            #expect(map.channelCount == 1 && map.channels == [channel])
            #expect(map.baseHeadroom == 0 && map.alternateHeadroom == 2)
        }
        let three = Files.jpeg(map: Files.gainSegment(Files.block(flags: 0x80)))
        #expect(GainMapReading(three).found?.channels == [channel, channel, channel])
    }

    @Test func `a map without an index is the picture after an announcing base`() {
        let segment = Files.gainSegment(Files.block())
        let announced = Files.jpeg(
            map: segment, first: Files.gainSegment([0, 0, 0, 0]), hasIndex: false)
        #expect(GainMapReading(announced).found?.channels == [channel])
        #expect(GainMapReading(Files.jpeg(map: segment, hasIndex: false)) == .none)
        let missing = Files.jpeg(
            map: [], first: Files.packetSegment(Files.packet("h:Version=\"1.0\"")))
        #expect(GainMapReading(missing).reason == "the file announces a gain map, and has none")
    }

    @Test(arguments: [
        (Files.block(version: 1), "version 1, written by 0"),
        (Files.block(writer: 9), "version 0, written by 9"),
        (Files.block() + [0], "bytes follow"), (Array(Files.block().dropLast()), "cut off"),
        (Files.block(flags: 0x08), "divided by 0"), (Files.block(maximum: (1, 0)), "divided by 0"),
        (Files.block(gamma: (0, 1)), "exponent"),
        (Files.block(minimum: (3, 1)), "over the largest"),
        (Files.block(maximum: (65, 1)), "up to 64"), (Files.block(alternate: (65, 1)), "headroom"),
    ])
    func `a damaged block is told, not shown`(block: [UInt8], reason: String) throws {
        let damage = try #require(
            GainMapReading(Files.jpeg(map: Files.gainSegment(block))).reason)
        #expect(damage.contains(reason), "\(damage)")
        #expect(GainMapReading(Files.jpegXL(block), .jxl).reason != nil)
    }

    @Test func `a map is not much larger than its base, and has pixels`() {
        let segment = Files.gainSegment(Files.block())
        #expect(GainMapReading(Files.jpeg(map: segment, size: (32, 64))).found != nil)
        for size in [(65, 64), (4096, 2), (0, 8)] {
            #expect(GainMapReading(Files.jpeg(map: segment, size: size)).reason != nil)
        }
    }

    @Test func `the numbers of Ultra HDR in attributes and lists`() throws {
        let packet = Files.packet(
            "h:Version=\"1.0\" h:HDRCapacityMax=\"2\" h:GainMapMin=\"-0.5\" h:OffsetHDR=\".03125\"",
            """
            <h:GainMapMax><rdf:Seq><rdf:li>2</rdf:li><rdf:li> 3 </rdf:li><rdf:li>4</rdf:li></rdf:Seq>
            </h:GainMapMax><h:Gamma>1.5</h:Gamma>
            """)
        let map = try #require(GainMapReading(Files.jpeg(map: Files.packetSegment(packet))).found)
        var (second, third) = (channel, channel)
        (second.maximum, third.maximum) = (3, 4)
        #expect(map.kind == .ultraHDR && map.channels == [channel, second, third])
        #expect(map.baseHeadroom == 0 && map.alternateHeadroom == 2)
        let inverse = Files.packet(
            """
            h:Version="1.0" h:HDRCapacityMax="2" h:GainMapMax="2" h:BaseRenditionIsHDR="True"
            h:OffsetHDR="0.5"
            """)
        let turned = GainMapReading(Files.jpeg(map: Files.packetSegment(inverse))).found
        #expect(turned?.baseHeadroom == 2 && turned?.alternateHeadroom == 0)
        #expect(turned?.channels.first?.baseOffset == 0.5)
    }

    @Test(arguments: [
        "h:Version=\"1.0\" h:HDRCapacityMax=\"2\"", "h:Version=\"1.0\" h:GainMapMax=\"2\"",
        "h:Version=\"2.0\" h:HDRCapacityMax=\"2\" h:GainMapMax=\"2\"",
        "h:Version=\"1.0\" h:HDRCapacityMax=\"nan\" h:GainMapMax=\"2\"",
        "h:Version=\"1.0\" h:HDRCapacityMax=\"2\" h:GainMapMax=\"inf\"",
        "h:Version=\"1.0\" h:HDRCapacityMax=\"2\" h:GainMapMax=\"two\"",
        "h:Version=\"1.0\" h:HDRCapacityMax=\"1e300\" h:GainMapMax=\"2\"",
    ])
    func `damaged numbers of Ultra HDR are told`(attributes: String) {
        let packet = Files.packetSegment(Files.packet(attributes))
        #expect(GainMapReading(Files.jpeg(map: packet)).reason != nil)
    }

    @Test func `the headroom of Apple's cameras, by the packet and by the maker note`() throws {
        let description = """
            xmlns:a="http://ns.apple.com/pixeldatainfo/1.0/"
            xmlns:g="http://ns.apple.com/HDRGainMap/1.0/"
            a:AuxiliaryImageType="urn:com:apple:photo:2020:aux:hdrgainmap"
            """
        let plain = Files.jpeg(map: Files.packetSegment(Files.packet(description)))
        let unknown = try #require(GainMapReading(plain).found)
        #expect(unknown.kind == .apple && unknown.alternateHeadroom == nil)
        let stated = Files.packet(description + " g:HDRGainMapHeadroom=\"4\"")
        #expect(
            GainMapReading(Files.jpeg(map: Files.packetSegment(stated))).found?.alternateHeadroom
                == 2)
        for (first, second, stops) in [(0.5, 0.005, 1.7), (2, 0.005, 2.65), (2, 1, 2)] {
            var block = ExifBuilder(isBig: true)
            block.exif = [(0x927C, 7, Self.makerNote(first, second))]
            let found = GainMapReading(plain, exif: block.bytes).found?.alternateHeadroom
            #expect(abs((found ?? 0) - stops) < 1e-6, "\(first) \(second)")
        }
    }

    private static func makerNote(_ first: Double, _ second: Double) -> [UInt8] {
        let values = [first, second].map {
            Files.big(Int($0 * 1000), 4) + Files.big(1000, 4)
        }
        let entry = { (tag: Int, place: Int) in
            Files.big(tag, 2) + Files.big(10, 2) + Files.big(1, 4) + Files.big(place, 4)
        }
        return Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D] + Files.big(2, 2) + entry(33, 44)
            + entry(48, 52) + Files.big(0, 4) + values.joined()
    }

    @Test func `the box of JPEG XL`() throws {
        let map = try #require(GainMapReading(Files.jpegXL(Files.block()), .jxl).found)
        #expect(map.kind == .iso21496 && map.channels == [channel])
        #expect(map.size == PixelSize(width: 16, height: 8))
        #expect(GainMapReading(Files.jpegXL(Files.block(), version: 1), .jxl).reason != nil)
        let whole = Files.jpegXL(Files.block())
        for count in 20..<whole.count - 10 {
            #expect(GainMapReading(Array(whole[..<count]), .jxl).found == nil, "\(count)")
        }
    }

    @Test func `first bytes say whether a map may follow them`() {
        let whole = Files.jpeg(map: Files.gainSegment(Files.block()))
        let parts = [
            (Array(whole.dropLast(40)), ImageFormat.jpeg, true), (MetadataFiles.png(), .png, false),
            (MetadataFiles.segment(0xE0, "JFIF\0", []), .jpeg, false),
            (Files.jpegXL([]), .jxl, true), ([0xFF, 0x0A, 0, 0], .jxl, false),
        ]
        for (bytes, format, mayFollow) in parts {
            var start = EncodedImage(ByteBlock(copying: bytes))
            start.format = format
            #expect(GainMapReading.mayFollow(start) == mayFollow, "\(format)")
        }
    }

    @Test func `a file without a gain map has none`() {
        #expect(GainMapReading(MetadataFiles.jpeg()) == .none)
        #expect(GainMapReading(MetadataFiles.png(), .png) == .none)
        #expect(GainMapReading([], .avif) == .none)
    }
}
