import WebImageBytes
package import WebImagePixels

extension Orientation {
    /// Reads the orientation in an EXIF block, `up` if there is none or it is damaged.
    ///
    /// Reads only the first directory of the TIFF structure and follows no link. A block thus costs
    /// at most one look at each of its entries (EXIF 2.32, section 4.6.2, tag 0x0112).
    ///
    /// - Parameter exif: The block, with or without the `Exif\0\0` that JPEG puts before it.
    package init(exif: RawSpan) {
        self = Self.read(exif, from: exif.has("Exif\0\0") ? 6 : 0) ?? .up
    }

    private static func read(_ bytes: RawSpan, from start: Int) -> Orientation? {
        guard let place = bytes.place(ofTag: 0x0112, from: start) else { return nil }
        return value(of: bytes, at: place, bytes.has([0x49], at: start) ? .little : .big)
    }

    /// Returns the number in a directory entry: a standard SHORT, or another integer of some
    /// programs.
    private static func value(
        of bytes: RawSpan, at place: Int, _ order: ByteReader.Order
    ) -> Orientation? {
        guard bytes.u32(at: place + 4, order) == 1 else { return nil }
        // The valid values are positive, so signs need no attention.
        let number: UInt32? =
            switch bytes.integerWidth(at: place, order) {
            case 1: bytes.u8(at: place + 8).map { UInt32($0) }
            case 2: bytes.u16(at: place + 8, order).map { UInt32($0) }
            case 4: bytes.u32(at: place + 8, order)
            default: nil
            }
        return number.flatMap { Orientation(rawValue: Int($0)) }
    }
}

extension RawSpan {
    /// Returns the offset of a tag's entry in the first directory of the TIFF structure at `start`;
    /// its twelve bytes are inside.
    fileprivate func place(ofTag wanted: UInt16, from start: Int = 0) -> Int? {
        let order: ByteReader.Order
        if has([0x49, 0x49, 0x2A, 0x00], at: start) {
            order = .little
        } else if has([0x4D, 0x4D, 0x00, 0x2A], at: start) {
            order = .big
        } else {
            return nil
        }
        guard let directory = u32(at: start + 4, order).map({ start + Int($0) }),
            let count = u16(at: directory, order)
        else { return nil }
        for entry in 0..<Int(count) {
            let place = directory + 2 + entry * 12
            guard let tag = u16(at: place, order), u32(at: place + 8, order) != nil else {
                return nil
            }
            if tag == wanted { return place }
        }
        return nil
    }

    /// Returns the bytes of a value of the entry at `place`; nil if it is no integer.
    fileprivate func integerWidth(at place: Int, _ order: ByteReader.Order) -> Int? {
        switch u16(at: place + 2, order) {
        case 1, 6: 1
        case 3, 8: 2
        case 4, 9: 4
        default: nil
        }
    }
}

extension [UInt8] {
    /// Returns this EXIF block with its orientation, if any, set to upright, for rotated pixels.
    package func uprightExif() -> [UInt8] {
        // Safe because the view is of this array's own bytes, for which every value is valid.
        let view = unsafe span.bytes
        guard let place = view.place(ofTag: 0x0112) else { return self }
        var result = self
        let isLittle = self[0] == 0x49
        let width = view.integerWidth(at: place, isLittle ? .little : .big) ?? 2
        for at in place + 8..<place + 8 + width { result[at] = 0 }
        result[isLittle ? place + 8 : place + 8 + width - 1] = 1
        return result
    }
}
