import WebImageBytes

/// The metadata in the blocks of a GIF file: comments, and extensions such as XMP.
struct GIFMetadata {
    private let policy: MetadataPolicy

    init(_ policy: MetadataPolicy) {
        self.policy = policy
    }

    /// Returns the end of the file's blocks.
    static func end(of bytes: RawSpan) -> PictureEnd {
        guard bytes.has("GIF8"), let flags = bytes.u8(at: 10) else { return .damaged(0) }
        var at = 13 + tableByteCount(flags)
        while let kind = bytes.u8(at: at) {
            let start: Int
            switch kind {
            case 0x3B: return .known(at + 1)
            case 0x2C: start = at + 11 + tableByteCount(bytes.u8(at: at + 9) ?? 0)
            case 0x21: start = at + 2
            case 0:
                // Decoders skip it.
                at += 1
                continue
            default: return .damaged(at)
            }
            guard let end = endOfBlocks(bytes, from: start) else { return .cut(at) }
            at = end
        }
        return .cut(at)
    }

    /// Returns the file without what the policy drops; of bytes behind its end, pictures and films
    /// stay if only the place goes.
    func edit(of bytes: RawSpan) -> FileEdit? {
        guard bytes.has("GIF8"), let flags = bytes.u8(at: 10) else { return nil }
        var edit = FileEdit()
        var at = 13 + Self.tableByteCount(flags)
        edit.keep(0..<min(at, bytes.byteCount))
        while let kind = bytes.u8(at: at) {
            switch kind {
            case 0x3B:
                edit.keep(at..<at + 1)
                edit.keepAttached(of: bytes, from: at + 1, policy)
                return edit
            case 0x2C:
                guard let flags = bytes.u8(at: at + 9) else { return nil }
                let start = at + 11 + Self.tableByteCount(flags)
                guard let end = Self.endOfBlocks(bytes, from: start) else { return nil }
                edit.keep(at..<end)
                at = end
            case 0x21:
                guard let end = Self.endOfBlocks(bytes, from: at + 2) else { return nil }
                if isKept(bytes, at: at) { edit.keep(at..<end) }
                at = end
            case 0: at += 1
            default: return nil
            }
        }
        return nil
    }

    private func isKept(_ bytes: RawSpan, at offset: Int) -> Bool {
        switch bytes.u8(at: offset + 1) {
        case 0xF9, 0x01: true
        case 0xFF:
            bytes.has("NETSCAPE2.0", at: offset + 3) || bytes.has("ANIMEXTS1.0", at: offset + 3)
                || bytes.has("ICCRGBG1", at: offset + 3)
        default: policy == .dropLocation
        }
    }

    private static func tableByteCount(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    /// Returns the end of sub-blocks; nil past the end of the file.
    private static func endOfBlocks(_ bytes: RawSpan, from start: Int) -> Int? {
        var at = start
        while let count = bytes.u8(at: at) {
            at += 1 + Int(count)
            if count == 0 { return at }
        }
        return nil
    }
}
