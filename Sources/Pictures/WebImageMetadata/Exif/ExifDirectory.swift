package import WebImageBytes
package import WebImagePixels

/// One directory of the TIFF structure of an EXIF block (TIFF 6.0, section 2).
package struct ExifDirectory {
    /// The byte order of its numbers.
    package let order: ByteReader.Order
    /// The offset of its number of entries.
    package let offset: Int
    /// The entries, all of them inside the block.
    package let entries: [Entry]
    /// The offset of the link to the next directory.
    package var linkOffset: Int { offset + 2 + entries.count * 12 }

    /// A tag and its value.
    package struct Entry {
        /// The number that identifies the property.
        package let tag: UInt16
        /// The type of the values.
        package let type: UInt16
        /// The number of values.
        package let count: Int
        /// The offset of the values.
        package let place: Int
    }

    /// Reads the directory at an offset, nil if it is not inside the bytes.
    package init?(of bytes: RawSpan, at offset: Int, _ order: ByteReader.Order) {
        guard let count = bytes.u16(at: offset, order),
            bytes.range(at: offset + 2, count: Int(count) * 12 + 4) != nil
        else { return nil }
        self.order = order
        self.offset = offset
        entries = (0..<Int(count)).compactMap { index in
            Entry(of: bytes, at: offset + 2 + index * 12, order)
        }
        guard entries.count == Int(count) else { return nil }
    }

    /// Reads the first directory of a block; nil for an invalid block.
    package init?(firstOf bytes: RawSpan) {
        let order: ByteReader.Order
        if bytes.has([0x49, 0x49, 0x2A, 0x00]) {
            order = .little
        } else if bytes.has([0x4D, 0x4D, 0x00, 0x2A]) {
            order = .big
        } else {
            return nil
        }
        guard let offset = bytes.u32(at: 4, order) else { return nil }
        self.init(of: bytes, at: Int(offset), order)
    }

    /// Returns the offset of the next directory, nil for none.
    package func next(of bytes: RawSpan) -> Int? {
        guard let next = bytes.u32(at: linkOffset, order), next > 0 else { return nil }
        return Int(next)
    }

    /// The entry of a tag.
    package subscript(tag: UInt16) -> Entry? { entries.first { $0.tag == tag } }

    /// Returns the integer of a tag with one value.
    package func number(_ tag: UInt16, of bytes: RawSpan) -> Int? {
        guard let entry = self[tag], entry.count == 1 else { return nil }
        return switch entry.type {
        case 3: bytes.u16(at: entry.place, order).map { Int($0) }
        case 4: bytes.u32(at: entry.place, order).map { Int($0) }
        default: nil
        }
    }

    /// Returns the offset of another directory, of type LONG or IFD.
    package func pointer(_ tag: UInt16, of bytes: RawSpan) -> Int? {
        guard let entry = self[tag], entry.count == 1, entry.type == 4 || entry.type == 13 else {
            return nil
        }
        return bytes.u32(at: entry.place, order).map { Int($0) }
    }

    /// Returns the fraction of a tag with one value; nil for a divisor of 0.
    package func fraction(_ tag: UInt16, of bytes: RawSpan) -> Double? {
        guard let entry = self[tag], entry.count == 1, entry.type == 5,
            let above = bytes.u32(at: entry.place, order),
            let below = bytes.u32(at: entry.place + 4, order), below > 0
        else { return nil }
        return Double(above) / Double(below)
    }

    /// The ranges of the directory and its values.
    package var extents: [Range<Int>] {
        [offset..<linkOffset + 4] + entries.map { $0.place..<$0.place + $0.byteCount }
    }
}

extension ExifDirectory.Entry {
    fileprivate init?(of bytes: RawSpan, at start: Int, _ order: ByteReader.Order) {
        guard let tag = bytes.u16(at: start, order), let type = bytes.u16(at: start + 2, order),
            let count = bytes.u32(at: start + 4, order),
            let offset = bytes.u32(at: start + 8, order)
        else { return nil }
        self.tag = tag
        self.type = type
        self.count = Int(count)
        let size = Self.byteCounts[type, default: 1] * Int(count)
        place = size <= 4 ? start + 8 : Int(offset)
    }

    /// The bytes of its values.
    package var byteCount: Int { Self.byteCounts[type, default: 1] * count }

    /// The bytes of one value of each type.
    private static let byteCounts: [UInt16: Int] = [
        1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4,
    ]
}

extension PixelDensity {
    /// Reads the density in an EXIF block; nil without a valid one.
    package init?(exif bytes: RawSpan) {
        guard let directory = ExifDirectory(firstOf: bytes),
            let x = directory.fraction(0x011A, of: bytes), x > 0,
            let y = directory.fraction(0x011B, of: bytes), y > 0
        else { return nil }
        // Inches are the default; 1 means no unit.
        switch directory.number(0x0128, of: bytes) ?? 2 {
        case 2: self.init(x: x, y: y)
        case 3: self.init(x: x * 2.54, y: y * 2.54)
        default: return nil
        }
    }
}
