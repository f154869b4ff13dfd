#if WebP
    import WebImageCoding

    struct RIFFChunk {
        /// The offset of the header.
        var start: Int
        /// The content, clipped to the end of the file.
        var body: Range<Int>
        /// The offset of the next chunk: chunks are padded to an even length.
        var next: Int
        /// `true` if the file ends before the content.
        var isTruncated: Bool
    }

    extension RawSpan {
        /// Returns the chunk at `offset`; nil if its header does not fit before `end`.
        func chunk(at offset: Int, end: Int) -> RIFFChunk? {
            guard offset <= end - 8, let size = u32(at: offset + 4, .little) else { return nil }
            let (body, count) = (offset + 8, Int(size))
            return RIFFChunk(
                start: offset, body: body..<Swift.min(body + count, end),
                next: body + count + count % 2, isTruncated: body + count > end)
        }

        /// Returns three bytes at `offset` as a little-endian number; 0 if out of bounds.
        func u24(at offset: Int) -> Int {
            guard let low = u16(at: offset, .little), let high = u8(at: offset + 2) else {
                return 0
            }
            return Int(low) | Int(high) << 16
        }
    }
#endif
