#if TIFF
    import WebImageCoding

    /// The offsets of a file's directories, found without reading their contents.
    ///
    /// Each directory has the offset of the next (TIFF 6.0, section 2); a cycle ends the list.
    struct TIFFPages {
        /// The offsets of the directories, first page first; never empty.
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
            guard !offsets.isEmpty else {
                throw .truncated(.tiff, "no directory lies within the file")
            }
            self.offsets = offsets
        }

        /// Returns the end of a directory's entries; nil unless the first one is in bounds.
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
        /// Returns eight bytes at `offset` as a number; nil if out of bounds or too large.
        fileprivate func u64(at offset: Int, _ order: ByteReader.Order) -> Int? {
            guard let first = u32(at: offset, order), let second = u32(at: offset + 4, order) else {
                return nil
            }
            let (high, low) = order == .big ? (first, second) : (second, first)
            return high < 0x4000_0000 ? Int(high) << 32 | Int(low) : nil
        }
    }
#endif
