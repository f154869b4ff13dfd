/// The pictures and films in the bytes behind a picture.
struct TrailingData {
    enum Kind { case picture, film }

    /// The pictures and films in order.
    private(set) var parts: [(kind: Kind, range: Range<Int>)] = []
    /// The bytes between and behind them; 0 if all are zeros.
    private(set) var otherByteCount = 0

    /// Finds the parts from an offset to the end of a file.
    init(of bytes: RawSpan, from start: Int) {
        var (at, gap, hasContent) = (start, 0, false)
        while at < bytes.byteCount {
            if let part = Self.part(of: bytes, at: at) {
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

    private static func part(
        of bytes: RawSpan, at offset: Int
    ) -> (kind: Kind, range: Range<Int>)? {
        if bytes.has([0xFF, 0xD8, 0xFF], at: offset) {
            return (.picture, offset..<JPEGMetadata.end(of: bytes, from: offset))
        }
        guard bytes.has("ftyp", at: offset + 4), let first = bytes.u32(at: offset, .big),
            (8...4096).contains(first)
        else { return nil }
        var end = offset
        while let box = bytes.box(at: end, end: bytes.byteCount), isBox(box, bytes) {
            end = box.body.upperBound
        }
        return end > offset ? (.film, offset..<end) : nil
    }

    /// Returns `true` if the type of a box is made of letters, digits, blanks and ©.
    private static func isBox(_ box: MediaBox, _ bytes: RawSpan) -> Bool {
        bytes.copy(box.typeOffset..<box.typeOffset + 4).allSatisfy {
            (0x20...0x7E).contains($0) || $0 == 0xA9
        }
    }
}

/// The removal of places from pictures and films behind a picture; nothing moves.
struct TrailingPlaces {
    private var bytes: [UInt8]

    /// Returns the bytes of a file from an offset on without places; nil if they have no pictures or films.
    static func removed(of file: RawSpan, from start: Int) -> [UInt8]? {
        let data = TrailingData(of: file, from: start)
        guard !data.parts.isEmpty else { return nil }
        var places = TrailingPlaces(bytes: file.copy(start..<file.byteCount))
        for part in data.parts {
            let range = part.range.lowerBound - start..<part.range.upperBound - start
            switch part.kind {
            case .picture: places.blankPicture(range)
            case .film: places.blankFilm(range)
            }
        }
        return places.bytes
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

    /// Blanks the boxes of a film that say a place: those of 3GPP and QuickTime, and keyed metadata.
    private mutating func blankFilm(_ range: Range<Int>) {
        let found = bytes.withView { Self.placeBoxes(of: $0, in: range) }
        for box in found {
            bytes.replaceSubrange(box.typeOffset..<box.typeOffset + 4, with: "free".utf8)
            clear(box.body)
        }
    }

    private static let key = Array("location.ISO6709".utf8)

    private static func placeBoxes(of bytes: RawSpan, in film: Range<Int>) -> [MediaBox] {
        var (open, found) = (bytes.boxes("moov", in: film), [MediaBox]())
        while let parent = open.popLast(), found.count < 1000 {
            for box in bytes.boxes(in: parent.body) {
                if bytes.has("trak", at: box.typeOffset) || bytes.has("udta", at: box.typeOffset) {
                    open.append(box)
                } else if bytes.has([0xA9, 0x78, 0x79, 0x7A], at: box.typeOffset)
                    || bytes.has("loci", at: box.typeOffset)
                    || bytes.has("meta", at: box.typeOffset) && saysPlace(bytes.copy(box.body))
                {
                    found.append(box)
                }
            }
        }
        return found
    }

    private static func saysPlace(_ meta: [UInt8]) -> Bool {
        meta.indices.contains { meta[$0] == key[0] && meta[$0...].starts(with: key) }
    }
}

extension FileEdit {
    /// Appends pictures and films behind a picture, if only the place is removed.
    mutating func keepAttached(of bytes: RawSpan, from start: Int, _ policy: MetadataPolicy) {
        guard policy == .dropLocation,
            let new = TrailingPlaces.removed(of: bytes, from: start)
        else { return }
        if new == bytes.copy(start..<bytes.byteCount) {
            keep(start..<bytes.byteCount)
        } else {
            add(new)
        }
    }
}
