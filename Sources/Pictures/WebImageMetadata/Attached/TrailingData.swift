import WebImageBytes

/// The pictures and films in the bytes behind a picture.
struct TrailingData {
    enum Kind { case picture, film }

    struct Part {
        var kind: Kind
        var range: Range<Int>
        /// `false` for a picture whose end is not found; it lasts to the place of damage.
        var isWhole = true
    }

    /// More are other bytes, so that a hostile file takes little memory.
    private static let maxParts = 64

    /// The pictures and films in order.
    private(set) var parts: [Part] = []
    /// The bytes between and behind them; 0 if all are zeros.
    private(set) var otherByteCount = 0

    /// Finds the parts from an offset to the end of a file.
    init(of bytes: RawSpan, from start: Int) {
        var (at, gap, hasContent) = (start, 0, false)
        while at < bytes.byteCount {
            let next = Self.candidate(of: bytes, from: at)
            gap += next.offset - at
            (at, hasContent) = (next.offset, hasContent || next.passesContent)
            if parts.count < Self.maxParts, let part = Self.part(of: bytes, at: at) {
                parts.append(part)
                at = part.range.upperBound
                continue
            }
            gap += 1
            hasContent = hasContent || bytes.u8(at: at) != 0
            at += 1
        }
        otherByteCount = hasContent ? gap : 0
    }

    /// Returns the next offset at which a part may begin, or which is near the end, and whether one
    /// of the bytes before it is not zero.
    private static func candidate(
        of bytes: RawSpan, from start: Int
    ) -> (offset: Int, passesContent: Bool) {
        // Safe because all accesses are inside the buffer.
        unsafe bytes.withUnsafeBytes { buffer in
            var (at, passed): (Int, UInt8) = (start, 0)
            while at + 4 < buffer.count {
                let byte = unsafe buffer[at]
                // A picture begins with FF, and a film has `ftyp` four bytes on.
                let begins = unsafe byte == 0xFF || buffer[at + 4] == UInt8(ascii: "f")
                if begins { break }
                passed |= byte
                at += 1
            }
            return (at, passed != 0)
        }
    }

    private static func part(of bytes: RawSpan, at offset: Int) -> Part? {
        if bytes.has([0xFF, 0xD8, 0xFF], at: offset) {
            let end = JPEGMetadata.end(of: bytes, from: offset)
            let isWhole = if case .known = end { true } else { false }
            return Part(kind: .picture, range: offset..<end.offset, isWhole: isWhole)
        }
        guard bytes.has("ftyp", at: offset + 4), let first = bytes.u32(at: offset, .big),
            (8...4096).contains(first)
        else { return nil }
        var (end, hasItems, isFilm) = (offset, false, false)
        while let box = bytes.box(at: end, end: bytes.byteCount), bytes.hasBoxType(box) {
            if end > offset, bytes.has("ftyp", at: box.typeOffset) { break }
            hasItems = hasItems || bytes.has("meta", at: box.typeOffset)
            isFilm = isFilm || bytes.has("moov", at: box.typeOffset)
            end = box.body.upperBound
        }
        return Part(kind: hasItems && !isFilm ? .picture : .film, range: offset..<end)
    }
}

extension RawSpan {
    /// Returns `true` if the type of a box is made of letters, digits, blanks and ©.
    func hasBoxType(_ box: MediaBox) -> Bool {
        (box.typeOffset..<box.typeOffset + 4).allSatisfy {
            let code = u8(at: $0) ?? 0
            return (0x20...0x7E).contains(code) || code == 0xA9
        }
    }
}

/// The removal of places from pictures and films behind a picture; nothing moves.
struct TrailingPlaces {
    private var bytes: [UInt8]

