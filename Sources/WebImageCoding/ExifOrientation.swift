package import WebImagePixels

extension Orientation {
    /// The orientation that an EXIF block tells, `up` where it tells none or is damaged.
    ///
    /// Only the first directory of the TIFF structure is read, no link is followed, so a block
    /// costs at most one look at each entry it holds (EXIF 2.32, section 4.6.2, tag 0x0112).
    ///
    /// - Parameter exif: The block, with or without the `Exif\0\0` that JPEG puts before it.
    package init(exif: RawSpan) {
        self = Self.read(exif, from: exif.has("Exif\0\0") ? 6 : 0) ?? .up
    }

    private static func read(_ bytes: RawSpan, from start: Int) -> Orientation? {
        let order: ByteReader.Order
        if bytes.has([0x49, 0x49, 0x2A, 0x00], at: start) {
            order = .little
        } else if bytes.has([0x4D, 0x4D, 0x00, 0x2A], at: start) {
            order = .big
        } else {
            return nil
        }
        guard let directory = bytes.u32(at: start + 4, order).map({ start + Int($0) }),
            let count = bytes.u16(at: directory, order)
        else { return nil }
        for entry in 0..<Int(count) {
            let place = directory + 2 + entry * 12
            guard let tag = bytes.u16(at: place, order) else { return nil }
            guard tag == 0x0112 else { continue }
            return value(of: bytes, at: place, order)
        }
        return nil
    }

    /// The number in a directory entry: a SHORT as the standard wants it, or the LONG some write.
    private static func value(
        of bytes: RawSpan, at place: Int, _ order: ByteReader.Order
    ) -> Orientation? {
        guard bytes.u32(at: place + 4, order) == 1 else { return nil }
        let number: UInt32? =
            switch bytes.u16(at: place + 2, order) {
            case 3: bytes.u16(at: place + 8, order).map { UInt32($0) }
            case 4: bytes.u32(at: place + 8, order)
            default: nil
            }
        return number.flatMap { Orientation(rawValue: Int($0)) }
    }
}
