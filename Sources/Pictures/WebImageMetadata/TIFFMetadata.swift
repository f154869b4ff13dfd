package import WebImageBytes

/// The metadata in the directories of a TIFF file.
package struct TIFFMetadata {
    private let policy: MetadataPolicy

    init(_ policy: MetadataPolicy) {
        self.policy = policy
    }

    /// Removes tags from all pages, in place.
    ///
    /// - Returns: `false` for damaged and unusual files, such as those with SubIFDs, BigTIFF, and
    ///   colours that only EXIF states.
    func change(_ bytes: inout [UInt8]) -> Bool {
        // Without EXIF the colours would be others; the pixels can be encoded anew.
        if !policy.keepsOthers, bytes.withView(Self.hasColorsOfExif) { return false }
        return TagRemoval.run(
            on: &bytes,
            isRemoved: { tag in
                if MetadataBlock.isPlace(tag) { return true }
                switch policy {
                case .keep, .dropLocation: return false
                case .copyright:
                    return tag == 0x8769 || tag == 0x8649
                        || ExifTree.isDescription(tag) && !CopyrightBlock.tags.contains(tag)
                case .drop:
                    // EXIF, XMP, IPTC and Photoshop's resources.
                    return [0x8769, 0x02BC, 0x83BB, 0x8649].contains(tag)
                        || ExifTree.isDescription(tag)
                }
            }, blanked: blanked, blank: blank)
    }

    private var blanked: Set<UInt16> {
        switch policy {
        case .keep, .dropLocation: MetadataBlock.blankedTags
        case .copyright: [0x02BC, 0x83BB]
        case .drop: []
        }
    }

    /// Changes XMP, IPTC or Photoshop's resources in place; returns `false` if the value must go.
    private func blank(_ tag: UInt16, _ bytes: inout [UInt8], _ value: Range<Int>) -> Bool {
        guard policy == .copyright else { return MetadataBlock.blank(tag, &bytes, value) }
        let old = Array(bytes[value])
        let new =
            tag == 0x02BC
            ? policy.applied(toXMP: old)?.padded(to: old.count, with: 0x20)
            : policy.applied(toIPTC: old)?.padded(to: old.count, with: 0)
        guard let new else { return false }
        bytes.replaceSubrange(value, with: new)
        return true
    }

    private static func hasColorsOfExif(_ bytes: RawSpan) -> Bool {
        guard let first = ExifDirectory(firstOf: bytes), first[0x8773] == nil else { return false }
        if case .adobeRGB = ExifColor(of: first, in: bytes) { return true }
        return false
    }

    /// Returns the EXIF block of a page; nil if it has none.
    ///
    /// - Parameter offset: The offset of the page's directory.
    package static func exif(of bytes: RawSpan, directoryAt offset: Int) -> [UInt8]? {
        guard let order = order(of: bytes),
            let tree = ExifTree(of: bytes, at: offset, order, isWanted: ExifTree.isDescription)
        else { return nil }
        return tree.block()
    }

    /// Returns the XMP packet and the IPTC data sets of the first page.
    static func blocks(of bytes: RawSpan) -> (xmp: [UInt8]?, iptc: [UInt8]?) {
        guard let first = ExifDirectory(firstOf: bytes) else { return (nil, nil) }
        func value(_ tag: UInt16) -> [UInt8]? {
            guard let entry = first[tag],
                let range = bytes.range(at: entry.place, count: entry.byteCount)
            else { return nil }
            return bytes.copy(range)
        }
        return (value(0x02BC), value(0x83BB))
    }

    /// Returns a little-endian file with metadata in its first directory, which moves to the end.
    ///
    /// - Throws: `CodecError.encoding` if the file or the EXIF block cannot be read.
    package static func adding(
        _ metadata: EmbeddedMetadata, to file: ByteBlock
    ) throws(CodecError) -> ByteBlock {
        let tree = metadata.exif.flatMap { ExifTree($0) }
        let others: [(tag: UInt16, type: UInt16, bytes: [UInt8])] = [
            (0x02BC, 1, metadata.xmp ?? []), (0x83BB, 7, metadata.iptc ?? []),
            (0x8773, 7, metadata.profile ?? []),
        ].filter { !$0.bytes.isEmpty }
        guard tree != nil || !others.isEmpty else { return file }
        return try file.withSpan { bytes throws(CodecError) in
            guard let first = ExifDirectory(firstOf: bytes), first.order == .little else {
                throw .encoding(.tiff, "the directory cannot be read again")
            }
            let place = (file.count + 1) / 2 * 2
            var edit = FileEdit()
            edit.keep(0..<4)
            // The directories of EXIF stand in front of the first one.
            var (below, entries) = tree?.belowBlock(at: place) ?? ([], [])
            if let tree {
                entries += tree.main.filter { ExifTree.isDescription($0.tag) }
                    .map { tree.native($0) }
            }
            entries += others.map {
                .init(tag: $0.tag, type: $0.type, count: $0.bytes.count, bytes: $0.bytes)
            }
            if below.count % 2 == 1 { below.append(0) }
            let directory = Self.directory(
                first, of: bytes, and: entries, at: place + below.count)
            guard place + below.count + directory.count < Int(UInt32.max) else { return file }
            var offset: [UInt8] = []
            offset.add(UInt32(place + below.count), .little)
            edit.add(offset)
            edit.keep(8..<file.count)
            edit.add((place > file.count ? [0] : []) + below + directory)
            return try edit.apply(to: file)
        }
    }

    /// Returns a directory with the entries of another one, whose values stay, and new entries.
    private static func directory(
        _ first: ExifDirectory, of bytes: RawSpan, and new: [ExifTree.Value], at offset: Int
    ) -> [UInt8] {
        let known = Set(first.entries.map(\.tag))
        let added = new.filter { !known.contains($0.tag) }
        let count = first.entries.count + added.count
        var (tail, entries): ([UInt8], [(tag: UInt16, bytes: [UInt8])]) = ([], [])
        for (index, entry) in first.entries.enumerated() {
            let start = first.offset + 2 + index * 12
            entries.append((entry.tag, bytes.copy(start..<start + 12)))
        }
        for value in added {
            var entry: [UInt8] = []
            entry.add(value.tag, .little)
            entry.add(value.type, .little)
            entry.add(UInt32(clamping: value.count), .little)
            if value.bytes.count <= 4 {
                entry += value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
            } else {
                entry.add(UInt32(clamping: offset + 6 + count * 12 + tail.count), .little)
                tail += value.bytes + (value.bytes.count % 2 == 0 ? [] : [0])
            }
            entries.append((value.tag, entry))
        }
        var head: [UInt8] = []
        head.add(UInt16(clamping: count), .little)
        for entry in entries.sorted(by: { $0.tag < $1.tag }) { head += entry.bytes }
        return head + [0, 0, 0, 0] + tail
    }

    /// Returns the number of pages of a file, also of BigTIFF; a chain that repeats itself ends
    /// there.
    static func pageCount(of bytes: RawSpan) -> Int {
        let isBig = bytes.u16(at: 2, .little) == 43 || bytes.u16(at: 2, .big) == 43
        let order: ByteReader.Order = bytes.has("MM") ? .big : .little
        func offset(at place: Int) -> Int? {
            guard isBig else { return bytes.u32(at: place, order).map { Int($0) } }
            let parts = (bytes.u32(at: place, order), bytes.u32(at: place + 4, order))
            guard let first = parts.0, let second = parts.1 else { return nil }
            let (high, low) = order == .big ? (first, second) : (second, first)
            return high == 0 ? Int(low) : nil
        }
        var (next, seen): (Int?, Set<Int>) = (offset(at: isBig ? 8 : 4), [])
        while let place = next, place > 0, seen.count < 100_000,
            let count = isBig ? offset(at: place) : bytes.u16(at: place, order).map({ Int($0) }),
            seen.insert(place).inserted
        {
            next = offset(at: place + (isBig ? 8 + count * 20 : 2 + count * 12))
        }
        return seen.count
    }

    private static func order(of bytes: RawSpan) -> ByteReader.Order? {
        bytes.has([0x49, 0x49, 42, 0]) ? .little : bytes.has([0x4D, 0x4D, 0, 42]) ? .big : nil
    }
}
