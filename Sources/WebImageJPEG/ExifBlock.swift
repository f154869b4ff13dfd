#if JPEG
    import WebImageCoding
    import WebImagePixels

    /// An EXIF block to be written: the caller's, or the smallest one, without an old thumbnail.
    ///
    /// The thumbnail that a block came with shows the picture as it was before it was cropped, turned
    /// or blurred, so it never stays.
    struct ExifBlock {
        /// The block, nil for none.
        private let bytes: [UInt8]?

        /// A block around the caller's, whatever that is.
        init(_ bytes: [UInt8]?) {
            self.bytes = bytes.map { $0.withoutExifThumbnail() }
        }

        /// How many bytes a thumbnail may have.
        var roomForThumbnail: Int {
            Self.maxCount - base.count - 1 - Self.thumbnailDirectoryByteCount
        }

        /// The block with a thumbnail; nil for neither, and for a block too long for a segment.
        func bytes(with thumbnail: JPEGThumbnail?) -> [UInt8]? {
            guard let thumbnail else {
                return bytes.flatMap { $0.count <= Self.maxCount && !$0.isEmpty ? $0 : nil }
            }
            return Self.adding(thumbnail.bytes, to: base)
        }

        /// What a thumbnail is added to.
        private var base: [UInt8] {
            guard let bytes, ExifDirectory(firstOf: bytes.span.bytes) != nil else {
                return Self.smallest
            }
            return bytes
        }

        /// The most bytes of a segment, without its length and the name before the block.
        private static let maxCount = 65_533 - 6
        /// A count, six entries, a link, and two fractions.
        private static let thumbnailDirectoryByteCount = 2 + 6 * 12 + 4 + 16

        /// A block that says only that the picture is upright.
        private static let smallest: [UInt8] =
            Array("MM".utf8) + [0, 42, 0, 0, 0, 8]
            + [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0] + [0, 0, 0, 0]

        private static func adding(_ thumbnail: ByteBlock, to block: [UInt8]) -> [UInt8]? {
            guard let first = ExifDirectory(firstOf: block.span.bytes) else { return nil }
            var result = block + (block.count % 2 == 0 ? [] : [0])
            let start = result.count
            result.put(UInt32(start), at: first.linkOffset, first.order)
            let fractions = start + 2 + 6 * 12 + 4
            let directory: [(tag: UInt16, type: UInt16, value: Int)] = [
                // Compression 6 is JPEG; the density is the one that EXIF gives where none is known.
                (0x0103, 3, 6), (0x011A, 5, fractions), (0x011B, 5, fractions + 8), (0x0128, 3, 2),
                (0x0201, 4, fractions + 16), (0x0202, 4, thumbnail.count),
            ]
            result.add(UInt16(directory.count), first.order)
            for (tag, type, value) in directory {
                result.add(tag, first.order)
                result.add(type, first.order)
                result.add(UInt32(1), first.order)
                if type == 3 {
                    result.add(UInt16(value), first.order)
                    result.add(UInt16(0), first.order)
                } else {
                    result.add(UInt32(value), first.order)
                }
            }
            for number in [0, 72, 1, 72, 1] as [UInt32] { result.add(number, first.order) }
            thumbnail.withUnsafeBytes { result.append(contentsOf: $0) }
            return result.count <= maxCount ? result : nil
        }
    }

    extension [UInt8] {
        fileprivate mutating func add<Number: FixedWidthInteger>(
            _ number: Number, _ order: ByteReader.Order
        ) {
            let ordered = order == .little ? number.littleEndian : number.bigEndian
            Swift.withUnsafeBytes(of: ordered) { append(contentsOf: $0) }
        }

        /// Writes a number over four bytes that are there.
        mutating func put(_ number: UInt32, at offset: Int, _ order: ByteReader.Order) {
            let ordered = order == .little ? number.littleEndian : number.bigEndian
            Swift.withUnsafeBytes(of: ordered) {
                replaceSubrange(offset..<offset + 4, with: $0)
            }
        }
    }
#endif
