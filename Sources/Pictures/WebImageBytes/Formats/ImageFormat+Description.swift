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
        if bytes.has("%PDF-") { return "a PDF" }
        if bytes.has([0x50, 0x4B, 3, 4]) || bytes.has([0x50, 0x4B, 5, 6]) {
            return "a ZIP archive"
        }
        if bytes.has([0x7F, 0x45, 0x4C, 0x46]) { return "an ELF program" }
        if bytes.has("RIFF") && bytes.has("AVI ", at: 8) { return "an AVI video" }
        if bytes.has("RIFF") && bytes.has("WAVE", at: 8) { return "a WAVE sound" }
        if bytes.has("RIFF") && bytes.has("WEBP", at: 8) {
            return "a WebP container without an image"
        }
        if bytes.has("ftyp", at: 4) { return isoMedia(bytes) }
        if bytes.has([0x1A, 0x45, 0xDF, 0xA3]) { return "a Matroska or WebM video" }
        if bytes.has([0x1F, 0x8B]) { return "a gzip file" }
        if bytes.has(pngSignature) { return "a PNG signature without a header" }
        if bytes.has([0xFF, 0xD8]) { return "a JPEG signature without data" }
        if bytes.has("GIF8") { return "text or data that begins like GIF" }
        return nil
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
