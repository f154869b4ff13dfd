import WebImageBytes

/// The values of an EXIF block or a TIFF directory, read so that they can be written elsewhere.
package struct ExifTree: Sendable {
    /// The values of the first directory.
    var main: [Value] = []
    /// The values of the directories that the first one, or that of EXIF, points to, by its tag.
    var below: [UInt16: [Value]] = [:]
    private let order: ByteReader.Order

    /// A tag with its values, in the byte order of their source.
    struct Value: Sendable {
        let tag: UInt16
        let type: UInt16
        let count: Int
        let bytes: [UInt8]
    }

    /// The tag that points to the directory of EXIF.
    package static let exif: UInt16 = 0x8769
    /// The tag that points to the directory of places.
    package static let gps: UInt16 = 0x8825
    /// The tag in the directory of EXIF that points to the one of interoperability.
    package static let interoperability: UInt16 = 0xA005

    /// The most bytes of all values; a block of JPEG has 64 kB.
    private static let maxByteCount = 4 << 20
    private static let maxEntries = 2_000

    /// Reads the directory at an offset, and those below it; nil if the first is damaged or too
    /// large.
    ///
    /// - Parameter isWanted: `true` for the tags of the first directory that are read.
    init?(of bytes: RawSpan, at offset: Int, _ order: ByteReader.Order, isWanted: (UInt16) -> Bool)
    {
        self.order = order
        guard let first = ExifDirectory(of: bytes, at: offset, order) else { return nil }
        var left = (entries: Self.maxEntries, bytes: Self.maxByteCount)
        guard let values = Self.values(of: first, in: bytes, &left, isWanted) else { return nil }
        main = values
        for (tag, parent) in [(Self.exif, first), (Self.gps, first)] {
            guard let place = parent.pointer(tag, of: bytes),
                let directory = ExifDirectory(of: bytes, at: place, order),
                let values = Self.values(of: directory, in: bytes, &left, { _ in true })
            else { continue }
            below[tag] = values
            guard tag == Self.exif,
                let inner = directory.pointer(Self.interoperability, of: bytes),
                let last = ExifDirectory(of: bytes, at: inner, order),
                let more = Self.values(of: last, in: bytes, &left, { _ in true })
            else { continue }
            below[Self.interoperability] = more
        }
    }

    /// Reads an EXIF block; nil if it is damaged.
    package init?(_ block: [UInt8]) {
        let tree = block.withView { view -> ExifTree? in
            guard let first = ExifDirectory(firstOf: view) else { return nil }
            return ExifTree(of: view, at: first.offset, first.order) { _ in true }
        }
        guard let tree else { return nil }
        self = tree
    }

    /// The tags of a TIFF directory that describe the picture and not its pixels.
    static func isDescription(_ tag: UInt16) -> Bool {
        switch tag {
        case 0x010D, 0x010E, 0x010F, 0x0110, 0x011D, 0x0131, 0x0132, 0x013B, 0x013C, 0x4746,
            0x4749, 0x8298, 0x9C9B...0x9C9F:
            true
        default: false
        }
    }

    private static func values(
        of directory: ExifDirectory, in bytes: RawSpan, _ left: inout (entries: Int, bytes: Int),
        _ isWanted: (UInt16) -> Bool
    ) -> [Value]? {
        left.entries -= directory.entries.count
        guard left.entries >= 0 else { return nil }
        var result: [Value] = []
        for entry in directory.entries
        where isWanted(entry.tag) && ![exif, gps, interoperability].contains(entry.tag) {
            guard let range = bytes.range(at: entry.place, count: entry.byteCount) else { continue }
            left.bytes -= range.count
            guard left.bytes >= 0 else { return nil }
            result.append(
                Value(
                    tag: entry.tag, type: entry.type, count: entry.count, bytes: bytes.copy(range)))
        }
        return result
    }
}

extension ExifTree {
    /// Returns the block of these values, in little-endian order; nil if there are none.
    package func block() -> [UInt8]? {
        guard !main.isEmpty || !below.isEmpty else { return nil }
        let (below, pointers) = belowBlock(at: 8)
        var result: [UInt8] = Array("II".utf8) + [42, 0]
        result.add(UInt32(clamping: 8 + below.count), .little)
        let values = main.map(\.bytes.count).reduce(0, +)
        guard values + below.count < 1 << 24 else { return nil }
        return result + below
            + Self.directory(main.map { native($0) } + pointers, at: 8 + below.count)
    }

    /// Returns the directories below the first one, to stand at an offset, and the entries that
    /// point to them.
    func belowBlock(at offset: Int) -> (bytes: [UInt8], pointers: [Value]) {
        var (bytes, pointers): ([UInt8], [Value]) = ([], [])
        for tag in [Self.exif, Self.gps] {
            guard var values = below[tag]?.map({ native($0) }) else { continue }
            if tag == Self.exif, let inner = below[Self.interoperability]?.map({ native($0) }) {
                values.append(.pointer(Self.interoperability, to: offset + bytes.count))
                bytes += Self.directory(inner, at: offset + bytes.count)
            }
            pointers.append(.pointer(tag, to: offset + bytes.count))
            bytes += Self.directory(values, at: offset + bytes.count)
        }
        return (bytes, pointers)
    }

    /// Returns a value with its numbers in little-endian order.
    func native(_ value: Value) -> Value {
        let size = [3: 2, 8: 2, 4: 4, 5: 4, 9: 4, 10: 4, 11: 4, 13: 4, 12: 8][Int(value.type)] ?? 1
        guard order == .big, size > 1 else { return value }
        let bytes = stride(from: 0, to: value.bytes.count, by: size).flatMap { start in
            value.bytes[start..<min(start + size, value.bytes.count)].reversed()
        }
        return Value(tag: value.tag, type: value.type, count: value.count, bytes: bytes)
    }

    /// Returns a directory that stands at an offset, sorted by tag, with the values behind it.
    private static func directory(_ values: [Value], at offset: Int) -> [UInt8] {
        var (head, tail): ([UInt8], [UInt8]) = ([], [])
        head.add(UInt16(clamping: values.count), .little)
        let behind = offset + 6 + values.count * 12
        for value in values.sorted(by: { $0.tag < $1.tag }) {
            head.add(value.tag, .little)
            head.add(value.type, .little)
            head.add(UInt32(clamping: value.count), .little)
            let bytes = value.bytes
            if bytes.count <= 4 {
                head += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
            } else {
                head.add(UInt32(clamping: behind + tail.count), .little)
                tail += bytes + (bytes.count % 2 == 0 ? [] : [0])
            }
        }
        return head + [0, 0, 0, 0] + tail
    }
}

extension ExifTree.Value {
    /// Creates the entry that points to a directory.
    static func pointer(_ tag: UInt16, to offset: Int) -> ExifTree.Value {
        var bytes: [UInt8] = []
        bytes.add(UInt32(clamping: offset), .little)
        return ExifTree.Value(tag: tag, type: 4, count: 1, bytes: bytes)
    }
}
