import WebImageBytes

/// Removes tags from a TIFF structure (an EXIF block or a TIFF file) in place: no other value
/// moves, since maker notes may hold undocumented offsets.
struct TagRemoval {
    private var bytes: [UInt8]
    private let order: ByteReader.Order
    private let isRemoved: (UInt16) -> Bool

    /// The most entries of all directories, and the most strips and tiles; more are refused.
    private static let maxEntries = 20_000
    private static let maxParts = 1_000_000
    private static let pointers: [UInt16] = [0x8769, 0x8825, 0xA005]
    private static let subdirectories: UInt16 = 0x014A

    /// The directories that stay, and those that go with their tags.
    private typealias Directories = (staying: [ExifDirectory], going: [ExifDirectory])

    /// Removes the tags for which `isRemoved` is `true` from all directories.
    ///
    /// - Parameters:
    ///   - bytes: The structure; unchanged if it cannot be read.
    ///   - blanked: The tags whose values are blanked in part.
    ///   - blank: Blanks parts of a value; returns `false` if the value must go too.
    /// - Returns: `false` for damaged structures, those with too many entries, those with
    ///   directories that are not followed, and those that share bytes between what goes and what
    ///   stays.
    static func run(
        on bytes: inout [UInt8], isRemoved: (UInt16) -> Bool, blanked: Set<UInt16> = [],
        blank: (_ tag: UInt16, _ bytes: inout [UInt8], _ value: Range<Int>) -> Bool = { _, _, _ in
            true
        }
    ) -> Bool {
        withoutActuallyEscaping(isRemoved) { isRemoved in
            guard var removal = TagRemoval(bytes, isRemoved),
                removal.run(blanked, blank)
            else { return false }
            bytes = removal.bytes
            return true
        }
    }

    private init?(_ bytes: [UInt8], _ isRemoved: @escaping (UInt16) -> Bool) {
        guard let first = bytes.withView({ ExifDirectory(firstOf: $0) }) else { return nil }
        self.bytes = bytes
        self.isRemoved = isRemoved
        order = first.order
    }

    private mutating func run(
        _ blanked: Set<UInt16>, _ blank: (UInt16, inout [UInt8], Range<Int>) -> Bool
    ) -> Bool {
        guard let directories = directories(),
            var removed = removedRanges(directories, blanked)
        else { return false }
        for directory in directories.staying {
            var gone = Set<UInt16>()
            for entry in directory.entries {
                if isRemoved(entry.tag) {
                    gone.insert(entry.tag)
                } else if blanked.contains(entry.tag), !blank(entry.tag, &bytes, value(entry)) {
                    gone.insert(entry.tag)
                    if !entry.isInline { removed.append(value(entry)) }
                }
            }
            cut(gone, from: directory)
        }
        for range in removed {
            bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
        }
        return true
    }

    /// Returns the ranges to clear, sorted and disjoint; nil if one of them, or a value that is
    /// blanked, shares bytes with pixels, directories, values that stay, or each other.
    private func removedRanges(
        _ directories: Directories, _ blanked: Set<UInt16>
    ) -> [Range<Int>]? {
        guard var kept = pixels(of: directories.staying) else { return nil }
        var (removed, changed): ([Range<Int>], [Range<Int>]) = ([], [])
        kept.append(0..<8)
        for directory in directories.staying {
            // Its place is the same behind the removal, though it ends sooner.
            kept.append(directory.offset..<directory.linkOffset + 4)
            for entry in directory.entries {
                // A value inside its entry goes with it.
                if entry.isInline {
                    if blanked.contains(entry.tag) { return nil }
                } else if isRemoved(entry.tag) {
                    removed.append(value(entry))
                } else if blanked.contains(entry.tag) {
                    changed.append(value(entry))
                } else {
                    kept.append(value(entry))
                }
            }
        }
        for directory in directories.going {
            // Some files have no link behind such a directory.
            removed.append(directory.offset..<directory.linkOffset)
            removed += directory.entries.map { value($0) }
        }
        removed = removed.joined()
        let all = (removed + changed).joined()
        guard all.byteCount == removed.byteCount + changed.byteCount,
            !all.overlaps(kept.joined())
        else { return nil }
        return removed
    }

    /// Returns the range of a value, as far as it is inside the bytes.
    private func value(_ entry: ExifDirectory.Entry) -> Range<Int> {
        (entry.place..<entry.place + entry.byteCount).clamped(to: 0..<bytes.count)
    }

    private func pixels(of directories: [ExifDirectory]) -> [Range<Int>]? {
        bytes.withView { view in
            var result: [Range<Int>] = []
            for directory in directories {
                let left = Self.maxParts - result.count
                guard let more = directory.pixels(of: view, atMost: left) else { return nil }
                result += more
            }
            return result
        }
    }

    /// Returns all directories; nil if there are too many or one cannot be read or is not followed.
    private func directories() -> Directories? {
        bytes.withView { view in
            var result: Directories = ([], [])
            var (seen, count): ([Int: [Bool]], Int) = ([:], 0)
            var waiting: [(offset: Int, stays: Bool, isPage: Bool)] = []
            guard let first = ExifDirectory(firstOf: view) else { return nil }
            waiting.append((first.offset, true, true))
            while let next = waiting.popLast() {
                let kind = [next.stays, next.isPage]
                guard seen[next.offset] == nil else {
                    if seen[next.offset] != kind { return nil }
                    continue
                }
                seen[next.offset] = kind
                guard let directory = ExifDirectory(of: view, at: next.offset, order),
                    directory.hasUniqueTags, directory[Self.subdirectories] == nil
                else { return nil }
                count += directory.entries.count
                guard count <= Self.maxEntries, seen.count <= Self.maxEntries else { return nil }
                if next.stays {
                    result.staying.append(directory)
                } else {
                    result.going.append(directory)
                }
                for tag in Self.pointers where directory[tag] != nil {
                    guard let offset = directory.pointer(tag, of: view) else { return nil }
                    waiting.append((offset, next.stays && !isRemoved(tag), false))
                }
                if next.isPage, let link = directory.next(of: view) {
                    waiting.append((link, true, true))
                }
            }
            return result
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
}
