import WebImageBytes
import WebImagePixels

/// The metadata in the chunks of a PNG file.
struct PNGMetadata {
    private let policy: MetadataPolicy

    private static let xmpName: StaticString = "XML:com.adobe.xmp\0"

    /// The chunks without metadata that a decoder may use: colour, transparency, animation.
    private static let shown = [
        "iCCP", "sRGB", "gAMA", "cHRM", "cICP", "mDCV", "cLLI", "mDCv", "cLLi", "sBIT", "tRNS",
        "bKGD", "hIST", "sPLT", "acTL", "fcTL", "fdAT",
    ]

    init(_ policy: MetadataPolicy) {
        self.policy = policy
    }

    /// Returns the offset behind the end; nil without an end.
    static func end(of bytes: RawSpan) -> PictureEnd {
        var at = 8
        while let chunk = PNGChunk(bytes, at: at) {
            at = chunk.range.upperBound
            if bytes.has("IEND", at: chunk.range.lowerBound + 4) { return .known(at) }
        }
        let isLong = (bytes.u32(at: at, .big) ?? 0) > Int32.max
        return isLong ? .damaged(at) : .cut(at)
    }

    /// Returns the file without what the policy drops; of bytes behind its end, pictures and films
    /// stay if only the place goes.
    func edit(of bytes: RawSpan) -> FileEdit? {
        guard bytes.byteCount >= 8 else { return nil }
        var edit = FileEdit()
        edit.keep(0..<8)
        var at = 8
        while let chunk = PNGChunk(bytes, at: at) {
            at = chunk.range.upperBound
            if let name = chunk.name(of: bytes) { write(chunk, name, of: bytes, &edit) }
            if bytes.has("IEND", at: chunk.range.lowerBound + 4) {
                edit.keepAttached(of: bytes, from: at, policy)
                return edit
            }
        }
        // Without its end, which decoders forgive.
        return at < bytes.byteCount ? nil : edit
    }

    private func write(_ chunk: PNGChunk, _ name: String, of bytes: RawSpan, _ edit: inout FileEdit)
    {
        let isCritical = bytes.u8(at: chunk.range.lowerBound + 4).map { $0 & 0x20 == 0 } ?? false
        if isCritical || Self.shown.contains(name) { return edit.keep(chunk.range) }
        switch name {
        case "eXIf":
            let exif = bytes.copy(chunk.body)
            let new = policy.applied(toExif: exif, orients: true)
            if new == exif { return edit.keep(chunk.range) }
            if let new { edit.add(PNGChunk.bytes("eXIf", new)) }
        case _ where policy == .drop: break
        case "iTXt" where bytes.has(Self.xmpName, at: chunk.body.lowerBound):
            guard let start = PNGChunk.text(bytes, in: chunk.body) else { return }
            let xmp = bytes.copy(start..<chunk.body.upperBound)
            guard let new = policy.applied(toXMP: xmp) else { return }
            if new == xmp { return edit.keep(chunk.range) }
            edit.add(PNGChunk.bytes("iTXt", bytes.copy(chunk.body.lowerBound..<start) + new))
        case _ where !policy.keepsOthers: break
        case "tEXt", "zTXt", "iTXt":
            if !Self.saysPlace(keyword(of: bytes, in: chunk.body)) { edit.keep(chunk.range) }
        case "pHYs", "tIME": edit.keep(chunk.range)
        default: break
        }
    }

    /// Returns the keyword of a text chunk in small letters, of 79 bytes at most.
    private func keyword(of bytes: RawSpan, in body: Range<Int>) -> String {
        let start = bytes.copy(body.lowerBound..<min(body.upperBound, body.lowerBound + 79))
        return String(decoding: start.prefix { $0 != 0 }, as: UTF8.self).lowercased()
    }

    /// Returns `true` for keywords of EXIF, XMP and IPTC as text, as of ImageMagick, and of places.
    private static func saysPlace(_ keyword: String) -> Bool {
        [
            "exif:", "xmp:", "iptc:", "photoshop:", "raw profile type", "xml:com.adobe.xmp",
        ].contains { keyword.hasPrefix($0) }
            || ["gps", "location", "latitude", "longitude"].contains { keyword.contains($0) }
    }

    /// Returns the XMP packet of a file; nil if there is none, or a compressed one.
    static func xmp(of bytes: RawSpan) -> [UInt8]? {
        var at = 8
        while let chunk = PNGChunk(bytes, at: at), !bytes.has("IEND", at: at + 4) {
            if bytes.has("iTXt", at: at + 4), bytes.has(xmpName, at: chunk.body.lowerBound) {
                return PNGChunk.text(bytes, in: chunk.body).map {
                    bytes.copy($0..<chunk.body.upperBound)
                }
            }
            at = chunk.range.upperBound
        }
        return nil
    }

    /// Returns a file with an XMP packet behind its header.
    static func adding(xmp: [UInt8], to file: ByteBlock) throws(CodecError) -> ByteBlock {
        // The signature, and a header of 13 bytes.
        let header = 33
        guard file.count > header else { return file }
        var edit = FileEdit()
        edit.keep(0..<header)
        let name = xmpName.withUTF8Buffer { unsafe Array($0) }
        edit.add(PNGChunk.bytes("iTXt", name + [0, 0, 0, 0] + xmp))
        edit.keep(header..<file.count)
        return try edit.apply(to: file)
    }
}
