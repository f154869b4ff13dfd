#if TIFF
    import WebImageCoding

    /// Where the directories of a file are, found without reading what they hold.
    ///
    /// Each directory names the next (TIFF 6.0, section 2); a circle ends where it closes.
    struct TIFFPages {
        /// The places of the directories, first page first; never empty.
        let offsets: [Int]

        /// Follows the directories of `bytes`.
        init(of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            let order: ByteReader.Order = bytes.has("MM") ? .big : .little
            let isBig = bytes.u16(at: 2, order) == 43
            var (offsets, seen) = ([Int](), Set<Int>())
            var next = isBig ? bytes.u64(at: 8, order) : bytes.u32(at: 4, order).map { Int($0) }
            while let offset = next, offset > 0, seen.insert(offset).inserted {
                guard let end = Self.end(of: bytes, at: offset, order, isBig: isBig) else { break }
                offsets.append(offset)
                try limits.check(frames: offsets.count)
                next = isBig ? bytes.u64(at: end, order) : bytes.u32(at: end, order).map { Int($0) }
            }
            guard !offsets.isEmpty else { throw .truncated(.tiff, "no directory is inside") }
            self.offsets = offsets
        }

        /// Where the entries of a directory end; nil unless at least its first one is inside.
        private static func end(
            of bytes: RawSpan, at offset: Int, _ order: ByteReader.Order, isBig: Bool
        ) -> Int? {
            let head = isBig ? 8 : 2
            let entry = isBig ? 20 : 12
            let count =
                isBig ? bytes.u64(at: offset, order) : bytes.u16(at: offset, order).map { Int($0) }
            guard let count, count > 0, count <= 65535,
                bytes.range(at: offset + head, count: entry) != nil
            else { return nil }
            return offset + head + count * entry
        }
    }

    extension RawSpan {
        /// The number in the eight bytes at `offset`; nil outside, and where it is too large.
        fileprivate func u64(at offset: Int, _ order: ByteReader.Order) -> Int? {
            guard let first = u32(at: offset, order), let second = u32(at: offset + 4, order) else {
                return nil
            }
            let (high, low) = order == .big ? (first, second) : (second, first)
            return high < 0x4000_0000 ? Int(high) << 32 | Int(low) : nil
        }
    }
#endif
