import Testing
import WebImageBytes
import WebImagePixels

@testable import WebImageMetadata

@Suite("A base and its gain map become one file") struct GainMapWriterTests {
    private typealias Files = GainMapFiles

    /// Three channels with other numbers each, of which some are no short fractions.
    static let map: GainMap = {
        let channels = (0..<3).map { index in
            GainMapChannel(
                minimum: -0.5 - Double(index) / 3, maximum: 2.1 + Double(index), gamma: 1.0 / 3,
                baseOffset: 1.0 / 64, alternateOffset: 0.1)
        }
        return GainMap(
            kind: .iso21496, size: PixelSize(width: 16, height: 8), channelCount: 1,
            channels: channels, baseHeadroom: 0, alternateHeadroom: 2.321928094887362)
    }()

    /// One channel, and a base that is the brighter one.
    static let inverse = GainMap(
        kind: .iso21496, size: PixelSize(width: 16, height: 8), channelCount: 1,
        channels: [
            GainMapChannel(minimum: 0, maximum: 1.3, baseOffset: 0.25, alternateOffset: 0.5)
        ], baseHeadroom: 1.3, alternateHeadroom: 0)

    /// Returns a base of 64×32 and a map of 16×8 in one file.
    static func file(_ map: GainMap, _ format: ImageFormat) throws -> [UInt8] {
        let writer = try #require(GainMapWriter(map, format: format))
        let files: (base: [UInt8], map: [UInt8]) =
            switch format {
            case .jpeg: (Files.picture((64, 32), []), Files.picture((16, 8), []))
            case .jxl: (Files.stream, Files.stream)
            default:
                (
                    try Files.avif((64, 32), Array("base".utf8), isWhole: true),
                    try Files.avif((16, 8), Array("map".utf8))
                )
            }
        let prepared = try writer.prepared(ByteBlock(copying: files.map))
        let joined = try writer.joined(base: ByteBlock(copying: files.base), map: prepared)
        return Files.bytes(of: joined)
    }

    @Test(arguments: [ImageFormat.jpeg, .avif, .jxl])
    func `the numbers are read as they were written`(format: ImageFormat) throws {
        for map in [Self.map, Self.inverse] {
            let found = try #require(GainMapReading(try Self.file(map, format), format).found)
            #expect(Self.isNear(found, map) && found.size == map.size && found.usesBaseColors)
        }
        var other = Self.inverse
        other.usesBaseColors = false
        other.alternateColorName = "BT.2020 PQ"
        let found = try #require(GainMapReading(try Self.file(other, format), format).found)
        #expect(!found.usesBaseColors)
        #expect(found.alternateColorName == (format == .avif ? "BT.2020 PQ" : nil))
    }

    /// Returns `true` if the numbers differ by less than the steps of a double near 64.
    private static func isNear(_ first: GainMap, _ second: GainMap) -> Bool {
        let numbers = [first, second].map { map in
            [map.baseHeadroom, map.alternateHeadroom ?? -1]
                + map.channels.flatMap {
                    [$0.minimum, $0.maximum, $0.gamma, $0.baseOffset, $0.alternateOffset]
                }
        }
        return numbers[0].count == numbers[1].count
            && zip(numbers[0], numbers[1]).allSatisfy { abs($0 - $1) < 1e-14 }
    }

    @Test func `the packet of a map alone has its numbers, too`() throws {
        for map in [Self.map, Self.inverse] {
            let packet = try #require(try UltraHDRPacket(UltraHDRPacket.bytes(of: map)))
            #expect(packet.channels == map.channels)
            #expect(packet.baseHeadroom == map.baseHeadroom)
            #expect(packet.alternateHeadroom == map.alternateHeadroom)
        }
    }

    @Test(
        arguments: [
            (1.0 / 64, 1, 64), (1.3, 13, 10), (-2.0 / 3, -2, 3), (0.0, 0, 1), (64.0, 64, 1),
            (1e-12, 0, 1), (2_147_483_647.0, 2_147_483_647, 1),
        ] as [(Double, Int, Int)])
    func `a number becomes the fraction of the smallest terms`(
        number: Double, above: Int, below: Int
    ) {
        let fraction = GainMapFraction(number)
        #expect(fraction?.above == Int32(above) && fraction?.below == Int32(below))
    }

