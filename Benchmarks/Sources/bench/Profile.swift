enum Profile {
    /// A profile whose colours are those of sRGB by another curve: 1.8.
    static let bytes: [UInt8] = {
        func number(_ value: Int) -> [UInt8] {
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
        }
        func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded())) }
        func xyz(_ values: [Double]) -> [UInt8] {
            Array("XYZ ".utf8) + number(0) + values.flatMap(fixed)
        }
        let curve = Array("curv".utf8) + number(0) + number(1) + [1, 0xCD, 0, 0]
        let tags: [(String, [UInt8])] = [
            ("wtpt", xyz([0.9642, 1, 0.8249])), ("rXYZ", xyz([0.4361, 0.2225, 0.0139])),
            ("gXYZ", xyz([0.3851, 0.7169, 0.0971])), ("bXYZ", xyz([0.1431, 0.0606, 0.7141])),
            ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var (table, body) = (number(tags.count), [UInt8]())
        let start = 128 + 4 + 12 * tags.count
        for (name, bytes) in tags {
            table += Array(name.utf8) + number(start + body.count) + number(bytes.count)
            body += bytes
        }
        var header = [UInt8](repeating: 0, count: 128)
        header.replaceSubrange(0..<4, with: number(start + body.count))
        header.replaceSubrange(8..<12, with: [2, 0x40, 0, 0])
        header.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
        header.replaceSubrange(36..<40, with: Array("acsp".utf8))
        header.replaceSubrange(68..<80, with: [0.9642, 1, 0.8249].flatMap(fixed))
        return header + table + body
    }()
}
