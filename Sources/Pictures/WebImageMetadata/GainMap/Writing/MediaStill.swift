import WebImageBytes

/// The items of a file of one still picture, which can be written anew (ISO/IEC 23008-12).
struct MediaStill {
    /// One item with its data, and all that the file says of it.
    struct Item {
        /// The type, and what follows it in the table of items.
        var entry: [UInt8]
        /// `true` if readers do not show the item.
        var isHidden = false
        /// The properties, as whole boxes.
        var properties: [[UInt8]]
        /// The kinds of references to other items, and their indices.
        var references: [(kind: [UInt8], targets: [Int])] = []
        /// The data of the item.
        var data: ByteBlock
    }

    /// The brands of the file, the content of `ftyp`.
    var brands: [UInt8]
    /// The items; the first one is shown.
    var items: [Item]
    /// Items of which a reader shows the first that it knows, by their indices; empty for none.
    var alternatives: [Int] = []
}

extension MediaStill {
    /// Reads the file of an encoder: a coded picture, and if there are some, its alpha, its EXIF
    /// block and its XMP packet.
    ///
    /// - Throws: `CodecError.encoding` for a file of other items.
    init(of file: ByteBlock, _ format: ImageFormat) throws(CodecError) {
        let found = try file.withSpan { bytes throws(CodecError) in
            try MediaStillTables(bytes, format).items(of: file, bytes)
        }
        (brands, items) = found
    }
}

/// The tables of a file of one still picture.
private struct MediaStillTables {
    private let format: ImageFormat
    private let brands: Range<Int>
    private let types: [MediaItemType]
    private let places: [MediaItems.Item]
    private let properties: MediaProperties
    private let references: [MediaReference]
    /// The numbers of the items; the one that is shown first.
    private let numbers: [Int]

    init(_ bytes: RawSpan, _ format: ImageFormat) throws(CodecError) {
        let whole = 0..<bytes.byteCount
        guard let brands = bytes.firstBox(["ftyp"], in: whole), brands.count >= 8,
            let full = bytes.firstBox(["meta"], in: whole), full.count > 4,
            bytes.firstBox(["moov"], in: whole) == nil,
            let primary = bytes.primaryItem(in: full.lowerBound + 4..<full.upperBound)
        else { throw Self.unknown(format, "it is no still picture") }
        let meta = full.lowerBound + 4..<full.upperBound
        (self.format, self.brands) = (format, brands)
        types = try bytes.itemTypes(in: meta)
        places = MediaItems(bytes, meta: meta).items
        properties = try MediaProperties(bytes, meta: meta)
        references = try bytes.itemReferences(in: meta)
        let others = types.map(\.item).filter { $0 != primary }
        numbers = [primary] + others
        guard types.count <= Self.mostItems, others.count == types.count - 1 else {
            throw Self.unknown(format, "it has \(types.count) items")
        }
    }

    /// A picture, its alpha, EXIF and XMP, and what else an encoder may add.
    private static let mostItems = 8

    private static func unknown(_ format: ImageFormat, _ what: String) -> CodecError {
        .encoding(format, "a gain map cannot be joined to the file of the encoder: \(what)")
    }

    func items(
        of file: ByteBlock, _ bytes: RawSpan
    ) throws(CodecError) -> (brands: [UInt8], items: [MediaStill.Item]) {
        var items: [MediaStill.Item] = []
        for number in numbers { items.append(try item(number, of: file, bytes)) }
        return (bytes.copy(brands), items)
    }

    private func item(
        _ number: Int, of file: ByteBlock, _ bytes: RawSpan
    ) throws(CodecError) -> MediaStill.Item {
        guard let type = types.first(where: { $0.item == number }),
            type.offset + 4 <= type.entry.upperBound,
            let place = places.first(where: { $0.id == number }), place.isWhole
        else { throw Self.unknown(format, "an item is not in one piece") }
        let kinds: [StaticString] =
            number == numbers[0] ? ["av01", "hvc1"] : ["av01", "hvc1", "Exif", "mime"]
        guard kinds.contains(where: { bytes.has($0, at: type.offset) }) else {
            throw Self.unknown(format, "it has an item of another type")
        }
        let boxes = properties.items[number, default: []].map { properties.boxes[$0] }
        return MediaStill.Item(
            entry: bytes.copy(type.offset..<type.entry.upperBound),
            isHidden: (bytes.u8(at: type.entry.lowerBound + 3) ?? 0) & 1 != 0,
            properties: boxes.map { bytes.copy($0.start..<$0.body.upperBound) },
            references: try references(of: number, bytes), data: file.part(place.parts[0]))
    }

    private func references(
        of number: Int, _ bytes: RawSpan
    ) throws(CodecError) -> [(kind: [UInt8], targets: [Int])] {
        var result: [(kind: [UInt8], targets: [Int])] = []
        for reference in references where reference.source == number {
            let targets = reference.targets.compactMap { numbers.firstIndex(of: $0) }
            guard targets.count == reference.targets.count else {
                throw Self.unknown(format, "an item refers to one that is missing")
            }
            result.append(
                (bytes.copy(reference.typeOffset..<reference.typeOffset + 4), targets))
        }
        return result
    }
}
