extension ImageFormat {
    /// Returns a description of bytes without an image's signature for an error: `an HTML page`.
    ///
    /// It names the kind of content, never the content itself.
    ///
    /// - Parameter bytes: The first bytes of the content, or all of them.
    public static func describe(_ bytes: RawSpan) -> String {
        guard bytes.byteCount > 0 else { return "zero bytes" }
        if let format = ImageFormat(signatureOf: bytes) { return "\(format) data" }
        return container(bytes) ?? markup(bytes) ?? text(bytes) ?? unknown(bytes)
    }

    /// Returns the name of a known file type, by its first bytes.
    private static func container(_ bytes: RawSpan) -> String? {
        let known = signatures.first { bytes.has(Array($0.text.utf8), at: $0.offset) }?.name
        if let name = known ?? numbers.first(where: { bytes.has($0.bytes) })?.name { return name }
        if bytes.has("RIFF") {
            if bytes.has("AVI ", at: 8) { return "an AVI video" }
            if bytes.has("WAVE", at: 8) { return "a WAVE sound" }
            if bytes.has("WEBP", at: 8) { return "a WebP container without an image" }
        }
        if bytes.has("ftyp", at: 4) { return isoMedia(bytes) }
        return isPortableAnyMap(bytes) ? "a picture of the PNM family" : nil
    }

    /// The file types with a text as their signature, and its offset.
    private static let signatures: [(text: String, offset: Int, name: String)] = [
        ("%PDF-", 0, "a PDF"),
        ("PK\u{3}\u{4}", 0, "a ZIP archive"), ("PK\u{5}\u{6}", 0, "a ZIP archive"),
        ("\u{7F}ELF", 0, "an ELF program"),
        ("ftypcrx ", 4, "a Canon raw photograph (CR3)"),
        ("HEAPCCDR", 6, "a Canon raw photograph (CRW)"),
        ("FUJIFILMCCD-RAW", 0, "a Fujifilm raw photograph (RAF)"),
        ("IIRO", 0, "an Olympus raw photograph (ORF)"),
        ("IIRS", 0, "an Olympus raw photograph (ORF)"),
        ("MMOR", 0, "an Olympus raw photograph (ORF)"),
        ("IIU\0", 0, "a Panasonic or Leica raw photograph (RW2)"),
        ("\0MRM", 0, "a Minolta raw photograph (MRW)"),
        ("FOVb", 0, "a Sigma raw photograph (X3F)"),
        ("8BPS", 0, "a Photoshop document"), ("qoif", 0, "a QOI picture"),
        ("\0\0\0\u{C}jP  ", 0, "a JPEG 2000 picture"),
        ("v/1\u{1}", 0, "an OpenEXR picture"),
        ("#?RADIANCE", 0, "a Radiance HDR picture"), ("#?RGBE", 0, "a Radiance HDR picture"),
        ("DDS ", 0, "a DDS texture"),
        ("GIF8", 0, "text or data that begins like GIF"),
    ]

    /// The file types whose signature is no text.
    private static let numbers: [(bytes: [UInt8], name: String)] = [
        ([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 picture"),
        ([0x13, 0xAB, 0xA1, 0x5C], "an ASTC texture"),
        ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM video"),
        ([0x1F, 0x8B], "a gzip file"),
        (pngSignature, "a PNG signature without a header"),
        ([0xFF, 0xD8], "a JPEG signature without data"),
    ]

    /// Recognizes PBM, PGM, PPM and PAM: `P1` to `P7` before white space.
    private static func isPortableAnyMap(_ bytes: RawSpan) -> Bool {
        guard bytes.has("P"), let kind = bytes.u8(at: 1), let next = bytes.u8(at: 2) else {
            return false
        }
        let isKind = (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(kind)
        return isKind && [9, 10, 13, 32].contains(next)
    }

    /// Returns the major brand of an ISO media file: MP4, QuickTime, and HEIF with other codecs.
    private static func isoMedia(_ bytes: RawSpan) -> String {
        let brand = bytes.prefixBytes(12).dropFirst(8).filter { (0x21...0x7E).contains($0) }
        return "an ISO media file of brand '\(String(decoding: brand, as: UTF8.self))'"
    }

    private static func markup(_ bytes: RawSpan) -> String? {
        guard let root = MarkupRoot(of: bytes) else { return nil }
        let html: Set<String> = ["html", "head", "body", "title", "div", "p", "script", "center"]
        if root.documentType == "html" || root.element.map(html.contains) == true {
            return "an HTML page"
        }
        return bytes.has("<?xml") || root.element != nil ? "an XML document" : nil
    }

    /// Recognizes JSON or other text: UTF-8 without control characters in the first 512 bytes.
    private static func text(_ bytes: RawSpan) -> String? {
        var head = bytes.prefixBytes(512)
        if head.starts(with: [0xEF, 0xBB, 0xBF]) { head.removeFirst(3) }
        guard head.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) }) else {
            return nil
        }
        // The cut at 512 may split the last character, which has at most 4 bytes.
        let whole = bytes.byteCount > 512 ? head.droppingSuffix { $0 >= 0x80 } : head[...]
        guard String(validating: whole, as: UTF8.self) != nil else { return nil }
        guard let first = head.first(where: { $0 != 0x20 && !(9...13).contains($0) }) else {
            return "white space only"
        }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        return isJSON ? "a JSON document" : "plain text"
    }

    private static func unknown(_ bytes: RawSpan) -> String {
        let digits = bytes.prefixBytes(8).map { Hexadecimal.text(of: [$0]) }
        return "unknown bytes " + digits.joined(separator: " ")
            + (bytes.byteCount > 8 ? " …" : "")
    }
}

extension BidirectionalCollection {
    /// Returns the elements up to the last one that `drops` rejects.
    func droppingSuffix(_ drops: (Element) -> Bool) -> SubSequence {
        guard let last = lastIndex(where: { !drops($0) }) else { return self[..<startIndex] }
        return self[...last]
    }
}
