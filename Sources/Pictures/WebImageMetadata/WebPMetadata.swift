import WebImageBytes
import WebImagePixels

/// The metadata in the chunks of a WebP file (RFC 9649).
struct WebPMetadata {
    private let policy: MetadataPolicy

    init(_ policy: MetadataPolicy) {
        self.policy = policy
    }

    /// Returns the file without what the policy drops and unknown chunks; of bytes behind its end,
    /// pictures and films stay if only the place goes.
    func edit(of bytes: RawSpan) -> FileEdit? {
        guard bytes.has("RIFF"), bytes.has("WEBP", at: 8), let size = bytes.u32(at: 4, .little),
            bytes.byteCount >= Int(size) + 8
        else { return nil }
        var (at, parts): (Int, [Part]) = (12, [])
        while at < Int(size) + 8 {
            guard let count = bytes.u32(at: at + 4, .little), Int(count) <= Int(size) - at,
                parts.count < 200_000
            else { return nil }
            let end = min(at + 8 + (Int(count) + 1) / 2 * 2, Int(size) + 8)
            if let part = part(at..<end, at + 8..<at + 8 + Int(count), bytes) { parts.append(part) }
            at = end
        }
        var edit = file(of: parts, bytes)
        edit.keepAttached(of: bytes, from: Int(size) + 8, policy)
        return edit
    }

    private enum Part {
        case kept(Range<Int>)
        case header(Range<Int>)
        case new(isExif: Bool, [UInt8])

        var byteCount: Int {
            switch self {
            case .kept(let range), .header(let range): range.count
            case .new(_, let content): 8 + (content.count + 1) / 2 * 2
            }
        }
    }

    /// Returns `true` if the header has a flag; chunks without it are unknown, as in libwebp.
    private static func announces(_ flag: UInt8, _ bytes: RawSpan) -> Bool {
        bytes.has("VP8X", at: 12) && (bytes.u8(at: 20) ?? 0) & flag != 0
    }

    private func part(_ range: Range<Int>, _ body: Range<Int>, _ bytes: RawSpan) -> Part? {
        let start = range.lowerBound
        if bytes.has("VP8X", at: start), body.count >= 10 { return .header(range) }
        for name in ["VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP"] as [StaticString]
        where bytes.has(name, at: start) {
            return .kept(range)
        }
        if bytes.has("EXIF", at: start), Self.announces(8, bytes) {
            let whole = bytes.copy(body)
            // Some programs write the identifier of JPEG in front.
            let exif = whole.starts(with: "Exif\0\0".utf8) ? Array(whole[6...]) : whole
            guard let new = policy.applied(toExif: exif, orients: true) else { return nil }
            return new == exif ? .kept(range) : .new(isExif: true, new)
        }
        if bytes.has("XMP ", at: start), Self.announces(4, bytes) {
            let xmp = bytes.copy(body)
            guard let new = policy.applied(toXMP: xmp) else { return nil }
            return new == xmp ? .kept(range) : .new(isExif: false, new)
        }
        return nil
    }

    private func file(of parts: [Part], _ bytes: RawSpan) -> FileEdit {
        let size = parts.reduce(4) { $0 + $1.byteCount }
        var edit = FileEdit()
        if size == bytes.u32(at: 4, .little).map({ Int($0) }) ?? 0 {
            edit.keep(0..<12)
        } else {
            var head = Array("RIFF".utf8)
            head.add(UInt32(clamping: size), .little)
            edit.add(head + Array("WEBP".utf8))
        }
        let flags = self.flags(of: parts, bytes)
        for part in parts {
            switch part {
            case .kept(let range): edit.keep(range)
            case .header(let range):
                let at = range.lowerBound + 8
                let old = bytes.u8(at: at) ?? 0
                if old & ~0x0C | flags == old {
                    edit.keep(range)
                } else {
                    edit.keep(range.lowerBound..<at)
                    edit.add([old & ~0x0C | flags])
                    edit.keep(at + 1..<range.upperBound)
                }
            case .new(let isExif, let content):
                var chunk = Array((isExif ? "EXIF" : "XMP ").utf8)
                chunk.add(UInt32(clamping: content.count), .little)
                edit.add(chunk + content + (content.count % 2 == 0 ? [] : [0]))
            }
        }
        return edit
    }

    /// Returns the header's flags of EXIF and XMP.
    private func flags(of parts: [Part], _ bytes: RawSpan) -> UInt8 {
        parts.reduce(0) { flags, part in
            switch part {
            case .kept(let range):
                bytes.has("EXIF", at: range.lowerBound)
                    ? flags | 8 : bytes.has("XMP ", at: range.lowerBound) ? flags | 4 : flags
            case .new(let isExif, _): flags | (isExif ? 8 : 4)
            case .header: flags
            }
        }
    }

    /// Returns the XMP packet of a file; nil if there is none.
    static func xmp(of bytes: RawSpan) -> [UInt8]? {
        guard announces(4, bytes) else { return nil }
        var at = 12
        for _ in 0..<200_000 {
            guard let count = bytes.u32(at: at + 4, .little),
                let body = bytes.range(at: at + 8, count: Int(count))
            else { return nil }
            if bytes.has("XMP ", at: at) { return bytes.copy(body) }
            at += 8 + (Int(count) + 1) / 2 * 2
        }
        return nil
    }
}
