import WebImageBytes

/// The index of a file of several JPEG pictures (CIPA DC-007, MPF), whose offsets count from it.
struct MultiPictureIndex {
    static let name: StaticString = "MPF\0"
    /// The bytes of an entry: attributes, size, offset, and two numbers of others.
    private static let entryBytes = 16

    /// The content of the segment after its name, a TIFF structure.
    private(set) var bytes: [UInt8]
    private let order: ByteReader.Order
    private let entries: Range<Int>

    /// Reads an index; nil for a damaged one.
    init?(_ bytes: [UInt8]) {
        let table: (order: ByteReader.Order, range: Range<Int>)? = bytes.withView { view in
            guard let directory = ExifDirectory(firstOf: view), let entry = directory[0xB002],
                entry.type == 7, entry.count > 0, entry.count % Self.entryBytes == 0,
                let range = view.range(at: entry.place, count: entry.count)
            else { return nil }
            return (directory.order, range)
        }
        guard let table else { return nil }
        (self.bytes, order, entries) = (bytes, table.order, table.range)
    }

    /// The distances of the further pictures from the index, in its order; at most 16.
    var distances: [Int] {
        stride(from: entries.lowerBound, to: entries.upperBound, by: Self.entryBytes).dropFirst()
            .prefix(16).compactMap { place in
                bytes.withView { $0.u32(at: place + 8, order) }.flatMap { $0 > 0 ? Int($0) : nil }
            }
    }

    /// Moves the further pictures, whose distance from the index has changed, and sets the size of
    /// the first picture.
    mutating func move(by distance: Int, firstSize: Int) {
        for (index, place) in stride(
            from: entries.lowerBound, to: entries.upperBound, by: Self.entryBytes
        ).enumerated() {
            if index == 0 {
                bytes.set(UInt32(clamping: firstSize), at: place + 4, order)
                continue
            }
            let offset = bytes.withView { $0.u32(at: place + 8, order) } ?? 0
            if offset > 0 {
                bytes.set(UInt32(clamping: Int(offset) + distance), at: place + 8, order)
            }
        }
    }
}
