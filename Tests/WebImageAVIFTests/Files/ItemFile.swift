#if AVIF
    import Testing
    import WebImageCoding
    import WebImagePixels

    /// A still composed of items, valid or not.
    struct ItemFile {
        /// One item of the file; its number is its index in ``items`` plus 1.
        struct Item {
            /// `av01` or `grid`; empty for an item without a type.
            var kind = "av01"
            /// The declared size of the item.
            var claim: PixelSize
            /// The parts of its data, in order.
            var parts: [[UInt8]]
            /// The construction method: 0 for data after the header, 1 for data in the header.
            var method = 0
            /// `true` for alpha.
            var isAlpha = false
            /// `false` for a stream without a description (`av1C`).
            var hasConfiguration = true
            /// The number of another item whose data it shares.
            var twin: Int?
        }

        /// The items; the first one is the primary item.
        var items: [Item]
        /// The kind of each reference, its source and its targets.
        var references: [(kind: String, source: Int, targets: [Int])] = []
        /// The number of items that have a type but no location.
        var strays = 0
        /// The colour description of the primary item and of the others, whole boxes; nil for none.
        var ownColors, cellColors: [UInt8]?
        /// The bits of a sample that all items claim.
        var bits: UInt8 = 8
        /// The configuration of the streams, a whole box.
        var configuration: [UInt8] = FileSurgery.box("av1C", [0x81, 0x00, 0x0C, 0x00])

        /// Returns a grid of cells that all share one stream.
        static func grid(
            _ columns: Int, _ rows: Int, of cell: (data: [UInt8], configuration: [UInt8]),
            claim: PixelSize, canvas: PixelSize
        ) -> ItemFile {
            let layout: [UInt8] =
                [0, 0, UInt8(rows - 1), UInt8(columns - 1)]
                + FileSurgery.big(UInt16(canvas.width)) + FileSurgery.big(UInt16(canvas.height))
            let first = Item(claim: claim, parts: [cell.data])
            let others = Item(claim: claim, parts: [], twin: 2)
            let count = columns * rows
            return ItemFile(
                items: [Item(kind: "grid", claim: canvas, parts: [layout])]
                    + [first] + Array(repeating: others, count: count - 1),
                references: [("dimg", 1, Array(2..<count + 2))],
                configuration: cell.configuration)
        }

        /// Returns the stream and the configuration of an encoded still without alpha.
        static func stream(
            of file: ByteBlock
        ) throws -> (data: [UInt8], configuration: [UInt8]) {
            let bytes = FileSurgery.array(file)
            let box = try #require(FileSurgery.place(of: "av1C", in: bytes)) - 4
            let length = bytes[box..<box + 4].reduce(0) { $0 << 8 | Int($1) }
            let data = try #require(FileSurgery.place(of: "mdat", in: bytes)) + 4
            return (Array(bytes[data...]), Array(bytes[box..<box + length]))
        }

        /// The bytes of the file.
        var file: ByteBlock {
            let start = header(dataStart: 0).count + 8
            let data = items.filter { $0.method == 0 }.flatMap { $0.parts.joined() }
            return ByteBlock(
                copying: header(dataStart: start) + FileSurgery.box("mdat", data))
        }

        private func header(dataStart: Int) -> [UInt8] {
            let inner = items.filter { $0.method == 1 }.flatMap { $0.parts.joined() }
            return FileSurgery.box("ftyp", Array("avif\0\0\0\0avifmif1miaf".utf8))
                + full(
                    "meta",
                    full(
                        "hdlr", [0, 0, 0, 0] + Array("pict".utf8) + Array(repeating: 0, count: 13))
                        + full("pitm", short(1)) + locations(dataStart) + descriptions
                        + (references.isEmpty ? [] : full("iref", links))
                        + FileSurgery.box("iprp", properties)
                        + (inner.isEmpty ? [] : FileSurgery.box("idat", inner)))
        }

        /// Returns the locations of all parts; those of an item are contiguous, but listed one by
        /// one.
        private func locations(_ dataStart: Int) -> [UInt8] {
            var offsets = [dataStart, 0]
            var places: [[UInt8]] = []
            for item in items {
                var extents: [UInt8] = []
                for part in item.parts {
                    extents += long(offsets[item.method]) + long(part.count)
                    offsets[item.method] += part.count
                }
                places.append(extents)
            }
            let entries = items.indices.flatMap { index in
                let item = items[index]
                let extents = places[item.twin.map { $0 - 1 } ?? index]
                return short(index + 1) + short(item.method) + short(0)
                    + short(extents.count / 8) + extents
            }
            return full("iloc", [0x44, 0x00] + short(items.count) + entries, version: 1)
        }

        private var descriptions: [UInt8] {
            var types = items.indices.map { (id: $0 + 1, kind: items[$0].kind) }
            types += (0..<strays).map { (id: items.count + 1 + $0, kind: "test") }
            types.removeAll { $0.kind.isEmpty }
            let entries = types.flatMap { item in
                full("infe", short(item.id) + short(0) + Array(item.kind.utf8) + [0], version: 2)
            }
            return full("iinf", short(types.count) + entries)
        }

        private var links: [UInt8] {
            references.flatMap { link in
                FileSurgery.box(
                    link.kind,
                    short(link.source) + short(link.targets.count) + link.targets.flatMap(short))
            }
        }

        /// Three boxes for all items, and one with the size of each.
        private var properties: [UInt8] {
            let alpha = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0".utf8)
            var sizes: [PixelSize] = []
            for item in items where !sizes.contains(item.claim) { sizes.append(item.claim) }
            let boxes =
                configuration + full("pixi", [3, bits, bits, bits]) + full("auxC", alpha)
                + sizes.flatMap { full("ispe", long($0.width) + long($0.height)) }
                + (ownColors ?? []) + (cellColors ?? [])
            let own = sizes.count + (ownColors == nil ? 3 : 4)
            let uses = items.indices.flatMap { index in
                let item = items[index]
                let size = UInt8(4 + (sizes.firstIndex(of: item.claim) ?? 0))
                let isStream = item.kind == "av01" && item.hasConfiguration
                var list = [isStream ? 0x81 : 2, size] + (item.isAlpha ? [3] : [])
                if index == 0, ownColors != nil { list.append(UInt8(own)) }
                if index > 0, cellColors != nil { list.append(UInt8(own + 1)) }
                return short(index + 1) + [UInt8(list.count)] + list
            }
            return FileSurgery.box("ipco", boxes) + full("ipma", long(items.count) + uses)
        }

        private func full(_ type: String, _ content: [UInt8], version: UInt8 = 0) -> [UInt8] {
            FileSurgery.box(type, [version, 0, 0, 0] + content)
        }

        private func short(_ number: Int) -> [UInt8] { FileSurgery.big(UInt16(number)) }
        private func long(_ number: Int) -> [UInt8] { FileSurgery.big(UInt32(number)) }
    }
#endif
