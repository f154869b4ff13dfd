#if AVIF
    import WebImageCoding
    import WebImagePixels

    /// The items of a file that decide which AV1 streams libavif decodes.
    struct AVIFItems {
        /// An item with an AV1 stream.
        struct Coded {
            /// The location of the stream.
            var place: MediaItems.Item
            /// The declared size of the item; nil if it declares none.
            var claim: PixelSize?
        }

        /// The items with streams, in file order.
        private(set) var coded: [Coded] = []
        /// The items that each item depends on: its cells and its alpha.
        private(set) var parts: [Int: [Int]] = [:]
        /// `true` if an item is composed of others.
        private(set) var hasCells = false
        /// The number of the item to show; nil if there is none.
        let primary: Int?

        /// The maximum number of items, and of references; libavif searches all of them for each.
        static let maxItems = 10_000

        /// Reads the tables in `meta`.
        ///
        /// - Throws: `CodecError.limit` if there are too many items, or their parts have more bytes
        ///   than the file; `CodecError.damaged` if a box exists twice.
        init(_ bytes: RawSpan, meta: Range<Int>) throws(CodecError) {
            try bytes.checkOnce(
                [["iloc"], ["iinf"], ["iref"], ["iprp"], ["idat"], ["pitm"]], in: meta, .avif)
            primary = bytes.primaryItem(in: meta)
            let places = MediaItems(bytes, meta: meta).items
            let types = try bytes.itemTypes(in: meta)
            let properties = try MediaProperties(bytes, meta: meta)
            let references = try bytes.itemReferences(in: meta)
            let mentions = references.reduce(references.count) { $0 + $1.targets.count }
            guard max(places.count, types.count, properties.items.count, mentions) <= Self.maxItems
            else { throw .limit("more than \(Self.maxItems) items or references") }
            try Self.check(places, fit: bytes.byteCount)
            for reference in references { add(reference, bytes) }
            let streams = streams(types, bytes)
            for place in places {
                let own = properties.items[place.id, default: []].map { properties.boxes[$0] }
                let isDescribed = own.contains { bytes.has("av1C", at: $0.typeOffset) }
                guard isDescribed || streams.contains(place.id) else { continue }
                let claim = own.first { bytes.has("ispe", at: $0.typeOffset) }
                coded.append(
                    Coded(place: place, claim: claim.map { bytes.size(ofExtent: $0.body) }))
            }
        }

        /// The item to show and all items that are decoded for it; empty if there is none.
        var shown: Set<Int> {
            var found: Set<Int> = []
            var open = primary.map { [$0] } ?? []
            while let item = open.popLast() {
                if found.insert(item).inserted { open += parts[item, default: []] }
            }
            return found
        }

        /// Rejects multi-part items that have more bytes in total than the file, since the library
        /// joins the parts in memory.
        private static func check(
            _ places: [MediaItems.Item], fit byteCount: Int
        ) throws(CodecError) {
            var merged = 0
            for place in places where place.parts.count > 1 {
                merged = place.parts.reduce(merged) { $0 + $1.count }
                guard merged <= byteCount else {
                    throw .limit("items have more bytes in total than the file")
                }
            }
        }

        private mutating func add(_ reference: MediaReference, _ bytes: RawSpan) {
            if bytes.has("dimg", at: reference.typeOffset) {
                parts[reference.source, default: []] += reference.targets
                hasCells = true
            } else if bytes.has("auxl", at: reference.typeOffset) {
                for target in reference.targets {
                    parts[target, default: []].append(reference.source)
                }
            }
        }

        /// Returns the items with the AV1 type, and cells and alpha without a type.
        ///
        /// The description of a stream (`av1C`) is not required: libavif checks only the
        /// first cell's.
        private func streams(_ types: [MediaItemType], _ bytes: RawSpan) -> Set<Int> {
            let typed = Set(types.map(\.item))
            let named = types.filter { bytes.has("av01", at: $0.offset) }.map(\.item)
            return Set(parts.values.joined()).subtracting(typed).union(named)
        }
    }

    extension RawSpan {
        /// Returns the size in the property of an item (`ispe`).
        fileprivate func size(ofExtent body: Range<Int>) -> PixelSize {
            PixelSize(
                width: Int(u32(at: body.lowerBound + 4, .big) ?? 0),
                height: Int(u32(at: body.lowerBound + 8, .big) ?? 0))
        }
    }
#endif
