#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// How many pixels are decoded for the pictures that are made of others: grids and overlays.
    ///
    /// libheif decodes a picture as often as it is referred to, in one call: a file of 12 kB that
    /// claims 64 × 64 pixels, and lays a picture of nine megapixels a thousand times over itself,
    /// took minutes.
    struct HEIFWork {
        /// For each item that is made of others, those (`dimg`; ISO/IEC 23008-12, section 6.4.4).
        private var parts: [Int: [Int]] = [:]
        /// For each item, the largest of the pictures that its properties tell.
        private var areas: [Int: Int] = [:]
        private var known: [Int: (work: Int, height: Int)] = [:]
        private let largestArea: Int

        /// What decoding a picture costs besides its pixels, in pixels.
        private static let leastWork = 1 << 12
        /// Pixels that are quickly decoded, whatever the limits are.
        private static let freeWork = 1 << 22
        /// How deep pictures may be made of others; a turned grid is two deep.
        private static let maxHeight = 8

        /// - Parameter streamArea: The largest picture that a stream tells between its pixels.
        init(_ bytes: RawSpan, meta: Range<Int>, streamArea: Int) throws(CodecError) {
            var properties: [Int] = []
            if let list = bytes.firstBox(["iprp", "ipco"], in: meta) {
                properties = try bytes.everyBox(in: list).map { bytes.area(ofProperty: $0) }
            }
            largestArea = max(streamArea, properties.max() ?? 0)
            if let table = bytes.firstBox(["iprp", "ipma"], in: meta) {
                readAreas(bytes, table, properties, least: streamArea)
            }
            if let table = bytes.firstBox(["iref"], in: meta) { try readParts(bytes, table) }
        }

        /// Refuses pictures that are decoded too often.
        mutating func check(_ limits: DecodeLimits) throws(CodecError) {
            let most = max(min(limits.maxPixels, .max / 2) * 2, Self.freeWork)
            for item in parts.keys {
                guard try work(of: item, level: 0).work <= most else {
                    throw .limit("a picture made of others that have over \(most) pixels in all")
                }
            }
        }

        private mutating func work(
            of item: Int, level: Int
        ) throws(CodecError) -> (work: Int, height: Int) {
            if let result = known[item] { return result }
            guard let others = parts[item] else {
                return (max(areas[item] ?? largestArea, Self.leastWork), 0)
            }
            var (sum, height) = (0, 0)
            for other in others where level < Self.maxHeight {
                let part = try work(of: other, level: level + 1)
                let (next, overflow) = sum.addingReportingOverflow(part.work)
                sum = overflow ? .max : next
                height = max(height, part.height)
            }
            guard level < Self.maxHeight, height < Self.maxHeight else {
                throw .limit("pictures made of others more than \(Self.maxHeight) deep")
            }
            known[item] = (sum, height + 1)
            return (sum, height + 1)
        }

        private mutating func readAreas(
            _ bytes: RawSpan, _ table: Range<Int>, _ properties: [Int], least: Int
        ) {
            var reader = ByteReader(at: table.lowerBound, .big)
            guard let flags = reader.u32(of: bytes), let count = reader.u32(of: bytes) else {
                return
            }
            for _ in 0..<count {
                guard reader.offset < table.upperBound,
                    let item = reader.item(isLong: flags >> 24 > 0, of: bytes),
                    let uses = reader.u8(of: bytes)
                else { return }
                for _ in 0..<uses {
                    let index =
                        flags & 1 == 1
                        ? reader.u16(of: bytes).map { Int($0 & 0x7FFF) }
                        : reader.u8(of: bytes).map { Int($0 & 0x7F) }
                    guard let index else { return }
                    let area = properties.indices.contains(index - 1) ? properties[index - 1] : 0
                    areas[item] = max(areas[item] ?? least, area)
                }
            }
        }

        private mutating func readParts(_ bytes: RawSpan, _ table: Range<Int>) throws(CodecError) {
            let isLong = bytes.u8(at: table.lowerBound) != 0
            let inside = min(table.lowerBound + 4, table.upperBound)..<table.upperBound
            for box in try bytes.everyBox(in: inside) where bytes.has("dimg", at: box.typeOffset) {
                var reader = ByteReader(at: box.body.lowerBound, .big)
                guard let item = reader.item(isLong: isLong, of: bytes),
                    let count = reader.u16(of: bytes)
                else { continue }
                for _ in 0..<count {
                    guard reader.offset < box.body.upperBound,
                        let part = reader.item(isLong: isLong, of: bytes)
                    else { break }
                    parts[item, default: []].append(part)
                }
            }
        }
    }

    extension ByteReader {
        fileprivate mutating func item(isLong: Bool, of bytes: RawSpan) -> Int? {
            isLong ? u32(of: bytes).map { Int($0) } : u16(of: bytes).map { Int($0) }
        }
    }

    extension RawSpan {
        /// All boxes in `range`, in order.
        ///
        /// - Throws: `CodecError.limit` for more than any picture has.
        func everyBox(in range: Range<Int>) throws(CodecError) -> [MediaBox] {
            var (offset, found): (Int, [MediaBox]) = (range.lowerBound, [])
            while let box = box(at: offset, end: range.upperBound) {
                guard found.count < 100_000 else { throw .limit("more than 100000 boxes in one") }
                found.append(box)
                offset = box.body.upperBound
            }
            return found
        }

        /// The pixels of the picture that a property tells, 0 where it tells of none.
        fileprivate func area(ofProperty box: MediaBox) -> Int {
            if has("hvcC", at: box.typeOffset) {
                return HEVCSizes.sizes(in: self, box.body).map(\.area).max() ?? 0
            }
            guard has("ispe", at: box.typeOffset),
                let width = u32(at: box.body.lowerBound + 4, .big),
                let height = u32(at: box.body.lowerBound + 8, .big)
            else { return 0 }
            return PixelSize(width: Int(width), height: Int(height)).area
        }
    }
#endif
