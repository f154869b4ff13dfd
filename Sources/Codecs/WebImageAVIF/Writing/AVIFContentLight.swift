#if AVIF
    import WebImageBytes
    import WebImageCoding
    import WebImagePixels

    /// The light of a picture (`clli`; ISO/IEC 14496-12, section 12.1.6), added to a still that
    /// libavif before 1.0 has written, which cannot state it.
    enum AVIFContentLight {
        /// Returns the file with the property in its headers; as it is if they are others than the
        /// library's.
        static func adding(_ light: ContentLight, to file: [UInt8]) -> [UInt8] {
            guard let places = Places(file.span.bytes) else { return file }
            let property =
                [0, 0, 0, 12] + Array("clli".utf8)
                + [light.maximum, light.average].flatMap { number in
                    let number = UInt16(clamping: number)
                    return [UInt8(number >> 8), UInt8(number & 255)]
                }
            var result = file
            // From the last one, since what is added moves all that follows.
            result.insert(places.property, at: places.listEnd)
            result[places.listCount] += 1
            result.insert(contentsOf: property, at: places.propertiesEnd)
            for (place, growth) in places.growing(by: property.count) {
                let number = result.span.bytes.u32(at: place, .big) ?? 0
                for index in 0..<4 {
                    result[place + index] = UInt8(
                        truncatingIfNeeded: (number &+ growth) >> (24 - 8 * UInt32(index)))
                }
            }
            return result
        }

        /// The places in the headers that change.
        private struct Places {
            /// The first bytes of the boxes around the properties, and of the table of their uses.
            let meta, group, properties, uses: Int
            /// The end of the properties.
            let propertiesEnd: Int
            /// The number of properties of the first item, and the end of their list.
            let listCount, listEnd: Int
            /// The number of the new property.
            let property: UInt8
            /// The offsets of data, each four bytes.
            let offsets: [Int]

            /// Finds the places in a file of libavif: tables of version 0, the picture first,
            /// offsets of four bytes without a base, before the properties.
            init?(_ bytes: RawSpan) {
                guard let meta = bytes.firstBox(["meta"], in: 0..<bytes.byteCount),
                    meta.count > 4
                else { return nil }
                let inside = meta.lowerBound + 4..<meta.upperBound
                guard let group = bytes.firstBox(["iprp"], in: inside),
                    let list = bytes.firstBox(["ipco"], in: group),
                    let uses = bytes.firstBox(["ipma"], in: group),
                    let table = bytes.firstBox(["iloc"], in: inside),
                    list.upperBound < uses.lowerBound, table.upperBound < list.lowerBound,
                    bytes.u32(at: uses.lowerBound, .big) == 0,
                    let count = bytes.u8(at: uses.lowerBound + 10),
                    bytes.u32(at: table.lowerBound, .big) == 0,
                    bytes.u16(at: table.lowerBound + 4, .big) == 0x4400,
                    let items = bytes.u16(at: table.lowerBound + 6, .big)
                else { return nil }
                (self.meta, self.group) = (meta.lowerBound - 8, group.lowerBound - 8)
                (properties, self.uses) = (list.lowerBound - 8, uses.lowerBound - 8)
                propertiesEnd = list.upperBound
                (listCount, listEnd) = (uses.lowerBound + 10, uses.lowerBound + 11 + Int(count))
                property = UInt8(clamping: bytes.boxes(in: list).count + 1)
                var (offsets, at): ([Int], Int) = ([], table.lowerBound + 8)
                for _ in 0..<items {
                    guard let parts = bytes.u16(at: at + 4, .big) else { return nil }
                    at += 6
                    for _ in 0..<parts {
                        offsets.append(at)
                        at += 8
                    }
                }
                self.offsets = offsets
                guard listEnd <= uses.upperBound, at == table.upperBound, property < 128 else {
                    return nil
                }
            }

            /// Returns the numbers that grow with a property of `count` bytes and its use, by their
            /// places after that.
            func growing(by count: Int) -> [(place: Int, growth: UInt32)] {
                let whole = UInt32(count + 1)
                return [
                    (meta, whole), (group, whole), (properties, whole - 1), (uses + count, 1),
                ] + offsets.map { ($0, whole) }
            }
        }
    }
#endif
