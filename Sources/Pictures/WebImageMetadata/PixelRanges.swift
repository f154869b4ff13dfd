import WebImageBytes
import WebImagePixels

extension ExifDirectory {
    /// The offsets of strips, tiles and a JPEG file, and the tags of their lengths.
    private static let parts: [(offsets: UInt16, byteCounts: UInt16)] = [
        (0x0111, 0x0117), (0x0144, 0x0145), (0x0201, 0x0202),
    ]

    /// `true` if no tag is there twice.
    var hasUniqueTags: Bool { Set(entries.map(\.tag)).count == entries.count }

    /// Returns the ranges of the directory's pixels; nil if they cannot be told, or are too many.
    func pixels(of bytes: RawSpan, atMost limit: Int) -> [Range<Int>]? {
        // The tables of TIFF 6.0's own JPEG have no stated length.
        guard ![0x0207, 0x0208, 0x0209].contains(where: { self[$0] != nil }) else { return nil }
        var result: [Range<Int>] = []
        for part in Self.parts {
            guard let offsets = self[part.offsets] else { continue }
            guard let byteCounts = self[part.byteCounts], offsets.count <= byteCounts.count,
                offsets.count <= limit - result.count
            else { return nil }
            for index in 0..<offsets.count {
                guard let offset = offsets.number(index, of: bytes, order),
                    let count = byteCounts.number(index, of: bytes, order),
                    count > 0 || offset == 0
                else { return nil }
                result.append((offset..<offset + count).clamped(to: 0..<bytes.byteCount))
            }
        }
        return result
    }
}

extension ExifDirectory.Entry {
    /// `true` if the values stand in the entry itself.
    var isInline: Bool { byteCount <= 4 }

    fileprivate func number(_ index: Int, of bytes: RawSpan, _ order: ByteReader.Order) -> Int? {
        switch type {
        case 3: bytes.u16(at: place + index * 2, order).map { Int($0) }
        case 4, 13: bytes.u32(at: place + index * 4, order).map { Int($0) }
        default: nil
        }
    }
}

extension [Range<Int>] {
    /// The number of bytes of all ranges.
    var byteCount: Int { reduce(0) { $0 + $1.count } }

    /// Returns the same bytes as sorted, disjoint ranges.
    func joined() -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = result.last, range.lowerBound <= last.upperBound {
                let end = Swift.max(last.upperBound, range.upperBound)
                result[result.count - 1] = last.lowerBound..<end
            } else {
                result.append(range)
            }
        }
        return result
    }

    /// Returns `true` if a byte is in ranges of both; each sorted and disjoint.
    func overlaps(_ others: [Range<Int>]) -> Bool {
        var (index, other) = (0, 0)
        while index < count, other < others.count {
            if self[index].overlaps(others[other]) { return true }
            if self[index].upperBound <= others[other].upperBound { index += 1 } else { other += 1 }
        }
        return false
    }
}
