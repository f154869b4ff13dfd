/// Removes tags from a TIFF structure (an EXIF block or a TIFF file) in place: no other value moves,
/// since maker notes may hold undocumented offsets.
struct TagRemoval {
    private var bytes: [UInt8]
    private let order: ByteReader.Order
    /// The ranges that must not be overwritten, sorted and disjoint.
    private var kept: [Range<Int>] = []
    private var removed: [Range<Int>] = []

    /// The most entries of all directories; more are refused.
    private static let maxEntries = 20_000
    private static let pointers: [UInt16] = [0x8769, 0x8825, 0xA005]

    /// Removes the tags for which `isRemoved` is `true` from all directories.
    ///
    /// - Parameters:
    ///   - bytes: The structure; unchanged if it cannot be read.
    ///   - blank: Blanks parts of values that stay; returns `false` if the value must go too.
    /// - Returns: `false` for damaged structures and those with too many entries.
    static func run(
        on bytes: inout [UInt8], isRemoved: (UInt16) -> Bool,
        blank: (_ tag: UInt16, _ bytes: inout [UInt8], _ value: Range<Int>) -> Bool = { _, _, _ in
            true
        }
    ) -> Bool {
        guard var removal = TagRemoval(bytes) else { return false }
        guard removal.run(isRemoved, blank) else { return false }
        bytes = removal.bytes
        return true
    }

    private init?(_ bytes: [UInt8]) {
        guard let first = bytes.withView({ ExifDirectory(firstOf: $0) }) else { return nil }
        self.bytes = bytes
        order = first.order
    }

    private mutating func run(
        _ isRemoved: (UInt16) -> Bool,
        _ blank: (UInt16, inout [UInt8], Range<Int>) -> Bool
    ) -> Bool {
        guard let directories = directories(isRemoved) else { return false }
        kept = [0..<8]
        for directory in directories.staying {
            // Its place is the same behind the removal, though it ends sooner.
            kept.append(directory.offset..<directory.linkOffset + 4)
            for entry in directory.entries where !isRemoved(entry.tag) {
                kept.append(entry.place..<entry.place + entry.byteCount)
            }
        }
        kept = Self.joined(kept)
        for directory in directories.staying {
            var gone = Set<UInt16>()
            for entry in directory.entries {
                let value = (entry.place..<entry.place + entry.byteCount)
                    .clamped(to: 0..<bytes.count)
                if isRemoved(entry.tag) || !blank(entry.tag, &bytes, value) {
                    gone.insert(entry.tag)
                    removed.append(value)
                }
            }
            cut(gone, from: directory)
        }
        for directory in directories.going { removed += directory.extents }
        for range in removed { clear(range) }
        return true
    }

    /// Returns the directories that stay and those that go with their tags; nil if there are too many.
    private func directories(
        _ isRemoved: (UInt16) -> Bool
    ) -> (staying: [ExifDirectory], going: [ExifDirectory])? {
        bytes.withView { view in
            var (staying, going): ([ExifDirectory], [ExifDirectory]) = ([], [])
            var (seen, count) = (Set<Int>(), 0)
            var waiting: [(offset: Int, stays: Bool, isPage: Bool)] = []
            guard let first = ExifDirectory(firstOf: view) else { return nil }
            waiting.append((first.offset, true, true))
            while let next = waiting.popLast() {
                guard seen.insert(next.offset).inserted else { continue }
                guard let directory = ExifDirectory(of: view, at: next.offset, order) else {
                    // A page that cannot be read may hold anything.
                    if next.isPage, next.stays { return nil }
                    continue
                }
                count += directory.entries.count
                guard count <= Self.maxEntries else { return nil }
                if next.stays { staying.append(directory) } else { going.append(directory) }
                for tag in Self.pointers {
                    guard let offset = directory.pointer(tag, of: view) else { continue }
                    waiting.append((offset, next.stays && !isRemoved(tag), false))
                }
                if next.isPage, let link = directory.next(of: view) {
                    waiting.append((link, true, true))
                }
            }
            return (staying, going)
        }
    }

    /// Removes entries from a directory: those behind them move up, and the link with them.
    private mutating func cut(_ tags: Set<UInt16>, from directory: ExifDirectory) {
        guard !tags.isEmpty else { return }
        let start = directory.offset + 2
        var rest: [UInt8] = []
        var count = 0
        for (index, entry) in directory.entries.enumerated() where !tags.contains(entry.tag) {
            rest += bytes[start + index * 12..<start + index * 12 + 12]
            count += 1
        }
        rest += bytes[directory.linkOffset..<directory.linkOffset + 4]
        let end = directory.linkOffset + 4
        rest += [UInt8](repeating: 0, count: end - start - rest.count)
        bytes.replaceSubrange(start..<end, with: rest)
        bytes.set(UInt16(count), at: directory.offset, order)
    }

    /// Overwrites a range with zeros, but for what stays.
    private mutating func clear(_ range: Range<Int>) {
        var range = range.clamped(to: 0..<bytes.count)
        guard !range.isEmpty else { return }
        // The first kept range that ends behind the start.
        var (low, high) = (0, kept.count)
        while low < high {
            let middle = (low + high) / 2
            if kept[middle].upperBound > range.lowerBound {
                high = middle
            } else {
                low = middle + 1
            }
        }
        while !range.isEmpty {
            let next = low < kept.count ? kept[low] : bytes.count..<bytes.count
            let end = Swift.min(range.upperBound, Swift.max(next.lowerBound, range.lowerBound))
            for at in range.lowerBound..<end { bytes[at] = 0 }
            guard next.upperBound < range.upperBound else { return }
            range = Swift.max(next.upperBound, end)..<range.upperBound
            low += 1
        }
    }

    private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = result.last, range.lowerBound <= last.upperBound {
                let end = Swift.max(last.upperBound, range.upperBound)
                result[result.count - 1] = last.lowerBound..<end
            } else {
                result.append(range)
            }
        }
        return result
    }
}

extension ExifDirectory {
    /// Returns the offset of another directory, of type LONG or IFD.
    package func pointer(_ tag: UInt16, of bytes: RawSpan) -> Int? {
        guard let entry = self[tag], entry.count == 1, entry.type == 4 || entry.type == 13 else {
            return nil
        }
        return bytes.u32(at: entry.place, order).map { Int($0) }
    }
}

extension [UInt8] {
    /// Calls `body` with a view of the bytes.
    package func withView<Result, Failure: Error>(
        _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Safe because the view is of this array's own bytes, for which every value is valid.
        try body(unsafe span.bytes)
    }
}
