/// The positions of the items' data in a file (`iloc`; ISO/IEC 14496-12, section 8.11.3).
package struct MediaItems {
    /// One item of the file.
    package struct Item {
        /// The number by which other boxes refer to the item.
        package var id: Int
        /// The parts of the data in order, clamped to the file.
        package var parts: [Range<Int>]
        /// `true` if the data is one part of a stated length, completely inside the file.
        package var isWhole: Bool
    }

    /// The items in the order of the box.
    package private(set) var items: [Item] = []
    private let version: UInt8
    private let sizes: (offset: Int, length: Int, base: Int, index: Int)
    /// The data to which some items' offsets are relative, instead of the file's start.
    private let inner: Range<Int>?

    /// Reads the box in `meta`; no items if it is missing, and those before any damage.
    package init(_ bytes: RawSpan, meta: Range<Int>) {
        inner = bytes.firstBox(["idat"], in: meta)
        guard let box = bytes.firstBox(["iloc"], in: meta),
            let version = bytes.u8(at: box.lowerBound),
            let packed = bytes.u16(at: box.lowerBound + 4, .big).map({ Int($0) })
        else {
            (version, sizes) = (0, (0, 0, 0, 0))
            return
        }
        self.version = version
        sizes = (
            packed >> 12, packed >> 8 & 15, packed >> 4 & 15, version > 0 ? packed & 15 : 0
        )
        var reader = ByteReader(at: box.lowerBound + 6, .big)
        let count = reader.number(version < 2 ? 2 : 4, of: bytes) ?? 0
        for _ in 0..<count {
            guard reader.offset < box.upperBound, let item = readItem(&reader, bytes) else { break }
            items.append(item)
        }
    }

    private func readItem(_ reader: inout ByteReader, _ bytes: RawSpan) -> Item? {
        guard let id = reader.number(version < 2 ? 2 : 4, of: bytes),
            let method = version > 0 ? reader.number(2, of: bytes) : 0,
            reader.skip(2, of: bytes) != nil, let base = reader.number(sizes.base, of: bytes),
            let count = reader.number(2, of: bytes)
        else { return nil }
        let space = method & 15 == 1 ? inner : 0..<bytes.byteCount
        var (parts, isWhole): ([Range<Int>], Bool) = ([], count == 1 && method < 2)
        // Parts without a size and an offset are all the same one.
        for _ in 0..<(sizes.offset + sizes.length == 0 ? min(count, 1) : count) {
            guard reader.skip(sizes.index, of: bytes) != nil,
                let offset = reader.number(sizes.offset, of: bytes),
                let length = reader.number(sizes.length, of: bytes)
            else { return nil }
            guard let space, base <= space.count, offset <= space.count - base else { continue }
            let start = space.lowerBound + base + offset
            let rest = space.upperBound - start
            isWhole = isWhole && 0 < length && length <= rest
            parts.append(start..<start + (length == 0 ? rest : min(length, rest)))
        }
        return Item(id: id, parts: parts, isWhole: isWhole && parts.count == 1)
    }
}

/// The type of an item (`infe`; ISO/IEC 14496-12, section 8.11.6).
package struct MediaItemType {
    /// The item.
    package var item: Int
    /// The offset of the four letters of the type.
    package var offset: Int
    /// The content of the entry: a version, three bytes of flags, of which the lowest bit hides the
    /// item, its numbers, and the type with what follows it.
    package var entry: Range<Int>
}

extension RawSpan {
    /// Returns the number of the item to show (`pitm`); nil if the box is missing.
    package func primaryItem(in meta: Range<Int>) -> Int? {
        guard let box = firstBox(["pitm"], in: meta), let version = u8(at: box.lowerBound)
        else { return nil }
        return version == 0
            ? u16(at: box.lowerBound + 4, .big).map { Int($0) }
            : u32(at: box.lowerBound + 4, .big).map { Int($0) }
    }

    /// Returns the types of the items in `meta`, in the order of the box.
    ///
    /// - Throws: `CodecError.limit` if there are more than any picture has.
    package func itemTypes(in meta: Range<Int>) throws(CodecError) -> [MediaItemType] {
        guard let table = firstBox(["iinf"], in: meta), let version = u8(at: table.lowerBound)
        else { return [] }
        let first = min(table.lowerBound + (version == 0 ? 6 : 8), table.upperBound)
        var result: [MediaItemType] = []
        for box in try everyBox(in: first..<table.upperBound) where has("infe", at: box.typeOffset)
        {
            var reader = ByteReader(at: box.body.lowerBound, .big)
            guard let version = reader.u8(of: self), version > 1,
                reader.skip(3, of: self) != nil,
                let item = reader.item(isLong: version > 2, of: self),
                reader.skip(2, of: self) != nil, range(at: reader.offset, count: 4) != nil
            else { continue }
            result.append(
                MediaItemType(item: item, offset: reader.offset, entry: box.body))
        }
        return result
    }
}

extension ByteReader {
    /// Reads a number of 0, 1, 2, 4 or 8 bytes; nil past the end, or if it exceeds `Int`.
    fileprivate mutating func number(_ size: Int, of bytes: RawSpan) -> Int? {
        var value = 0
        for _ in 0..<size {
            guard value < 1 << 54, let byte = u8(of: bytes) else { return nil }
            value = value << 8 | Int(byte)
        }
        return value
    }
}
