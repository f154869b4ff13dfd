extension ImageFormat {
    /// Creates the format whose full signature begins the bytes; nil for none.
    ///
    /// A media type is not used. The work is bounded for any bytes: at most 4096 PNG chunks, 64
    /// brands and 64 KiB of XML are read.
    ///
    /// - Parameter bytes: The first bytes of the content, or all of them.
    public init?(signatureOf bytes: RawSpan) {
        guard let format = Self.recognize(bytes) else { return nil }
        self = format
    }

    /// Checks all formats; their signatures exclude each other.
    private static func recognize(_ bytes: RawSpan) -> ImageFormat? {
        if bytes.has([0xFF, 0xD8, 0xFF]) { return .jpeg }
        if let png = png(bytes) { return png }
        if bytes.has("GIF87a") || bytes.has("GIF89a") { return .gif }
        if isWebP(bytes) { return .webp }
        if bytes.has("ftyp", at: 4) { return isoMedia(bytes) }
        if bytes.has([0xFF, 0x0A]) || bytes.has(jxlContainer) { return .jxl }
        if isTIFF(bytes) { return .tiff }
        if isBMP(bytes) { return .bmp }
        if isIcon(bytes) { return .ico }
        if isGzip(bytes) { return .svg }
        return MarkupRoot(of: bytes)?.element == "svg" ? .svg : nil
    }

    private static let jxlContainer: [UInt8] = [
        0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A,
    ]

    /// The first bytes of PNG.
    package static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Recognizes PNG; APNG if `acTL` precedes the first `IDAT` (W3C PNG, sections 5.2, 11.3.6).
    private static func png(_ bytes: RawSpan) -> ImageFormat? {
        guard bytes.has(pngSignature), bytes.u32(at: 8, .big) == 13, bytes.has("IHDR", at: 12)
        else { return nil }
        var chunk = 33
        for _ in 0..<4096 {
            guard let length = bytes.u32(at: chunk, .big), length <= 0x7FFF_FFFF else { break }
            if bytes.has("acTL", at: chunk + 4) { return .apng }
            if bytes.has("IDAT", at: chunk + 4) || bytes.has("IEND", at: chunk + 4) { break }
            chunk += 12 + Int(length)
        }
        return .png
    }

    /// Recognizes the three possible first chunks (RFC 9649, sections 2.4 to 2.7).
    private static func isWebP(_ bytes: RawSpan) -> Bool {
        bytes.has("RIFF") && bytes.has("WEBP", at: 8)
            && (bytes.has("VP8 ", at: 12) || bytes.has("VP8L", at: 12) || bytes.has("VP8X", at: 12))
    }

    /// Recognizes AVIF or HEIC by the brands in `ftyp`: the major one if it names a codec, else the
    /// first compatible one, as with `mif1` and `msf1` (ISO/IEC 23008-12, annex B).
    private static func isoMedia(_ bytes: RawSpan) -> ImageFormat? {
        guard let claimed = bytes.u32(at: 0, .big), claimed == 0 || claimed >= 16 else {
            return nil
        }
        let end = claimed == 0 ? bytes.byteCount : min(Int(claimed), bytes.byteCount)
        if let major = brand(in: bytes, at: 8) { return major }
        var place = 16
        while place + 4 <= end, place < 16 + 64 * 4 {
            if let compatible = brand(in: bytes, at: place) { return compatible }
            place += 4
        }
        return nil
    }

    private static func brand(in bytes: RawSpan, at offset: Int) -> ImageFormat? {
        if bytes.has("avif", at: offset) || bytes.has("avis", at: offset) { return .avif }
        guard bytes.has("he", at: offset), let third = bytes.u8(at: offset + 2),
            let fourth = bytes.u8(at: offset + 3)
        else { return nil }
        switch (Unicode.Scalar(third), Unicode.Scalar(fourth)) {
        case ("i", "c"), ("i", "x"), ("i", "m"), ("i", "s"): return .heic
        case ("v", "c"), ("v", "x"), ("v", "m"), ("v", "s"): return .heic
        default: return nil
        }
    }

    /// Recognizes TIFF (TIFF 6.0, section 2) and BigTIFF, whose offsets have 8 bytes.
    private static func isTIFF(_ bytes: RawSpan) -> Bool {
        guard bytes.byteCount >= 8 else { return false }
        return bytes.has([0x49, 0x49, 0x2A, 0]) || bytes.has([0x4D, 0x4D, 0, 0x2A])
            || bytes.has([0x49, 0x49, 0x2B, 0, 8, 0, 0, 0])
            || bytes.has([0x4D, 0x4D, 0, 0x2B, 0, 8, 0, 0])
    }

    /// Recognizes `BM` with an existing header size: OS/2 1 and 2, Windows 3 to 5.
    private static func isBMP(_ bytes: RawSpan) -> Bool {
        guard bytes.has("BM"), let header = bytes.u32(at: 14, .little) else { return false }
        return isBMPHeader(byteCount: header)
    }

    /// Returns `true` if headers of that many bytes exist in BMP.
    package static func isBMPHeader(byteCount: UInt32) -> Bool {
        byteCount == 12 || (16...64).contains(byteCount) || byteCount == 108 || byteCount == 124
    }

    /// Recognizes an icon or cursor whose first entries refer to bytes after the directory.
    private static func isIcon(_ bytes: RawSpan) -> Bool {
        guard bytes.has([0, 0, 1, 0]) || bytes.has([0, 0, 2, 0]),
            let count = bytes.u16(at: 4, .little), count > 0
        else { return false }
        for entry in 0..<min(Int(count), 4) {
            let place = 6 + entry * 16
            guard let length = bytes.u32(at: place + 8, .little),
                let offset = bytes.u32(at: place + 12, .little),
                length > 0, offset >= 6 + UInt32(count) * 16
            else { return false }
        }
        return true
    }

    /// Recognizes a valid gzip header (RFC 1952, section 2.3): deflate, no reserved flags.
    ///
    /// It is taken for SVG, the only format here that is transferred gzipped. The SVG codec
    /// inflates it under its limits and then checks the root element.
    private static func isGzip(_ bytes: RawSpan) -> Bool {
        guard bytes.byteCount >= 18, let flags = bytes.u8(at: 3) else { return false }
        return bytes.has([0x1F, 0x8B, 0x08]) && flags & 0xE0 == 0
    }
}
