#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// The items of a file, as far as they decide which pictures libheif decodes and how it joins them.
    ///
    /// Two boxes or entries for one thing are refused: readers differ in which of them they take.
    struct HEIFTables {
        /// A picture, coded or made of others.
        struct Item {
            /// Its type; `hvc1` for a coded picture.
            var type: [UInt8]
            /// The size before any turn (`ispe`).
            var size: PixelSize?
            /// The bytes of its turns and crops (`irot`, `clap`), in order.
            var transforms: [[UInt8]] = []
            /// `true` if one of them crops.
            var isCropped = false
        }

        /// All items by their identifier.
        private(set) var items: [Int: Item] = [:]
        /// For each item that is made of others, those (`dimg`).
        private(set) var parts: [Int: [Int]] = [:]
        /// The bytes of the items that are made of others.
        private(set) var data: [Int: [UInt8]] = [:]

        /// Reads the tables (ISO/IEC 14496-12, sections 8.11.3, 8.11.6, 8.11.12 and 8.11.14).
        ///
        /// - Throws: `CodecError.damaged` if there are several where one is allowed, or none.
        init(_ bytes: RawSpan) throws(CodecError) {
            guard let box = try bytes.onlyBox("meta", in: 0..<bytes.byteCount), box.count > 4 else {
                throw .damaged(.heic, "there is no table of items")
            }
            let meta = box.lowerBound + 4..<box.upperBound
            for name in ["idat", "pitm"] as [StaticString] {
                _ = try bytes.onlyBox(name, in: meta)
            }
            if let table = try bytes.onlyBox("iinf", in: meta) { try readTypes(bytes, table) }
            if let group = try bytes.onlyBox("iprp", in: meta),
                let list = try bytes.onlyBox("ipco", in: group),
                let table = try bytes.onlyBox("ipma", in: group)
            {
                try readProperties(bytes, table, try bytes.everyBox(in: list))
            }
            if let table = try bytes.onlyBox("iref", in: meta) { try readParts(bytes, table) }
            _ = try bytes.onlyBox("iloc", in: meta)
            let places = Dictionary(grouping: MediaItems(bytes, meta: meta).items, by: \.id)
            for (item, others) in parts {
                guard let place = places[item], place.count == 1, place[0].isWhole else { continue }
                data[item] = bytes.extracting(place[0].parts[0]).prefixBytes(64 + 8 * others.count)
            }
        }

        private mutating func readTypes(_ bytes: RawSpan, _ table: Range<Int>) throws(CodecError) {
            guard let version = bytes.u8(at: table.lowerBound) else { return }
            let first = min(table.lowerBound + (version == 0 ? 6 : 8), table.upperBound)
            for box in try bytes.everyBox(in: first..<table.upperBound)
            where bytes.has("infe", at: box.typeOffset) {
                var reader = ByteReader(at: box.body.lowerBound, .big)
                guard let version = reader.u8(of: bytes), version > 1,
                    reader.skip(3, of: bytes) != nil,
                    let item = reader.identifier(isLong: version > 2, of: bytes),
                    reader.skip(2, of: bytes) != nil,
                    let type = bytes.range(at: reader.offset, count: 4)
                else { continue }
                let known = items.updateValue(
                    Item(type: bytes.extracting(type).prefixBytes(4)), forKey: item)
                guard known == nil else { throw .damaged(.heic, "item \(item) is there twice") }
            }
        }

        private mutating func readProperties(
            _ bytes: RawSpan, _ table: Range<Int>, _ properties: [MediaBox]
        ) throws(CodecError) {
            var (reader, seen) = (ByteReader(at: table.lowerBound, .big), Set<Int>())
            guard let flags = reader.u32(of: bytes), let count = reader.u32(of: bytes) else {
                return
            }
            for _ in 0..<count {
                guard reader.offset < table.upperBound,
                    let item = reader.identifier(isLong: flags >> 24 > 0, of: bytes),
                    let uses = reader.u8(of: bytes)
                else { return }
                guard seen.insert(item).inserted else {
                    throw .damaged(.heic, "item \(item) has two lists of properties")
                }
                for _ in 0..<uses {
                    let index =
                        flags & 1 == 1
                        ? reader.u16(of: bytes).map { Int($0 & 0x7FFF) }
                        : reader.u8(of: bytes).map { Int($0 & 0x7F) }
                    guard let index else { return }
                    guard properties.indices.contains(index - 1) else { continue }
                    try add(bytes, properties[index - 1], to: item)
                }
            }
        }

        private mutating func add(
            _ bytes: RawSpan, _ property: MediaBox, to item: Int
        ) throws(CodecError) {
            if bytes.has("ispe", at: property.typeOffset) {
                guard items[item]?.size == nil,
                    let width = bytes.u32(at: property.body.lowerBound + 4, .big),
                    let height = bytes.u32(at: property.body.lowerBound + 8, .big)
                else { throw .damaged(.heic, "item \(item) has two sizes, or half of one") }
                items[item]?.size = PixelSize(width: Int(width), height: Int(height))
            }
            let isCrop = bytes.has("clap", at: property.typeOffset)
            if isCrop || bytes.has("irot", at: property.typeOffset) {
                let end = min(property.body.upperBound, property.typeOffset + 64)
                items[item]?.transforms.append(
                    bytes.extracting(property.typeOffset..<end).prefixBytes(64))
                if isCrop { items[item]?.isCropped = true }
            }
        }

        private mutating func readParts(_ bytes: RawSpan, _ table: Range<Int>) throws(CodecError) {
            let isLong = bytes.u8(at: table.lowerBound) != 0
            let inside = min(table.lowerBound + 4, table.upperBound)..<table.upperBound
            for box in try bytes.everyBox(in: inside) where bytes.has("dimg", at: box.typeOffset) {
                var reader = ByteReader(at: box.body.lowerBound, .big)
                guard let item = reader.identifier(isLong: isLong, of: bytes),
                    let count = reader.u16(of: bytes)
                else { continue }
                guard parts[item] == nil else {
                    throw .damaged(.heic, "item \(item) has two lists of parts")
                }
                parts[item] = (0..<count).compactMap { _ in
                    reader.identifier(isLong: isLong, of: bytes)
                }
            }
        }
    }

    extension ByteReader {
        /// Reads the identifier of an item.
        mutating func identifier(isLong: Bool, of bytes: RawSpan) -> Int? {
            isLong ? u32(of: bytes).map { Int($0) } : u16(of: bytes).map { Int($0) }
        }
    }

    extension RawSpan {
        /// Returns the content of the one box of a type in `range`, nil if there is none.
        ///
        /// - Throws: `CodecError.damaged` for two.
        fileprivate func onlyBox(
            _ type: StaticString, in range: Range<Int>
        ) throws(CodecError) -> Range<Int>? {
            var found: Range<Int>?
            for box in try everyBox(in: range) where has(type, at: box.typeOffset) {
                guard found == nil else { throw .damaged(.heic, "two boxes \(type) in one") }
                found = box.body
            }
            return found
        }
    }
#endif
