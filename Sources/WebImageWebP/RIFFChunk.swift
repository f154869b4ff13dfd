#if WebP
    import WebImageCoding

    /// A chunk of a RIFF file.
    struct RIFFChunk {
        /// Where its header begins.
        var start: Int
        /// Its content, as far as the file has it.
        var body: Range<Int>
        /// Where the following chunk begins: chunks are padded to an even length.
        var next: Int
        /// Whether the file ends before its content does.
        var isTruncated: Bool
    }

    extension RawSpan {
        /// The chunk whose header begins at `offset`, nil when its header does not fit before `end`.
        func chunk(at offset: Int, end: Int) -> RIFFChunk? {
            guard offset <= end - 8, let size = u32(at: offset + 4, .little) else { return nil }
            let (body, count) = (offset + 8, Int(size))
            return RIFFChunk(
                start: offset, body: body..<Swift.min(body + count, end),
                next: body + count + count % 2, isTruncated: body + count > end)
        }

        /// The little-endian number of three bytes at `offset`, 0 where they are not inside.
        func u24(at offset: Int) -> Int {
            guard let low = u16(at: offset, .little), let high = u8(at: offset + 2) else {
                return 0
            }
            return Int(low) | Int(high) << 16
        }
    }
#endif
