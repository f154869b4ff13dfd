/// The fields of an EXIF block that the information panel shows.
struct ExifReader {
    private let bytes: [UInt8]
    private let isLittle: Bool

    /// The longest text to show, in bytes.
    private static let longestText = 120

    /// Opens a TIFF structure; nil for other bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else {
            return nil
        }
        self.bytes = bytes
        isLittle = bytes[0] == 0x49
        guard number(at: 2, bytes: 2) == 42 else { return nil }
    }

    /// The known fields of the first directory and of that of the exposure, with their names.
    var fields: [(name: String, value: String)] {
        guard let start = number(at: 4, bytes: 4) else { return [] }
        let first = directory(at: start)
        let second = first[0x8769].flatMap { number(at: $0.at, bytes: 4) }.map { directory(at: $0) }
        let entries = first.merging(second ?? [:]) { one, _ in one }
        return Self.names.compactMap { tag, name in
            entries[tag].flatMap { value(of: $0, tag) }.map { (name, $0) }
        }
    }

    private static let names: [(UInt16, String)] = [
        (0x010F, "Maker"), (0x0110, "Camera"), (0x9003, "Taken"), (0x829A, "Exposure"),
        (0x829D, "Aperture"), (0x8827, "ISO"), (0x920A, "Focal Length"), (0x8298, "Copyright"),
    ]

    private struct Entry {
        let type: Int
        let count: Int
        /// The offset of the value.
        let at: Int
    }

    private func directory(at start: Int) -> [UInt16: Entry] {
        guard let count = number(at: start, bytes: 2) else { return [:] }
        var entries: [UInt16: Entry] = [:]
        for index in 0..<min(count, 256) {
            let at = start + 2 + index * 12
            guard let tag = number(at: at, bytes: 2), let type = number(at: at + 2, bytes: 2),
                let count = number(at: at + 4, bytes: 4), let offset = number(at: at + 8, bytes: 4)
            else { break }
            let size = (Self.sizes[type] ?? 1) * count
            let place = size <= 4 ? at + 8 : offset
            entries[UInt16(tag)] = Entry(type: type, count: count, at: place)
        }
        return entries
    }

    private static let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8]

    private func value(of entry: Entry, _ tag: UInt16) -> String? {
        switch entry.type {
        case 2: return text(entry)
        case 3: return number(at: entry.at, bytes: 2).map { "\($0)" }
        case 4: return number(at: entry.at, bytes: 4).map { "\($0)" }
        case 5: return rational(entry).flatMap { Self.written($0.0, over: $0.1, tag) }
        default: return nil
        }
    }

    private func text(_ entry: Entry) -> String? {
        let end = entry.at + min(entry.count, Self.longestText)
        guard entry.at >= 0, end <= bytes.count, entry.at < end else { return nil }
        let text = String(decoding: bytes[entry.at..<end].prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    private func rational(_ entry: Entry) -> (Int, Int)? {
        guard let top = number(at: entry.at, bytes: 4),
            let bottom = number(at: entry.at + 4, bytes: 4), bottom > 0
        else { return nil }
        return (top, bottom)
    }

    private static func written(_ top: Int, over bottom: Int, _ tag: UInt16) -> String? {
        let tenths = (Double(top) / Double(bottom) * 10).rounded() / 10
        switch tag {
        case 0x829A: return top > 0 && top < bottom ? "1/\(bottom / top) s" : "\(tenths) s"
        case 0x829D: return "f/\(tenths)"
        case 0x920A: return "\(tenths) mm"
        default: return "\(tenths)"
        }
    }

    /// Returns an unsigned number; nil beyond the end.
    private func number(at start: Int, bytes count: Int) -> Int? {
        guard start >= 0, start <= bytes.count - count else { return nil }
        let part = bytes[start..<start + count]
        let ordered = isLittle ? Array(part.reversed()) : Array(part)
        return ordered.reduce(0) { $0 << 8 | Int($1) }
    }
}
