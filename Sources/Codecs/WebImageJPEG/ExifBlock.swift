#if JPEG
    import WebImageCoding
    import WebImagePixels

    /// An EXIF block to be written: the caller's block without its thumbnail, or a minimal one.
    ///
    /// The old thumbnail shows the image before it was cropped, turned or blurred, so it is
    /// removed.
    struct ExifBlock {
        /// The block; nil if there is none.
        private let bytes: [UInt8]?

        /// Creates a block from the caller's bytes, which may be malformed.
        init(_ bytes: [UInt8]?) {
            self.bytes = bytes.map { $0.withoutExifThumbnail() }
        }

        /// The maximum size of a thumbnail, in bytes.
        var roomForThumbnail: Int {
            Self.maxCount - base.count - 1 - Self.thumbnailDirectoryByteCount
        }

        /// Returns the block with a thumbnail; nil if both are absent or exceed a segment.
        func bytes(with thumbnail: JPEGThumbnail?) -> [UInt8]? {
            guard let thumbnail else {
                return bytes.flatMap { $0.count <= Self.maxCount && !$0.isEmpty ? $0 : nil }
            }
            return Self.adding(thumbnail.bytes, to: base)
        }

        /// The block that a thumbnail is appended to.
        private var base: [UInt8] {
            guard let bytes, ExifDirectory(firstOf: bytes.span.bytes) != nil else {
                return Self.smallest
            }
            return bytes
        }

        /// The maximum size of a segment without its length and the "Exif" identifier.
        private static let maxCount = 65_533 - 6
        /// An entry count, six entries, the link to the next directory, and two fractions.
        private static let thumbnailDirectoryByteCount = 2 + 6 * 12 + 4 + 16

        /// A block that states only that the image is upright.
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
                // Compression 6 is JPEG; 72 dots per inch is the default density of EXIF.
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

        /// Overwrites four existing bytes with a number.
        mutating func put(_ number: UInt32, at offset: Int, _ order: ByteReader.Order) {
            let ordered = order == .little ? number.littleEndian : number.bigEndian
            Swift.withUnsafeBytes(of: ordered) {
                replaceSubrange(offset..<offset + 4, with: $0)
            }
        }
    }
#endif
