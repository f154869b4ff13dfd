import Testing
import WebImageBytes

/// Constructed bytes and their format.
struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let expected: ImageFormat?
    let bytes: [UInt8]

    init(_ name: String, _ expected: ImageFormat?, _ bytes: [UInt8]) {
        self.name = name
        self.expected = expected
        self.bytes = bytes
    }

    var testDescription: String { name }

    /// The format by the signature.
    var format: ImageFormat? {
        ByteBlock(copying: bytes).withSpan { ImageFormat(signatureOf: $0) }
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static let png: [UInt8] = [0x89] + text("PNG\r\n") + [0x1A, 0x0A]
    private static let header = chunk("IHDR", Array(repeating: 0, count: 13))

    private static func chunk(_ type: String, _ data: [UInt8] = [], claims: UInt8? = nil) -> [UInt8]
    {
        let length: [UInt8] = [0, 0, 0, claims ?? UInt8(data.count)]
        return length + text(type) + data + [UInt8](repeating: 0, count: 4)
    }

    private static func ftyp(_ major: String, _ compatible: String..., claims: UInt8? = nil)
        -> [UInt8]
    {
        let length: [UInt8] = [0, 0, 0, claims ?? UInt8(16 + compatible.count * 4)]
        return length + text("ftyp\(major)") + [UInt8](repeating: 0, count: 4)
            + text(compatible.joined())
    }

    private static func riff(_ form: String, _ chunk: String) -> [UInt8] {
        text("RIFF") + [24, 0, 0, 0] + text(form + chunk) + [0, 0, 0, 0]
    }

    private static func bmp(_ headerSize: UInt8) -> [UInt8] {
        text("BM") + Array(repeating: 0, count: 12) + [headerSize, 0, 0, 0]
    }

    private static func icon(
        type: UInt8, count: UInt8 = 1, length: UInt8 = 40, offset: UInt8 = 22
    ) -> [UInt8] {
        let entry: [UInt8] = [16, 16, 0, 0, 1, 0, 32, 0, length, 0, 0, 0, offset, 0, 0, 0]
        return [0, 0, type, 0, count, 0] + entry
    }

    private static func utf16(_ string: String, little: Bool) -> [UInt8] {
        let mark: [UInt8] = little ? [0xFF, 0xFE] : [0xFE, 0xFF]
        let units = string.utf16.flatMap { unit -> [UInt8] in
            let (low, high) = (UInt8(unit & 255), UInt8(unit >> 8))
            return little ? [low, high] : [high, low]
        }
        return mark + units
    }

    static let recognized: [Sample] = rasters + containers + vectors

    private static let rasters: [Sample] = [
        Sample("JPEG", .jpeg, [0xFF, 0xD8, 0xFF, 0xE0]),
        Sample("PNG", .png, png + header + chunk("IDAT", [1]) + chunk("IEND")),
        Sample("PNG whose acTL comes too late", .png, png + header + chunk("IDAT") + chunk("acTL")),
        Sample(
            "PNG whose chunks run past the end", .png, png + header + chunk("tEXt", claims: 200)),
        Sample("APNG", .apng, png + header + chunk("gAMA", [0, 0, 0, 1]) + chunk("acTL")),
        Sample("GIF87a", .gif, text("GIF87a")),
        Sample("GIF89a", .gif, text("GIF89a")),
        Sample("TIFF, II", .tiff, [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]),
        Sample("TIFF, MM", .tiff, [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]),
        Sample("BigTIFF, II", .tiff, [0x49, 0x49, 0x2B, 0, 8, 0, 0, 0]),
        Sample("BigTIFF, MM", .tiff, [0x4D, 0x4D, 0, 0x2B, 0, 8, 0, 0]),
        Sample("BMP, OS/2 1", .bmp, bmp(12)),
        Sample("BMP, OS/2 2 short", .bmp, bmp(16)),
        Sample("BMP, Windows 3", .bmp, bmp(40)),
        Sample("BMP, OS/2 2", .bmp, bmp(64)),
        Sample("BMP, version 4", .bmp, bmp(108)),
        Sample("BMP, version 5", .bmp, bmp(124)),
        Sample("ICO", .ico, icon(type: 1)),
        Sample("CUR", .ico, icon(type: 2)),
        Sample("JPEG XL codestream", .jxl, [0xFF, 0x0A]),
    ]

    private static let containers: [Sample] =
        ["VP8 ", "VP8L", "VP8X"].map { Sample("WebP, \($0)", .webp, riff("WEBP", $0)) }
        + ["avif", "avis"].map { Sample("AVIF, \($0)", .avif, ftyp($0, "mif1")) }
        + ["heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs"].map {
            Sample("HEIC, \($0)", .heic, ftyp($0, "mif1"))
        }
        + [
            Sample("AVIF under mif1", .avif, ftyp("mif1", "miaf", "avif")),
            Sample("AVIF under msf1", .avif, ftyp("msf1", "avis")),
            Sample("HEIC under mif1", .heic, ftyp("mif1", "mif1", "heix")),
            Sample("HEIC under msf1", .heic, ftyp("msf1", "hevc")),
            Sample("AVIF in a box to the end of the file", .avif, ftyp("mif1", "avif", claims: 0)),
            Sample(
                "JPEG XL container", .jxl,
                [0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A]),
        ]

    private static let vectors: [Sample] = [
        Sample("SVG", .svg, text("<svg xmlns='http://www.w3.org/2000/svg'/>")),
        Sample("SVG, bare root", .svg, text("<svg>")),
        Sample("SVG with a prefix", .svg, text("<svg:svg xmlns:svg='x'>")),
        Sample("SVG behind white space", .svg, text("\r\n\t <svg\n>")),
        Sample("SVG behind a byte order mark", .svg, [0xEF, 0xBB, 0xBF] + text("<svg/>")),
        Sample("SVG behind an XML declaration", .svg, text("<?xml version='1.0'?><svg/>")),
        Sample("SVG behind a comment", .svg, text("<!-- <html> -- > --><svg/>")),
        Sample(
            "SVG behind a document type", .svg,
            text("<!DOCTYPE svg PUBLIC '-//W3C//DTD > SVG' \"x\"><svg/>")),
        Sample(
            "SVG behind an internal subset", .svg,
            text("<!DOCTYPE svg [<!ENTITY a \"]>\"> <!-- ' --> <!ENTITY b 'c'>]><svg/>")),
        Sample(
            "SVG in UTF-16, little", .svg, utf16("<?xml version='1.0'?>\n<svg>ä€", little: true)),
        Sample("SVG in UTF-16, big", .svg, utf16("<!-- € --><svg>", little: false)),
        Sample(
            "SVG, gzipped", .svg, [0x1F, 0x8B, 8, 0] + Array(repeating: 0, count: 20)),
    ]

    static let nearMisses: [Sample] = [
        Sample("nothing", nil, []),
        Sample("JPEG start without a marker", nil, [0xFF, 0xD8, 0]),
        Sample(
            "PNG damaged by a line-end conversion", nil,
            [0x89] + text("PNG\n") + [0x1A, 0x0A] + header),
        Sample("PNG without IHDR", nil, png + chunk("IDAT", Array(repeating: 0, count: 13))),
        Sample("PNG with a longer IHDR", nil, png + chunk("IHDR", Array(repeating: 0, count: 14))),
        Sample("GIF88a", nil, text("GIF88a")),
        Sample("text about GIF", nil, text("GIF89 is a format")),
        Sample("AVI", nil, riff("AVI ", "LIST")),
        Sample("WAVE", nil, riff("WAVE", "fmt ")),
        Sample("WebP without a picture", nil, riff("WEBP", "EXIF")),
        Sample("MP4", nil, ftyp("isom", "isom", "iso2", "avc1", "mp41")),
        Sample("MOV", nil, ftyp("qt  ", "qt  ")),
        Sample("mif1 without a codec", nil, ftyp("mif1", "miaf")),
        Sample("brand behind the box", nil, ftyp("mif1", "miaf", "avif", claims: 20)),
        Sample("ftyp too short for a brand", nil, ftyp("avif", claims: 12)),
        Sample("JPEG 2000", nil, [0, 0, 0, 12] + text("jP  ") + [0x0D, 0x0A, 0x87, 0x0A]),
        Sample("TIFF with the order of the other", nil, [0x49, 0x49, 0, 0x2A, 0, 0, 0, 8]),
        Sample("TIFF's version alone", nil, [0x49, 0x49, 0x2A, 0]),
        Sample("BigTIFF with offsets of 4 bytes", nil, [0x49, 0x49, 0x2B, 0, 4, 0, 0, 0]),
        Sample("text that begins with BM", nil, text("BMW builds cars and motorcycles.")),
        Sample("BMP with a header of 41,000 bytes", nil, bmp(40).dropLast(3) + [160, 0, 0]),
        Sample("icon without entries", nil, icon(type: 1, count: 0)),
        Sample("icon of another type", nil, icon(type: 3)),
        Sample("icon whose entry is empty", nil, icon(type: 1, length: 0)),
        Sample("icon whose entry is in the directory", nil, icon(type: 1, offset: 6)),
        Sample("NULs", nil, Array(repeating: 0, count: 64)),
        Sample("HTML that shows an SVG", nil, text("<!DOCTYPE html><html><svg></svg></html>")),
        Sample("an SVG document type over HTML", nil, text("<!DOCTYPE svg><html>")),
        Sample("SVG in a comment only", nil, text("<!-- <svg> -->")),
        Sample("an element that begins like svg", nil, text("<svgfoo>")),
        Sample("an svg: element that is not the root kind", nil, text("<svg:rect>")),
        Sample("text before SVG", nil, text("hello <svg>")),
        Sample("JSON", nil, text("{\"svg\": \"<svg>\"}")),
        Sample("gzip of another method", nil, [0x1F, 0x8B, 7, 0] + Array(repeating: 0, count: 20)),
        Sample(
            "gzip with reserved flags", nil, [0x1F, 0x8B, 8, 0xE0] + Array(repeating: 0, count: 20)),
    ]
}
