#if AVIF
    import WebImageCoding

    /// A grid whose cells have alpha each for itself, which libavif before 1.0 does not read.
    ///
    /// The headers are written anew after the file, with a grid of these items as the alpha of the
    /// whole image.
    struct AVIFCellAlpha {
        private let primary: Int
        /// The alpha of the cells, in their order.
        private let alphas: [Int]
        /// The number of the new grid.
        private let grid: Int
        /// The numbers of its properties: size and kind, and depth if there is one.
        private let properties: [Int]
        /// The places of all data, with the grid's.
        private var places: [MediaItems.Item]

        private static let kind: StaticString = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"

        /// Returns the changed bytes; nil if the primary image is no such grid.
        static func repaired(_ bytes: RawSpan) -> [UInt8]? {
            let all = bytes.boxes(in: 0..<bytes.byteCount)
            // A box that is cut off would contain what is added after it.
            guard let last = all.last, let size = bytes.u32(at: last.start, .big),
                last.start + Int(size) == bytes.byteCount, bytes.byteCount < Int(UInt32.max),
                let meta = all.first(where: { bytes.has("meta", at: $0.typeOffset) }),
                meta.body.count > 4
            else { return nil }
            let inside = meta.body.lowerBound + 4..<meta.body.upperBound
            guard let plan = try? AVIFCellAlpha(bytes, meta: inside),
                let boxes = try? plan.boxes(bytes, meta: inside)
            else { return nil }
            var result = bytes.prefixBytes(bytes.byteCount)
            let name = meta.typeOffset..<meta.typeOffset + 4
            result.replaceSubrange(name, with: "free".utf8)
            return result + Self.box("meta", [0, 0, 0, 0] + boxes)
        }

        private init?(_ bytes: RawSpan, meta: Range<Int>) throws(CodecError) {
            let types = try bytes.itemTypes(in: meta)
            guard let primary = bytes.primaryItem(in: meta),
                types.contains(where: { $0.item == primary && bytes.has("grid", at: $0.offset) })
            else { return nil }
            let own = try MediaProperties(bytes, meta: meta)
            func property(_ type: StaticString, of item: Int) -> Int? {
                own.items[item]?.first { bytes.has(type, at: own.boxes[$0].typeOffset) }
            }
            func isAlpha(_ item: Int) -> Bool {
                property("auxC", of: item).map {
                    bytes.has(Self.kind, at: own.boxes[$0].body.lowerBound + 4)
                } ?? false
            }
            let references = try bytes.itemReferences(in: meta)
            var (cells, alphaOf): ([Int], [Int: Int]) = ([], [:])
            for reference in references {
                if bytes.has("dimg", at: reference.typeOffset), reference.source == primary {
                    cells += reference.targets
                } else if bytes.has("auxl", at: reference.typeOffset), isAlpha(reference.source) {
                    for target in reference.targets { alphaOf[target] = reference.source }
                }
            }
            alphas = cells.compactMap { alphaOf[$0] }
            guard !cells.isEmpty, alphas.count == cells.count, alphaOf[primary] == nil,
                Set(alphas).count == cells.count, let size = property("ispe", of: primary),
                let kind = property("auxC", of: alphas[0])
            else { return nil }
            properties = [size, kind] + (property("pixi", of: alphas[0]).map { [$0] } ?? [])
            places = MediaItems(bytes, meta: meta).items
            guard var layout = places.first(where: { $0.id == primary }),
                let last = (types.map(\.item) + places.map(\.id)).max(), last < 0xFFFF
            else { return nil }
            self.primary = primary
            grid = last + 1
            layout.id = grid
            places.append(layout)
        }

        /// Returns the boxes of the new headers; nil if a table has no room for the grid.
        private func boxes(_ bytes: RawSpan, meta: Range<Int>) throws(CodecError) -> [UInt8]? {
            var result: [UInt8] = []
            for box in try bytes.everyBox(in: meta) {
                if bytes.has("iloc", at: box.typeOffset) {
                    result += locations
                } else if bytes.has("iinf", at: box.typeOffset) {
                    guard let table = items(bytes, box.body) else { return nil }
                    result += table
                } else if bytes.has("iref", at: box.typeOffset) {
                    result += try references(bytes, box.body)
                } else if bytes.has("iprp", at: box.typeOffset) {
                    guard let table = try propertyLists(bytes, box.body) else { return nil }
                    result += table
                } else {
                    result += bytes.copy(box.start..<box.body.upperBound)
                }
            }
            return result
        }

        /// The places as offsets in the file.
        private var locations: [UInt8] {
            var table: [UInt8] = [1, 0, 0, 0, 0x44, 0] + Self.short(places.count)
            for place in places {
                table += Self.short(place.id) + [0, 0, 0, 0] + Self.short(place.parts.count)
                for part in place.parts {
                    table += Self.long(part.lowerBound) + Self.long(part.count)
                }
            }
            return Self.box("iloc", table)
        }

        private func items(_ bytes: RawSpan, _ table: Range<Int>) -> [UInt8]? {
            let isShort = bytes.u8(at: table.lowerBound) == 0
            let first = table.lowerBound + (isShort ? 6 : 8)
            guard first <= table.upperBound,
                let count = isShort
                    ? bytes.u16(at: first - 2, .big).map({ Int($0) })
                    : bytes.u32(at: first - 4, .big).map({ Int($0) }), count < 0xFFFF
            else { return nil }
            var result = bytes.copy(table.lowerBound..<table.lowerBound + 4)
            result += isShort ? Self.short(count + 1) : Self.long(count + 1)
            result += bytes.copy(first..<table.upperBound)
            let entry: [UInt8] = [2, 0, 0, 1] + Self.short(grid) + [0, 0] + Array("grid\0".utf8)
            return Self.box("iinf", result + Self.box("infe", entry))
        }

        /// Returns the references with the grid in place of the alpha of cells.
        private func references(_ bytes: RawSpan, _ table: Range<Int>) throws(CodecError) -> [UInt8]
        {
            let isLong = bytes.u8(at: table.lowerBound) != 0
            func number(_ item: Int) -> [UInt8] { isLong ? Self.long(item) : Self.short(item) }
            let first = min(table.lowerBound + 4, table.upperBound)
            let moved = Set(alphas)
            var result = bytes.copy(table.lowerBound..<first)
            for box in try bytes.everyBox(in: first..<table.upperBound) {
                var reader = ByteReader(at: box.body.lowerBound, .big)
                let source = reader.item(isLong: isLong, of: bytes)
                let isMoved = source.map { moved.contains($0) } ?? false
                guard !isMoved || !bytes.has("auxl", at: box.typeOffset) else { continue }
                result += bytes.copy(box.start..<box.body.upperBound)
            }
            let cells = alphas.flatMap(number)
            result += Self.box("dimg", number(grid) + Self.short(alphas.count) + cells)
            result += Self.box("auxl", number(grid) + Self.short(1) + number(primary))
            return Self.box("iref", result)
        }

        /// Returns the properties with a list for the grid in their first table.
        private func propertyLists(
            _ bytes: RawSpan, _ table: Range<Int>
        ) throws(CodecError) -> [UInt8]? {
            var (result, isListed): ([UInt8], Bool) = ([], false)
            for box in try bytes.everyBox(in: table) {
                guard !isListed, bytes.has("ipma", at: box.typeOffset) else {
                    result += bytes.copy(box.start..<box.body.upperBound)
                    continue
                }
                let start = box.body.lowerBound
                guard let flags = bytes.u32(at: start, .big), start + 8 <= box.body.upperBound,
                    let count = bytes.u32(at: start + 4, .big), count < 0xFFFF
                else { return nil }
                let isWide = flags & 1 == 1
                guard properties.allSatisfy({ $0 < (isWide ? 0x7FFF : 0x7F) }) else { return nil }
                let numbers = properties.flatMap { property -> [UInt8] in
                    isWide ? Self.short(property + 1) : [UInt8(property + 1)]
                }
                var list = Self.long(Int(flags)) + Self.long(Int(count) + 1)
                list += bytes.copy(start + 8..<box.body.upperBound)
                list += flags >> 24 > 0 ? Self.long(grid) : Self.short(grid)
                list += [UInt8(properties.count)] + numbers
                result += Self.box("ipma", list)
                isListed = true
            }
            return isListed ? Self.box("iprp", result) : nil
        }

        private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
            long(8 + content.count) + Array(type.utf8) + content
        }

        private static func short(_ number: Int) -> [UInt8] {
            [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
        }

        private static func long(_ number: Int) -> [UInt8] {
            short(number >> 16) + short(number)
        }
    }
#endif
