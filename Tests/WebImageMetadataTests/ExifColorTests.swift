import Testing
import WebImageBytes
import WebImageMetadata
import WebImagePixels

/// The colours that EXIF blocks state.
@Suite struct ExifColorTests {
    private static func block(
        _ space: Int?, _ index: String? = nil, isBig: Bool = false, type: UInt16 = 3
    ) -> [UInt8] {
        var block = ExifBuilder(isBig: isBig)
        if let space {
            block.exif = [(0xA001, type, type == 3 ? block.short(space) : block.long(space))]
        }
        block.interoperability = index.map { [(1, 2, Array($0.utf8) + [0])] } ?? []
        if block.exif.isEmpty, index != nil { block.exif = [(0x9000, 7, Array("0231".utf8))] }
        return block.bytes
    }

    private static func color(_ block: [UInt8]) -> ExifColor {
        block.withView { ExifColor(of: $0) }
    }

    @Test(arguments: [false, true])
    func `a colour space and an index name sRGB or Adobe RGB`(isBig: Bool) {
        let cases: [(Int?, String?, ExifColor)] = [
            (1, nil, .sRGB), (1, "R98", .sRGB), (nil, "R98", .sRGB), (0xFFFF, "R98", .sRGB),
            (2, nil, .adobeRGB), (2, "R03", .adobeRGB), (nil, "R03", .adobeRGB),
            (0xFFFF, "R03", .adobeRGB), (0xFFFF, nil, .unstated), (0xFFFF, "THM", .unstated),
            (nil, nil, .unstated), (3, nil, .unstated), (0, "R03", .unstated),
            (1, "R03", .contradictory), (2, "R98", .contradictory), (2, "THM", .adobeRGB),
        ]
        for (space, index, color) in cases {
            let block = Self.block(space, index, isBig: isBig)
            #expect(Self.color(block) == color, "\(space ?? -1) \(index ?? "")")
            #expect(Self.color(Array("Exif\0\0".utf8) + block) == color)
        }
        #expect(Self.color(Self.block(2, isBig: isBig, type: 4)) == .adobeRGB)
    }

    @Test func `damaged blocks state nothing, or what is whole of them`() {
        let block = Self.block(0xFFFF, "R03")
        for count in 0..<block.count { #expect(Self.color(Array(block[..<count])) != .sRGB) }
        for index in block.indices {
            var changed = block
            changed[index] ^= 0xFF
            _ = Self.color(changed)
            #expect(changed.exifOfSRGB().count == changed.count)
        }
        // The directory of EXIF is the first one.
        var looped = Self.block(2)
        looped.replaceSubrange(18..<22, with: [8, 0, 0, 0])
        #expect(Self.color(looped) == .unstated)
    }

    @Test(arguments: [false, true])
    func `a block of converted pixels says sRGB`(isBig: Bool) {
        for (space, index) in [(2, nil), (0xFFFF, "R03"), (1, "R03"), (2, "R98")]
            as [(Int, String?)]
        {
            for type in [UInt16(3), 4] {
                let block = Self.block(space, index, isBig: isBig, type: type)
                #expect(Self.color(block.exifOfSRGB()) == .sRGB)
            }
        }
        let other = ExifBuilder.camera(isBig: isBig).bytes
        #expect(other.exifOfSRGB() == other)
    }

    @Test func `kept metadata of converted pixels says sRGB, with a profile what it said`() {
        var metadata = ImageMetadata(size: PixelSize(width: 1, height: 1))
        metadata.exif = Self.block(0xFFFF, "R03")
        var embedded = EmbeddedMetadata()
        embedded.fill(from: metadata, of: nil, .keep)
        #expect(embedded.exif.map(Self.color) == .sRGB)
        metadata.profile = [1]
        embedded = EmbeddedMetadata()
        embedded.fill(from: metadata, of: nil, .keep)
        #expect(embedded.exif.map(Self.color) == .adobeRGB)
    }

    @Test func `metadata that is removed leaves Adobe RGB and the orientation`() throws {
        var turned = ExifBuilder()
        turned.main = [(0x0112, 3, turned.short(6)), (0x010F, 2, Array("Maker\0".utf8))]
        turned.exif = [(0xA001, 3, turned.short(2))]
        for (block, orientation) in [
            (Self.block(0xFFFF, "R03"), Orientation.up), (turned.bytes, .right),
        ] {
            for (format, bytes) in [
                (.jpeg, MetadataFiles.jpeg(block)), (.webp, MetadataFiles.webp(block)),
            ] as [(ImageFormat, [UInt8])] {
                var image = EncodedImage(ByteBlock(copying: bytes))
                image.format = format
                let file = try #require(try MetadataRemoval(.drop).file(of: image))
                let rest = file.withSpan { $0.copy(0..<$0.byteCount) }
                let head: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
                let start = try #require(rest.indices.first { rest[$0...].starts(with: head) })
                let smallest = Array(rest[start...])
                #expect(Self.color(smallest) == .adobeRGB, "\(format)")
                #expect(smallest.withView { Orientation(exif: $0) } == orientation)
                #expect(!rest.indices.contains { rest[$0...].starts(with: "Maker".utf8) })
            }
        }
    }
}
