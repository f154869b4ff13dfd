#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// The items of a file that decide which images libheif decodes and how it joins them.
    ///
    /// Duplicate boxes and entries are rejected, since readers differ in which one they use.
    struct HEIFItems {
        /// An image, coded or derived from others.
        struct Item {
            /// The type; `hvc1` for a coded image.
            var type: [UInt8]
            /// The size before any transformation (`ispe`).
            var size: PixelSize?
            /// The bytes of its rotations and crops (`irot`, `clap`), in order.
            var transforms: [[UInt8]] = []
            /// `true` if one of them is a crop.
            var isCropped = false
            /// The properties of ``transforms``.
            var boxes: [MediaBox] = []
        }

        /// All items by identifier.
        private(set) var items: [Int: Item] = [:]
        /// The sources of each derived item (`dimg`).
        private(set) var parts: [Int: [Int]] = [:]
        /// The first bytes of each derived item.
        private(set) var data: [Int: [UInt8]] = [:]

        /// The properties of all items.
        private(set) var properties: MediaProperties

        /// The bytes of a grid with 32-bit sizes.
        private static let longestGrid = 12

        /// Reads the tables (ISO/IEC 14496-12, sections 8.11.3, 8.11.6, 8.11.12 and 8.11.14).
        ///
        /// - Throws: `CodecError.damaged` if a table is missing or exists more than once.
        init(_ bytes: RawSpan) throws(CodecError) {
            let all = 0..<bytes.byteCount
            try bytes.checkOnce([["meta"]], in: all, .heic)
            guard let box = bytes.firstBox(["meta"], in: all), box.count > 4 else {
                throw .damaged(.heic, "the 'meta' box is missing or empty")
            }
            let meta = box.lowerBound + 4..<box.upperBound
            try bytes.checkOnce(
                [["idat"], ["pitm"], ["iloc"], ["iref"], ["iinf"], ["iprp"]], in: meta, .heic)
            properties = try MediaProperties(bytes, meta: meta)
            try readTypes(bytes, meta)
            if let group = bytes.firstBox(["iprp"], in: meta) {
                try bytes.checkOnce([["ipco"], ["ipma"]], in: group, .heic)
            }
            try readProperties(bytes)
            for reference in try bytes.itemReferences(in: meta) {
                // libheif expects the next box after the targets, regardless of the box's length.
                guard reference.isExact else {
                    throw .damaged(.heic, "the length of an item reference is wrong")
                }
                guard bytes.has("dimg", at: reference.typeOffset) else { continue }
                let known = parts.updateValue(reference.targets, forKey: reference.source)
                guard known == nil else {
                    throw .damaged(.heic, "item \(reference.source) has two lists of source items")
                }
            }
            let places = Dictionary(grouping: MediaItems(bytes, meta: meta).items, by: \.id)
            for item in parts.keys {
                guard let place = places[item], place.count == 1, place[0].isWhole else { continue }
                data[item] = bytes.extracting(place[0].parts[0]).prefixBytes(Self.longestGrid)
            }
        }

        /// Returns the bytes that libheif is to read, if they differ from the file.
        ///
        /// - Parameter needsPlanes: `true` to state code points of RGB, so that libheif keeps the
        ///   samples of planes.
        func changed(_ bytes: RawSpan, needsPlanes: Bool) -> ByteBlock? {
            let boxes = needsPlanes ? codePoints(bytes) : []
            let crops = crops(outside: bytes)
            guard !boxes.isEmpty || !crops.isEmpty else { return nil }
            var result = bytes.prefixBytes(bytes.byteCount)
            for box in boxes {
                let place = box.body.lowerBound + 4
                result.replaceSubrange(place..<place + 7, with: [0, 1, 0, 13, 0, 0, 0x80])
            }
            for (box, size) in crops {
                for (index, number) in [size.width, 1, size.height, 1, 0, 1, 0, 1].enumerated() {
                    let place = box.body.lowerBound + index * 4
                    let digits = withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
                    result.replaceSubrange(place..<place + 4, with: digits)
                }
            }
            return ByteBlock(copying: result)
        }

        /// Returns the boxes that state code points.
        private func codePoints(_ bytes: RawSpan) -> [MediaBox] {
            properties.boxes.filter {
                bytes.has("colr", at: $0.typeOffset) && bytes.has("nclx", at: $0.body.lowerBound)
                    && $0.body.count >= 11
            }
        }

        /// Returns the crops that are not inside of their image, with its size: they have no
        /// effect, as in AVIF, where libheif 1.15 would stretch the image.
        private func crops(outside bytes: RawSpan) -> [(box: MediaBox, size: PixelSize)] {
            let uses = items.values.compactMap { $0.firstCrop(bytes) }
            // One that is inside of another item's image stays.
            let inside = Set(uses.filter(\.isInside).map(\.box.typeOffset))
            return uses.filter { !inside.contains($0.box.typeOffset) }.map { ($0.box, $0.size) }
        }

        private mutating func readTypes(_ bytes: RawSpan, _ meta: Range<Int>) throws(CodecError) {
            for type in try bytes.itemTypes(in: meta) {
                let letters = bytes.extracting(type.offset..<type.offset + 4).prefixBytes(4)
                let known = items.updateValue(Item(type: letters), forKey: type.item)
                guard known == nil else {
                    throw .damaged(.heic, "item \(type.item) is declared twice")
                }
            }
        }

        private mutating func readProperties(_ bytes: RawSpan) throws(CodecError) {
            if let item = properties.repeatedItem {
                throw .damaged(.heic, "item \(item) has two lists of properties")
            }
            for (item, uses) in properties.items {
                for use in uses { try add(bytes, properties.boxes[use], to: item) }
            }
        }

        private mutating func add(
            _ bytes: RawSpan, _ property: MediaBox, to item: Int
        ) throws(CodecError) {
            if bytes.has("ispe", at: property.typeOffset) {
                guard items[item]?.size == nil,
                    let width = bytes.u32(at: property.body.lowerBound + 4, .big),
                    let height = bytes.u32(at: property.body.lowerBound + 8, .big)
                else { throw .damaged(.heic, "item \(item) has two sizes, or an incomplete one") }
                items[item]?.size = PixelSize(width: Int(width), height: Int(height))
            }
            let isCrop = bytes.has("clap", at: property.typeOffset)
            if isCrop || bytes.has("irot", at: property.typeOffset) {
                let end = min(property.body.upperBound, property.typeOffset + 64)
                items[item]?.transforms.append(
                    bytes.extracting(property.typeOffset..<end).prefixBytes(64))
                items[item]?.boxes.append(property)
                guard isCrop else { return }
                guard items[item]?.isCropped != true else {
                    throw .damaged(.heic, "item \(item) is cropped twice")
                }
                items[item]?.isCropped = true
            }
        }
    }

    extension HEIFItems.Item {
        /// Returns the crop, the size of the image before it, and whether it is inside of that.
        fileprivate func firstCrop(
            _ bytes: RawSpan
        ) -> (box: MediaBox, size: PixelSize, isInside: Bool)? {
            guard var size else { return nil }
            for box in boxes {
                if bytes.has("irot", at: box.typeOffset) {
                    let angle = bytes.u8(at: box.body.lowerBound) ?? 0
                    if angle & 1 == 1 { size = size.transposed }
                } else if let crop = CleanAperture(bytes, at: box.body.lowerBound) {
                    return (box, size, crop.rect(in: size) != nil)
                }
            }
            return nil
        }
    }
#endif
