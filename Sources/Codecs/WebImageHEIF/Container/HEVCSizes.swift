#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// A check for images whose coded stream is larger than allowed.
    ///
    /// libheif checks the size in the container, but libde265 allocates by the stream's. A file
    /// of 15 kB that declares 64 × 64 pixels took 465 MB for 8192 × 8192.
    enum HEVCSizes {
        /// The maximum number of units to examine; an image of many tiles has some thousand.
        private static let mostUnits = 1_000_000

        /// Checks the size of every stream, in its configuration (`hvcC`; ISO/IEC 14496-15, section
        /// 8.3.3) and between its pixels, and the number of decoded pixels.
        ///
        /// - Throws: `CodecError.limit` if one is too large.
        static func check(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            guard let box = bytes.firstBox(["meta"], in: 0..<bytes.byteCount), box.count > 4 else {
                return
            }
            let meta = box.lowerBound + 4..<box.upperBound
            if let properties = bytes.firstBox(["iprp", "ipco"], in: meta) {
                for box in try bytes.everyBox(in: properties)
                where bytes.has("hvcC", at: box.typeOffset) {
                    for size in sizes(in: bytes, box.body) { try check(size, limits) }
                }
            }
            var (units, largest) = (0, 0)
            for parts in MediaItems(bytes, meta: meta).items.map(\.parts) {
                // A unit may continue in the next part.
                if parts.count == 1 {
                    try walk(bytes.extracting(parts[0]), &units, &largest, limits)
                } else {
                    var whole: [UInt8] = []
                    for part in parts {
                        units += part.count / 16
                        guard units <= mostUnits else { throw tooMany }
                        whole += bytes.extracting(part).prefixBytes(part.count)
                    }
                    try walk(whole.span.bytes, &units, &largest, limits)
                }
            }
            try HEIFDecodedSamples(bytes, meta: meta, streamArea: largest).check(limits)
        }

        /// Checks the units of one item, each preceded by its length in four bytes.
        private static func walk(
            _ item: RawSpan, _ units: inout Int, _ largest: inout Int, _ limits: DecodeLimits
        ) throws(CodecError) {
            var offset = 0
            while let length = item.u32(at: offset, .big).map({ Int($0) }),
                let unit = item.range(at: offset + 4, count: length)
            {
                units += 1
                guard units <= mostUnits else { throw tooMany }
                if let size = size(ofUnit: item.extracting(unit)) {
                    try check(size, limits)
                    largest = max(largest, size.area)
                }
                offset = unit.upperBound
            }
        }

        private static var tooMany: CodecError {
            .limit("more than \(mostUnits) HEVC units (NAL units)")
        }

        private static func check(_ size: PixelSize, _ limits: DecodeLimits) throws(CodecError) {
            guard size.area <= limits.maxPixels else {
                throw .limit(
                    "an HEVC stream of \(size), more than the \(limits.maxPixels) pixels allowed")
            }
        }

        /// Returns the sizes in the unit arrays of one configuration.
        static func sizes(in bytes: RawSpan, _ box: Range<Int>) -> [PixelSize] {
            units(in: bytes, box).compactMap { size(ofUnit: bytes.extracting($0)) }
        }

        /// Returns the units in the arrays of one configuration.
        static func units(in bytes: RawSpan, _ box: Range<Int>) -> [Range<Int>] {
            var reader = ByteReader(at: box.lowerBound + 22, .big)
            var units: [Range<Int>] = []
            guard let arrays = reader.u8(of: bytes) else { return [] }
            for _ in 0..<arrays {
                guard reader.u8(of: bytes) != nil, let count = reader.u16(of: bytes) else { break }
                for _ in 0..<count {
                    guard let length = reader.u16(of: bytes).map({ Int($0) }),
                        reader.offset + length <= box.upperBound
                    else { return units }
                    units.append(reader.offset..<reader.offset + length)
                    reader.offset += length
                }
            }
            return units
        }

        /// Returns `true` for a sequence parameter set.
        static func isSequence(_ unit: RawSpan) -> Bool {
            unit.u8(at: 0).map { $0 >> 1 & 63 == 33 } ?? false
        }

        /// Returns the size in a sequence parameter set (ITU-T H.265, section 7.3.2.2), or nil.
        private static func size(ofUnit unit: RawSpan) -> PixelSize? {
            guard isSequence(unit) else { return nil }
            var bits = BitReader(hevc: unit, longest: 100)
            _ = bits.skipToSize()
            let size = PixelSize(width: bits.readCode(), height: bits.readCode())
            return bits.isPastEnd ? nil : size
        }
    }

    extension BitReader {
        /// Skips what precedes the size in a sequence parameter set; returns the number of layers
        /// less one.
        mutating func skipToSize() -> Int {
            skip(16 + 4)
            let layers = read(3)
            skip(1)
            skipProfile(layers: layers)
            _ = readCode()
            if readCode() == 3 { skip(1) }  // Three planes may be coded separately.
            return layers
        }

        /// Creates a reader of the first bytes of a unit, a hundred are enough for profile and
        /// size, without emulation prevention bytes (ITU-T H.265, section 7.3.1.1).
        init(hevc unit: RawSpan, longest: Int) {
            var (result, zeros): ([UInt8], Int) = ([], 0)
            for byte in unit.prefixBytes(longest) {
                if zeros >= 2, byte == 3 {
                    zeros = 0
                    continue
                }
                zeros = byte == 0 ? zeros + 1 : 0
                result.append(byte)
            }
            self.init(result[...], .big)
        }

        /// Skips profile, tier and level (section 7.3.3) of `layers` + 1 layers.
        mutating func skipProfile(layers: Int) {
            skip(96)
            guard layers > 0 else { return }
            let present = (0..<layers).map { _ in (read(1), read(1)) }
            skip(2 * (8 - layers))
            for (profile, level) in present { skip(profile * 88 + level * 8) }
        }
    }
#endif
