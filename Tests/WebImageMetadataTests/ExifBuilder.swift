/// An EXIF block made of values, in either byte order, for tests.
struct ExifBuilder {
    var isBig = false
    var main: [(tag: UInt16, type: UInt16, values: [UInt8])] = []
    var exif: [(tag: UInt16, type: UInt16, values: [UInt8])] = []
    var gps: [(tag: UInt16, type: UInt16, values: [UInt8])] = []
    /// The directory that the one of EXIF points to.
    var interoperability: [(tag: UInt16, type: UInt16, values: [UInt8])] = []

    /// A block of a camera with a place: Berlin.
    static func camera(isBig: Bool = false) -> ExifBuilder {
        var block = ExifBuilder(isBig: isBig)
        block.main = [
            (0x010F, 2, Array("Maker".utf8) + [0]), (0x0112, 3, block.short(6)),
            (0x8298, 2, Array("(c) A".utf8) + [0]),
        ]
        block.exif = [
            (0x829A, 5, block.fractions([(1, 125)])), (0x829D, 5, block.fractions([(28, 10)])),
            (0x8827, 3, block.short(400)),
            (0x9003, 2, Array("2024:05:06 07:08:09".utf8) + [0]),
        ]
        block.gps = [
            (1, 2, [UInt8(ascii: "N"), 0]),
            (2, 5, block.fractions([(52, 1), (30, 1), (3600, 100)])),
            (3, 2, [UInt8(ascii: "W"), 0]),
            (4, 5, block.fractions([(13, 1), (24, 1), (0, 1)])),
        ]
        return block
    }

    func short(_ number: Int) -> [UInt8] { ordered([UInt8(number & 255), UInt8(number >> 8)]) }

    func long(_ number: Int) -> [UInt8] {
        ordered((0..<4).map { UInt8(number >> ($0 * 8) & 255) })
    }

    func fractions(_ values: [(Int, Int)]) -> [UInt8] {
        values.flatMap { long($0.0) + long($0.1) }
    }

    /// The block: the first directory, those below it, and the values behind each.
    var bytes: [UInt8] {
        var head: [UInt8] = isBig ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
        head += long(8)
        let pointers = [(UInt16(0x8769), exif), (0x8825, gps)].filter { !$0.1.isEmpty }
        let byteCount = directory(main + pointers.map { ($0.0, 4, long(0)) }, at: 8).count
        var (below, entries) = ([UInt8](), main)
        for (tag, values) in pointers {
            let place = 8 + byteCount + below.count
            entries.append((tag, 4, long(place)))
            guard tag == 0x8769, !interoperability.isEmpty else {
                below += directory(values, at: place)
                continue
            }
            let end = place + directory(values + [(0xA005, 4, long(0))], at: place).count
            below += directory(values + [(0xA005, 4, long(end))], at: place)
            below += directory(interoperability, at: end)
        }
        return head + directory(entries, at: 8) + below
    }

    private func directory(
        _ entries: [(tag: UInt16, type: UInt16, values: [UInt8])], at offset: Int
    ) -> [UInt8] {
        let sizes: [UInt16: Int] = [2: 1, 3: 2, 4: 4, 5: 8, 7: 1]
        var (head, tail) = (short(entries.count), [UInt8]())
        for entry in entries.sorted(by: { $0.tag < $1.tag }) {
            head += short(Int(entry.tag)) + short(Int(entry.type))
            head += long(entry.values.count / (sizes[entry.type] ?? 1))
            if entry.values.count <= 4 {
                head += entry.values + [UInt8](repeating: 0, count: 4 - entry.values.count)
            } else {
                head += long(offset + 6 + entries.count * 12 + tail.count)
                tail += entry.values + (entry.values.count % 2 == 0 ? [] : [0])
            }
        }
        return head + [0, 0, 0, 0] + tail
    }

    private func ordered(_ little: [UInt8]) -> [UInt8] { isBig ? little.reversed() : little }
}
