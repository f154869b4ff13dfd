import WebImageBytes
import WebImagePixels

@testable import WebImageMetadata

/// Files with gain maps, made for tests of their descriptions; their pixels are not decoded.
enum GainMapFiles {
    /// A block of ISO 21496-1 with one channel: gains of -0.5 to 2, exponent 1.5, headroom 2.
    static func block(
        version: Int = 0, writer: Int = 0, flags: Int = 0, base: (Int, Int) = (0, 1),
        alternate: (Int, Int) = (2, 1), minimum: (Int, Int) = (-1, 2), maximum: (Int, Int) = (2, 1),
        gamma: (Int, Int) = (3, 2)
    ) -> [UInt8] {
        let numbers =
            [base, alternate]
            + Array(
                repeating: [minimum, maximum, gamma, (1, 64), (1, 32)],
                count: flags & 0x80 != 0 ? 3 : 1
            ).joined()
        return big(version, 2) + big(writer, 2) + [UInt8(flags)]
            + numbers.flatMap { big($0.0, 4) + big($0.1, 4) }
    }

    /// The same numbers over one denominator of 64, as libultrahdr writes them.
    static let commonBlock: [UInt8] =
        [0, 0, 0, 0, 0x08] + [64, 0, 128, -32, 128, 96, 1, 2].flatMap { big($0, 4) }

    static func packet(_ attributes: String, _ elements: String = "") -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:h="http://ns.adobe.com/hdr-gain-map/1.0/" \(attributes)>\(elements)
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    /// A picture of 64×32, and one of 16×8 after it with these segments, found by the index.
    static func jpeg(
        map: [UInt8], first: [UInt8] = [], size: (Int, Int) = (16, 8), hasIndex: Bool = true
    ) -> [UInt8] {
        let further = picture(size, map)
        guard hasIndex else { return picture((64, 32), first) + [0, 0] + further }
        // The distance counts from the index's own header.
        let byteCount = picture((64, 32), first + index(0)).count
        let start = picture((64, 32), first + index(0), endsAfterIndex: true).count
        return picture((64, 32), first + index(byteCount - start)) + further
    }

    static func gainSegment(_ block: [UInt8]) -> [UInt8] {
        MetadataFiles.segment(0xE2, "urn:iso:std:iso:ts:21496:-1\0", block)
    }

    static func packetSegment(_ packet: [UInt8]) -> [UInt8] {
        MetadataFiles.segment(0xE1, "http://ns.adobe.com/xap/1.0/\0", packet)
    }

    /// A box of JPEG XL with a grey codestream of 16×8.
    static func jpegXL(_ block: [UInt8], version: UInt8 = 0) -> [UInt8] {
        let content = [version] + big(block.count, 2) + block + [0] + big(0, 4) + stream
        return [0, 0, 0, 12] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A]
            + big(content.count + 8, 4) + Array("jhgm".utf8) + content
    }

    /// A JPEG picture with these segments.
    static func picture(
        _ size: (Int, Int), _ segments: [UInt8], endsAfterIndex: Bool = false
    ) -> [UInt8] {
        let head = [0xFF, 0xD8] + segments
        if endsAfterIndex { return Array(head.dropLast(indexContent(0).count)) }
        let frame = [8] + big(size.1, 2) + big(size.0, 2) + [1, 1, 0x11, 0]
        return head + MetadataFiles.segment(0xC0, "", frame)
            + MetadataFiles.segment(0xDA, "", [1, 1, 0]) + [1, 2, 3, 0xFF, 0xD9]
    }

    private static func index(_ distance: Int) -> [UInt8] {
        MetadataFiles.segment(0xE2, "MPF\0", indexContent(distance))
    }

    private static func indexContent(_ distance: Int) -> [UInt8] {
        let head: [UInt8] = [0x4D, 0x4D, 0, 42] + big(8, 4) + big(1, 2)
        let entry = [0xB0, 0x02, 0, 7] + big(32, 4) + big(26, 4) + big(0, 4)
        let entries =
            [big(0, 4), big(100, 4), big(0, 4), big(0, 4)]
            + [big(0, 4), big(50, 4), big(distance, 4), big(0, 4)]
        return head + entry + entries.flatMap { $0 }
    }

    /// A bare codestream of JPEG XL, grey and of 16×8: height 8, then the ratio 2:1; no default
    /// metadata, and so on up to the colours.
    static let stream: [UInt8] = [0xFF, 0x0A, 0xC1, 0x01, 0, 0, 0, 0, 0, 0]

    /// An AVIF file of one picture, with alpha and a block of EXIF or without.
    static func avif(_ size: (Int, Int), _ data: [UInt8], isWhole: Bool = false) throws -> [UInt8] {
        let extent = MetadataFiles.box("ispe", [0, 0, 0, 0] + big(size.0, 4) + big(size.1, 4))
        let depth = MetadataFiles.box("pixi", [0, 0, 0, 0, 3, 8, 8, 8])
        let config = MetadataFiles.box("av1C", [0x81, 0, 0, 0])
        let colors = MetadataFiles.box("colr", Array("nclx".utf8) + [0, 1, 0, 13, 0, 6, 0x80])
        let alpha = MetadataFiles.box(
            "auxC", [0, 0, 0, 0] + Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8))
        var still = MediaStill(
            brands: Array("avif".utf8) + [0, 0, 0, 0] + Array("avifmif1".utf8),
            items: [
                MediaStill.Item(
                    entry: Array("av01Color\0".utf8), properties: [extent, depth, config, colors],
                    data: ByteBlock(copying: data))
            ])
        if isWhole {
            still.items += [
                MediaStill.Item(
                    entry: Array("av01Alpha\0".utf8), properties: [extent, config, alpha],
                    references: [(Array("auxl".utf8), [0])], data: ByteBlock(copying: data)),
                MediaStill.Item(
                    entry: Array("Exif\0".utf8), properties: [],
                    references: [(Array("cdsc".utf8), [0])],
                    data: ByteBlock(copying: [0, 0, 0, 0] + ExifBuilder.camera().bytes)),
            ]
        }
        return bytes(of: try still.file(.avif))
    }

    static func bytes(of block: ByteBlock) -> [UInt8] {
        block.withSpan { $0.copy(0..<block.count) }
    }

    static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

extension GainMapReading {
    /// Reads a file of 64×32.
    init(_ bytes: [UInt8], _ format: ImageFormat = .jpeg, exif: [UInt8]? = nil) {
        var image = EncodedImage(ByteBlock(copying: bytes))
        image.format = format
        self.init(of: image, size: PixelSize(width: 64, height: 32), exif: exif)
    }

    var found: GainMap? { if case .map(let map) = self { map } else { nil } }
    var reason: String? { if case .damaged(let reason) = self { reason } else { nil } }
}