    /// Returns the bytes of a file from an offset on without places, and the end of the last part
    /// that stays in them; nil if none does.
    ///
    /// Only whole JPEG pictures and films stay whose places can be found. All else may say a place,
    /// so it becomes zeros, which keep the offsets of the other parts.
    static func removed(of file: RawSpan, from start: Int) -> (bytes: [UInt8], end: Int)? {
        let data = TrailingData(of: file, from: start)
        guard !data.parts.isEmpty else { return nil }
        let zeros = [UInt8](repeating: 0, count: file.byteCount - start)
        var (places, end) = (TrailingPlaces(bytes: zeros), 0)
        for part in data.parts where part.isWhole {
            let range = part.range.lowerBound - start..<part.range.upperBound - start
            places.bytes.replaceSubrange(range, with: file.copy(part.range))
            if part.kind == .picture, file.has([0xFF, 0xD8], at: part.range.lowerBound) {
                places.blankPicture(range)
            } else {
                guard places.blankFilm(range) else {
                    places.clear(range)
                    continue
                }
            }
            end = range.upperBound
        }
        guard end > 0 else { return nil }
        if data.otherByteCount == 0, data.parts.last?.range.upperBound == start + end {
            end = zeros.count
        }
        return (places.bytes, end)
    }

    private mutating func blankPicture(_ range: Range<Int>) {
        let segments = bytes.withView { view in
            var found: [JPEGSegments.Segment] = []
            guard let scanner = JPEGSegments(view, at: range.lowerBound) else { return found }
            while let segment = scanner.next(of: view) {
                if (0xE1...0xEF).contains(segment.marker) { found.append(segment) }
            }
            return found
        }
        for segment in segments { blank(segment) }
    }

    private mutating func blank(_ segment: JPEGSegments.Segment) {
        let (start, end) = (segment.body.lowerBound, segment.body.upperBound)
        func begins(_ name: StaticString) -> Bool {
            bytes.withView { segment.begins(name, in: $0) }
        }
        if begins(JPEGMetadata.exifName) {
            var exif = Array(bytes[start + 6..<end])
            let isDone = TagRemoval.run(
                on: &exif, isRemoved: MetadataBlock.isPlace, blanked: MetadataBlock.blankedTags,
                blank: MetadataBlock.blank)
            guard isDone else { return clear(start + 6..<end) }
            bytes.replaceSubrange(start + 6..<end, with: exif)
        } else if begins(JPEGMetadata.xmpName) {
            if !MetadataBlock.blankXMP(&bytes, start + 29..<end) { clear(start + 29..<end, 0x20) }
        } else if begins(JPEGMetadata.photoshopName) {
            if !MetadataBlock.blankPhotoshop(&bytes, start + 14..<end) { clear(start + 14..<end) }
        } else if !isPlaceless(segment) {
            clear(start..<end)
        }
    }

    /// Returns `true` for the other segments that a picture needs; all else may say a place.
    private func isPlaceless(_ segment: JPEGSegments.Segment) -> Bool {
        bytes.withView { view in
            if segment.begins(MultiPictureIndex.name, in: view) {
                let content = segment.body.lowerBound + 4..<segment.body.upperBound
                return MultiPictureIndex(view.copy(content)) != nil
            }
            return [JPEGMetadata.profileName, JPEGMetadata.gainName, "Adobe"].contains {
                segment.begins($0, in: view)
            }
        }
    }

    private mutating func clear(_ range: Range<Int>, _ value: UInt8 = 0) {
        for index in range { bytes[index] = value }
    }

    /// Blanks the boxes of a film that may say a place; returns `false` if others may, too.
    private mutating func blankFilm(_ range: Range<Int>) -> Bool {
        guard let found = bytes.withView({ FilmPlaces(of: $0, in: range)?.boxes }) else {
            return false
        }
        for box in found {
            bytes.replaceSubrange(box.typeOffset..<box.typeOffset + 4, with: "free".utf8)
            clear(box.body)
        }
        return true
    }
}

extension FileEdit {
    /// Appends pictures and films behind a picture, if only the place is removed.
    mutating func keepAttached(of bytes: RawSpan, from start: Int, _ policy: MetadataPolicy) {
        guard policy == .dropLocation,
            let new = TrailingPlaces.removed(of: bytes, from: start)
        else { return }
        if new.end == new.bytes.count, new.bytes == bytes.copy(start..<bytes.byteCount) {
            keep(start..<bytes.byteCount)
        } else {
            add(Array(new.bytes[..<new.end]))
        }
    }
}
