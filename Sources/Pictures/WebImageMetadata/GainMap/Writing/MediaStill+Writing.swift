import WebImageBytes

extension MediaStill {
    /// The types of properties without which an item must not be shown.
    private static let essential = ["av1C", "hvcC", "irot", "imir", "clap", "a1op", "lsel"]
    /// The types of items with pixels.
    private static let coded = ["av01", "hvc1"]
    /// The most properties that one byte can name.
    private static let mostProperties = 127

    /// Returns the file: brands, tables, and the data of all items, those with pixels last.
    ///
    /// - Throws: `CodecError.encoding` for more than 4 GB, or more than 127 properties.
    func file(_ format: ImageFormat) throws(CodecError) -> ByteBlock {
        let isCoded = items.map { item in
            Self.coded.contains { item.entry.starts(with: $0.utf8) }
        }
        let order = items.indices.filter { !isCoded[$0] } + items.indices.filter { isCoded[$0] }
        let head = Self.box("ftyp", brands)
        let tables = tables()
        // The size of the box does not depend on the places in it.
        let size = head.count + meta([Int](repeating: 0, count: items.count), tables).count
        let byteCount = items.map(\.data.count).reduce(8, +)
        guard size + byteCount <= Int(UInt32.max), uniqueProperties.count <= Self.mostProperties
        else { throw .encoding(format, "a file with a gain map would be too large") }
        var (places, at) = ([Int](repeating: 0, count: items.count), size + 8)
        for index in order {
            places[index] = at
            at += items[index].data.count
        }
        let data = Self.number(byteCount, 4) + Array("mdat".utf8)
        return .joining(
            [ByteBlock(copying: head + meta(places, tables) + data)] + order.map { items[$0].data })
    }

    private func meta(_ places: [Int], _ tables: [UInt8]) -> [UInt8] {
        let handler = Self.number(0, 8) + Array("pict".utf8) + Self.number(0, 13)
        // Four bytes for an offset and a length, none for their base.
        var locations = Self.number(0, 4) + [0x44, 0] + Self.number(items.count, 2)
        for (index, item) in items.enumerated() {
            locations += Self.number(index + 1, 2) + Self.number(0, 2) + Self.number(1, 2)
            locations += Self.number(places[index], 4) + Self.number(item.data.count, 4)
        }
        return Self.box(
            "meta",
            Self.number(0, 4) + Self.box("hdlr", handler)
                + Self.box("pitm", Self.number(0, 4) + Self.number(1, 2))
                + Self.box("iloc", locations) + tables)
    }

    /// Returns the tables without places: items, references, properties, groups.
    private func tables() -> [UInt8] {
        var entries = Self.number(0, 4) + Self.number(items.count, 2)
        var references = Self.number(0, 4)
        for (index, item) in items.enumerated() {
            let number = Self.number(index + 1, 2)
            entries += Self.box(
                "infe", [2, 0, 0, item.isHidden ? 1 : 0] + number + [0, 0] + item.entry)
            for (kind, targets) in item.references {
                references += Self.box(
                    kind,
                    number + Self.number(targets.count, 2)
                        + targets.flatMap { Self.number($0 + 1, 2) })
            }
        }
        return Self.box("iinf", entries)
            + (references.count > 4 ? Self.box("iref", references) : [])
            + propertyTable() + groups()
    }

    /// The properties of all items, each once.
    private var uniqueProperties: [[UInt8]] {
        items.flatMap(\.properties).reduce(into: []) { all, property in
            if !all.contains(property) { all.append(property) }
        }
    }

    private func propertyTable() -> [UInt8] {
        let all = uniqueProperties
        let described = items.indices.filter { !items[$0].properties.isEmpty }
        var uses = Self.number(0, 4) + Self.number(described.count, 4)
        for index in described {
            let own = items[index].properties
            uses += Self.number(index + 1, 2) + Self.number(own.count, 1)
            for property in own {
                let place = (all.firstIndex(of: property) ?? 0) + 1
                let isEssential = Self.essential.contains {
                    property.dropFirst(4).starts(with: $0.utf8)
                }
                uses += Self.number(place | (isEssential ? 0x80 : 0), 1)
            }
        }
        return Self.box(
            "iprp", Self.box("ipco", all.flatMap { $0 }) + Self.box("ipma", uses))
    }

    private func groups() -> [UInt8] {
        guard !alternatives.isEmpty else { return [] }
        // The number of a group is that of no item.
        let group =
            Self.number(0, 4) + Self.number(items.count + 1, 4)
            + Self.number(alternatives.count, 4)
            + alternatives.flatMap { Self.number($0 + 1, 4) }
        return Self.box("grpl", Self.box("altr", group))
    }

    /// Returns a box.
    static func box(_ type: String, _ body: [UInt8]) -> [UInt8] { box(Array(type.utf8), body) }

    private static func box(_ type: [UInt8], _ body: [UInt8]) -> [UInt8] {
        number(body.count + 8, 4) + type + body
    }

    /// Returns the bytes of a number in big-endian order.
    static func number(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
    }
}
