#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// Looks for pictures whose compressed stream is larger than allowed.
    ///
    /// libheif checks the size that the container claims, but libde265 makes memory for the one in the
    /// stream: a file of 15 kB that claims 64 × 64 pixels took 465 MB for 8192 × 8192.
    enum HEVCSizes {
        /// Checks every stream's size by its configuration (`hvcC`; ISO/IEC 14496-15, section 8.3.3).
        ///
        /// - Throws: `CodecError.limit` when one is too large.
        static func check(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            for size in sizes(in: bytes) where size.area > limits.maxPixels {
                throw .limit(
                    "a stream of \(size), more than the \(limits.maxPixels) pixels allowed")
            }
        }

        /// The sizes of all streams that are described.
        static func sizes(in bytes: RawSpan) -> [PixelSize] {
            guard let meta = bytes.firstBox(["meta"], in: 0..<bytes.byteCount), meta.count > 4,
                let properties = bytes.firstBox(
                    ["iprp", "ipco"], in: meta.lowerBound + 4..<meta.upperBound)
            else { return [] }
            return bytes.boxes("hvcC", in: properties).flatMap { sizes(in: bytes, $0.body) }
        }

        /// Walks the arrays of units in one configuration.
        private static func sizes(in bytes: RawSpan, _ box: Range<Int>) -> [PixelSize] {
            var reader = ByteReader(at: box.lowerBound + 22, .big)
            var sizes: [PixelSize] = []
            guard let arrays = reader.u8(of: bytes) else { return [] }
            for _ in 0..<arrays {
                guard reader.u8(of: bytes) != nil, let units = reader.u16(of: bytes) else { break }
                for _ in 0..<units {
                    guard let length = reader.u16(of: bytes).map({ Int($0) }),
                        reader.offset + length <= box.upperBound
                    else { return sizes }
                    let unit = reader.offset..<reader.offset + length
                    if let size = size(ofUnit: bytes.extracting(unit)) { sizes.append(size) }
                    reader.offset = unit.upperBound
                }
            }
            return sizes
        }

        /// The size in a sequence parameter set (ITU-T H.265, section 7.3.2.2), nil for other units.
        private static func size(ofUnit unit: RawSpan) -> PixelSize? {
            guard let first = unit.u8(at: 0), first >> 1 & 63 == 33 else { return nil }
            var bits = HEVCBits(unit)
            bits.skip(16 + 4)
            let layers = bits.read(3)
            bits.skip(1)
            bits.skipProfile(layers: layers)
            _ = bits.readCode()
            // Three planes of full size may be coded apart from each other.
            if bits.readCode() == 3 { bits.skip(1) }
            let size = PixelSize(width: bits.readCode(), height: bits.readCode())
            return bits.isPastEnd ? nil : size
        }
    }
#endif
