import WebImageBytes
import WebImageMetadata

/// Files whose structure is whole, made for tests of metadata; their pixels are not decoded.
enum MetadataFiles {
    static let xmp = Array(
        """
        <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>
        <rdf:Description exif:GPSLatitude="52,30.6N" xmp:Rating="4" photoshop:City = 'Berlin'>
        <exif:GPSLongitude>13,24E</exif:GPSLongitude><Iptc4xmpExt:LocationShown><rdf:Bag/>
        </Iptc4xmpExt:LocationShown><photoshop:Country/><dc:rights>(c) A</dc:rights>
        </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
        """.utf8)

    /// A title and a city.
    static let iptc: [UInt8] =
        [0x1C, 2, 5, 0, 5] + Array("Title".utf8) + [0x1C, 2, 90, 0, 6] + Array("Berlin".utf8)

    static func jpeg(_ exif: [UInt8] = ExifBuilder.camera().bytes) -> [UInt8] {
        [0xFF, 0xD8] + segment(0xE0, "JFIF\0", [1, 2, 1, 0, 72, 0, 72, 0, 0])
            + segment(0xE1, "Exif\0\0", exif) + segment(0xE1, "http://ns.adobe.com/xap/1.0/\0", xmp)
            + segment(0xED, "Photoshop 3.0\0", photoshop)
            + segment(0xE2, "ICC_PROFILE\0", [1, 1, 9, 9])
            + segment(0xE2, "MPF\0", Array("Berlin".utf8))
            + segment(0xEE, "Adobe", [0, 100, 0, 0, 0, 0, 1]) + segment(0xFE, "a remark", [])
            + segment(0xDB, "", [0] + [UInt8](repeating: 1, count: 64))
            + segment(0xDA, "", [1, 1, 0])
            + [1, 2, 0xFF, 0, 3, 0xFF, 0xD0, 4] + segment(0xDA, "", [1, 1, 0]) + [5, 6, 0xFF, 0xD9]
    }

    static var photoshop: [UInt8] {
        Array("8BIM".utf8) + [4, 4, 0, 0, 0, 0, 0, UInt8(iptc.count)] + iptc
            + (iptc.count % 2 == 0 ? [] : [0])
    }

    static func segment(_ marker: UInt8, _ name: String, _ content: [UInt8]) -> [UInt8] {
        let count = 2 + name.utf8.count + content.count
        return [0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + Array(name.utf8) + content
    }

    static func png(_ exif: [UInt8] = ExifBuilder.camera().bytes) -> [UInt8] {
        let xmpText = Array("XML:com.adobe.xmp\0".utf8) + [0, 0, 0, 0] + xmp
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
            + chunk("IHDR", [0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])
            + chunk("gAMA", [0, 0, 177, 143])
            + chunk("eXIf", exif) + chunk("iTXt", xmpText)
            + chunk("pHYs", [0, 0, 11, 19, 0, 0, 11, 19, 1])
            + chunk("tEXt", Array("Title\0A".utf8))
            + chunk("zTXt", Array("Raw profile type iptc\0\0Berlin".utf8))
            + chunk("IDAT", [1, 2, 3]) + chunk("IEND", []) + Array("behind".utf8)
    }

    /// A chunk of PNG without a valid check, which is neither read nor changed.
    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count) + Array(name.utf8) + content + [0, 0, 0, 0]
    }

    static func webp(_ exif: [UInt8] = ExifBuilder.camera().bytes) -> [UInt8] {
        let chunks =
            riff("VP8X", [0x2C, 0, 0, 0, 0, 0, 0, 0, 0, 0]) + riff("ICCP", [9, 9, 9])
            + riff("VP8L", [0x2F, 0, 0, 0, 0]) + riff("EXIF", exif) + riff("XMP ", xmp)
            + riff("JUNK", [1])
        return Array("RIFF".utf8) + little(chunks.count + 4) + Array("WEBP".utf8) + chunks
    }

    static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(content.count) + content + (content.count % 2 == 0 ? [] : [0])
    }

    /// A GIF of one pixel with a remark, XMP and a loop.
    static var gif: [UInt8] {
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
            + [0x21, 0xFE, 6] + Array("remark".utf8) + [0]
            + [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + [6] + Array("Berlin".utf8) + [0]
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B, 9]
    }

    /// An AVIF whose items are an image, EXIF and XMP.
    static func avif(_ exif: [UInt8] = ExifBuilder.camera().bytes) -> [UInt8] {
        let items: [(String, [UInt8])] = [
            ("av01", Array("pixels".utf8)), ("Exif", [0, 0, 0, 0] + exif), ("mime", xmp),
        ]
        let ftyp = box("ftyp", Array("avif".utf8) + [0, 0, 0, 0] + Array("avifmif1".utf8))
        func meta(from start: Int) -> [UInt8] {
            let infos = items.enumerated().flatMap { index, item in
                box("infe", [2, 0, 0, 0, 0, UInt8(index + 1), 0, 0] + Array(item.0.utf8) + [0])
            }
            var at = start
            let places = items.enumerated().flatMap { index, item in
                defer { at += item.1.count }
                return [0, UInt8(index + 1), 0, 0, 0, 1] + big(at) + big(item.1.count)
            }
            return box(
                "meta",
                [0, 0, 0, 0] + box("iinf", [0, 0, 0, 0, 0, UInt8(items.count)] + infos)
                    + box("iloc", [0, 0, 0, 0, 0x44, 0, 0, UInt8(items.count)] + places))
        }
        let start = ftyp.count + meta(from: 0).count + 8
        return ftyp + meta(from: start) + box("mdat", items.flatMap(\.1))
            + box("uuid", [UInt8](repeating: 7, count: 20))
    }

    static func jxl(_ exif: [UInt8] = ExifBuilder.camera().bytes) -> [UInt8] {
        box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + box("ftyp", Array("jxl ".utf8) + [0, 0, 0, 0])
            + box("jxlc", [0xFF, 0x0A, 1, 2]) + box("Exif", [0, 0, 0, 0] + exif)
            + box("xml ", xmp) + box("brob", Array("Exif".utf8) + [1])
    }

    static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count + 8) + Array(name.utf8) + content
    }

    /// A TIFF page with a description, XMP, IPTC, EXIF and a place.
    static func tiff(isBig: Bool = false) -> [UInt8] {
        var block = ExifBuilder.camera(isBig: isBig)
        block.main.removeAll { $0.tag == 0x0112 }
        block.main += [
            (0x0100, 3, block.short(1)), (0x02BC, 7, xmp), (0x83BB, 7, iptc),
            (0x010E, 2, Array("A picture".utf8) + [0]), (0x8773, 7, [9, 9, 9, 9, 9, 9]),
        ]
        return block.bytes
    }

    static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(number >> (24 - $0 * 8) & 255) }
    }

    static func little(_ number: Int) -> [UInt8] { big(number).reversed() }

    /// All files by name, with their formats.
    static var all: [(format: ImageFormat, bytes: [UInt8])] {
        [
            (.jpeg, jpeg()), (.png, png()), (.webp, webp()), (.gif, gif), (.avif, avif()),
            (.jxl, jxl()), (.tiff, tiff()), (.tiff, tiff(isBig: true)),
        ]
    }
}