    @Test func `any number becomes a fraction near it`() {
        for _ in 0..<10_000 {
            let number = Double.random(in: -64...64)
            let fraction = GainMapFraction(number)
            let found = fraction.map { Double($0.above) / Double($0.below) } ?? .infinity
            #expect(abs(found - number) < 1e-9)
        }
        for number in [Double.nan, .infinity, -.infinity, 1e10] {
            #expect(GainMapFraction(number) == nil)
        }
    }

    @Test func `the index of a JPEG is right to the byte`() throws {
        let file = try Self.file(Self.map, .jpeg)
        let header = try #require(file.firstIndex(ofText: "MPF\0")) + 4
        #expect(Array(file[header..<header + 8]) == [0x4D, 0x4D, 0, 42, 0, 0, 0, 8])
        let number = { (place: Int) in
            file[(header + place)..<(header + place + 4)].reduce(0) { $0 << 8 | Int($1) }
        }
        #expect(number(50) == 0x03_0000 && number(58) == 0)
        let (first, second, distance) = (number(54), number(70), number(74))
        #expect(first + second == file.count && header + distance == first)
        #expect(Array(file[(first - 2)..<first]) == [0xFF, 0xD9])
        #expect(Array(file[first..<first + 3]) == [0xFF, 0xD8, 0xFF])
    }

    @Test func `the base of an AVIF keeps its alpha and its EXIF, and its map is hidden`() throws {
        let file = try Self.file(Self.map, .avif)
        let (types, references) = file.withView { Self.items(of: $0) }
        #expect(types == ["av01", "av01", "Exif", "tmap", "av01 hidden"])
        #expect(references == ["auxl 2 [1]", "cdsc 3 [1]", "dimg 4 [1, 5]"])
    }

    /// Returns the types of the items and the references between them, in words.
    private static func items(of view: RawSpan) -> (types: [String], references: [String]) {
        guard let full = view.firstBox(["meta"], in: 0..<view.byteCount) else { return ([], []) }
        let meta = full.lowerBound + 4..<full.upperBound
        func name(_ offset: Int) -> String {
            String(decoding: view.copy(offset..<offset + 4), as: UTF8.self)
        }
        let types = (try? view.itemTypes(in: meta)) ?? []
        let references = (try? view.itemReferences(in: meta)) ?? []
        return (
            types.map {
                name($0.offset) + (view.u8(at: $0.entry.lowerBound + 3) == 1 ? " hidden" : "")
            }, references.map { "\(name($0.typeOffset)) \($0.source) \($0.targets)" }
        )
    }

    @Test func `what cannot be written is refused`() throws {
        #expect(GainMapWriter(Self.map, format: .png) == nil)
        var map = Self.map
        map.channels = []
        #expect(GainMapWriter(map, format: .jpeg) == nil)
        map = Self.map
        map.channels[1].gamma = .nan
        #expect(GainMapWriter(map, format: .jxl) == nil)
        map.channels[1].gamma = 1e-12
        #expect(GainMapWriter(map, format: .jxl) == nil)
        map = Self.map
        map.alternateHeadroom = nil
        #expect(GainMapWriter(map, format: .avif) == nil)
        for format in [ImageFormat.jpeg, .avif, .jxl] {
            let writer = try #require(GainMapWriter(Self.map, format: format))
            let other = ByteBlock(copying: Array("no picture".utf8))
            #expect(throws: CodecError.self) { try writer.joined(base: other, map: other) }
        }
    }

    @Test func `a map of Apple becomes one of ISO 21496-1`() throws {
        var apple = GainMap(
            kind: .apple, size: PixelSize(width: 9, height: 9), channelCount: 1, channels: [],
            baseHeadroom: 0, alternateHeadroom: 2)
        let map = try #require(GainMapWriter.stated(apple))
        #expect(map.kind == .iso21496 && map.size == apple.size && map.alternateHeadroom == 2)
        #expect(map.channels.first?.maximum == 2 && map.channels.first?.baseOffset == 0)
        for headroom in [nil, 0, -1, 1000, Double.nan] {
            apple.alternateHeadroom = headroom
            #expect(GainMapWriter.stated(apple) == nil)
        }
        #expect(GainMapWriter.stated(Self.map) == Self.map)
    }
}

extension [UInt8] {
    /// Returns the offset of a text.
    func firstIndex(ofText text: String) -> Int? {
        indices.first { self[$0...].starts(with: text.utf8) }
    }
}
