#if TIFF
    import WebImageCoding

    /// The offsets of a file's directories, found without reading their contents.
    ///
    /// Each directory has the offset of the next (TIFF 6.0, section 2); a cycle ends the list.
    struct TIFFPages {
        /// The offsets of the directories, first page first; never empty.
        let offsets: [Int]
        private let order: ByteReader.Order
        /// `true` for BigTIFF, whose counts and offsets have 8 bytes.
        private let isBig: Bool

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
            (self.offsets, self.order, self.isBig) = (offsets, order, isBig)
        }

        /// Returns the integers of a tag, at most 64; none for texts, fractions and damaged
        /// entries.
        func values(of tag: Int, inDirectoryAt offset: Int, of bytes: RawSpan) -> [Int] {
            guard let entry = entry(of: tag, inDirectoryAt: offset, of: bytes) else { return [] }
            return (0..<min(entry.count, 64)).compactMap { index in
                switch entry.type {
                case 1: bytes.u8(at: entry.place + index).map { Int($0) }
                case 3: bytes.u16(at: entry.place + index * 2, order).map { Int($0) }
                case 4, 13: bytes.u32(at: entry.place + index * 4, order).map { Int($0) }
                case 16, 18: bytes.u64(at: entry.place + index * 8, order)
                default: nil
                }
            }
        }

        /// Returns the first 32 characters of a text; none if there is none.
        func text(of tag: Int, inDirectoryAt offset: Int, of bytes: RawSpan) -> String {
            guard let entry = entry(of: tag, inDirectoryAt: offset, of: bytes), entry.type == 2
            else { return "" }
            let characters = (0..<min(entry.count, 32)).compactMap {
                bytes.u8(at: entry.place + $0)
            }
            return String(decoding: characters.prefix { $0 != 0 }, as: UTF8.self)
        }

        private func entry(
            of tag: Int, inDirectoryAt offset: Int, of bytes: RawSpan
        ) -> (type: UInt16, count: Int, place: Int)? {
            let (head, length) = isBig ? (8, 20) : (2, 12)
            guard let end = Self.end(of: bytes, at: offset, order, isBig: isBig) else { return nil }
            for start in stride(from: offset + head, to: end, by: length) {
                // They are sorted by their tags, except in damaged files.
                guard let found = bytes.u16(at: start, order) else { return nil }
                guard Int(found) == tag, let type = bytes.u16(at: start + 2, order) else {
                    continue
                }
                let count = number(at: start + 4, of: bytes) ?? 0
                let byteCount = count.multipliedReportingOverflow(by: Self.byteCount(of: type))
                let isInside = !byteCount.overflow && byteCount.partialValue <= (isBig ? 8 : 4)
                let place = start + (isBig ? 12 : 8)
                return number(at: place, of: bytes).map { (type, count, isInside ? place : $0) }
            }
            return nil
        }

        private func number(at offset: Int, of bytes: RawSpan) -> Int? {
            isBig ? bytes.u64(at: offset, order) : bytes.u32(at: offset, order).map { Int($0) }
        }

        private static func byteCount(of type: UInt16) -> Int {
            switch type {
            case 3, 8: 2
            case 4, 9, 11, 13: 4
            case 5, 10, 12, 16, 17, 18: 8
            default: 1
            }
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
