/// The properties of the items of a file (`iprp`; ISO/IEC 23008-12, section 9.3).
package struct MediaProperties {
    /// All properties, in the order of the box.
    package private(set) var boxes: [MediaBox] = []
    /// For each item, the indices of its properties in ``boxes``, in the order of the table.
    package private(set) var items: [Int: [Int]] = [:]
    /// An item with more than one list of properties, nil if there is none.
    package private(set) var repeatedItem: Int?
    private var listed: Set<Int> = []
    /// The number of all uses of a property by an item.
    private var uses = 0

    /// The most uses that are read.
    private static let maxUses = 100_000

    /// Reads the boxes in `meta`; none if they are missing.
    ///
    /// - Throws: `CodecError.limit` if there are more than any picture has.
    package init(_ bytes: RawSpan, meta: Range<Int>) throws(CodecError) {
        guard let all = bytes.firstBox(["iprp"], in: meta) else { return }
        if let list = bytes.firstBox(["ipco"], in: all) { boxes = try bytes.everyBox(in: list) }
        for table in try bytes.everyBox(in: all) where bytes.has("ipma", at: table.typeOffset) {
            try read(bytes, table.body)
        }
    }

    private mutating func read(_ bytes: RawSpan, _ table: Range<Int>) throws(CodecError) {
        var reader = ByteReader(at: table.lowerBound, .big)
        guard let flags = reader.u32(of: bytes), let count = reader.u32(of: bytes) else { return }
        for _ in 0..<count {
            guard reader.offset < table.upperBound,
                let item = reader.item(isLong: flags >> 24 > 0, of: bytes),
                let number = reader.u8(of: bytes)
            else { return }
            if !listed.insert(item).inserted { repeatedItem = item }
            uses += Int(number)
            guard uses <= Self.maxUses else {
                throw .limit("more than \(Self.maxUses) associations of items with properties")
            }
            for _ in 0..<number {
                let index =
                    flags & 1 == 1
                    ? reader.u16(of: bytes).map { Int($0 & 0x7FFF) }
                    : reader.u8(of: bytes).map { Int($0 & 0x7F) }
                guard let index else { return }
                guard boxes.indices.contains(index - 1) else { continue }
                items[item, default: []].append(index - 1)
            }
        }
    }
}

/// References from one item to others, all of one kind (`iref`; ISO/IEC 14496-12, section 8.11.12).
package struct MediaReference {
    /// The offset of the four letters of the kind.
    package var typeOffset: Int
    /// The item that refers.
    package var source: Int
    /// The items that it refers to.
    package var targets: [Int]
    /// `true` if the box has the stated number of targets, and no bytes after them.
    package var isExact: Bool
}

extension RawSpan {
    /// Reads all references in `meta`.
    ///
    /// - Throws: `CodecError.limit` if there are more than any picture has.
    package func itemReferences(in meta: Range<Int>) throws(CodecError) -> [MediaReference] {
        guard let table = firstBox(["iref"], in: meta) else { return [] }
        let isLong = u8(at: table.lowerBound) != 0
        let inside = min(table.lowerBound + 4, table.upperBound)..<table.upperBound
        var result: [MediaReference] = []
        for box in try everyBox(in: inside) {
            var reader = ByteReader(at: box.body.lowerBound, .big)
            guard let item = reader.item(isLong: isLong, of: self),
                let count = reader.u16(of: self)
            else { continue }
            var reference = MediaReference(
                typeOffset: box.typeOffset, source: item, targets: [], isExact: false)
            for _ in 0..<count {
                guard reader.offset < box.body.upperBound,
                    let target = reader.item(isLong: isLong, of: self)
                else { break }
                reference.targets.append(target)
            }
            reference.isExact =
                reference.targets.count == count && reader.offset == box.body.upperBound
            result.append(reference)
        }
        return result
    }
}

extension ByteReader {
    /// Reads the identifier of an item.
    package mutating func item(isLong: Bool, of bytes: RawSpan) -> Int? {
        isLong ? u32(of: bytes).map { Int($0) } : u16(of: bytes).map { Int($0) }
    }
}
