import WebImageBytes

/// The boxes of a film that may say a place; all other boxes are known to say none.
///
/// A place may be in the user data of 3GPP, QuickTime and camera makers, in keyed metadata, in XMP,
/// in free space, and in the samples of a track of metadata.
struct FilmPlaces {
    /// The boxes, which become free space.
    private(set) var boxes: [MediaBox] = []

    /// Finds the boxes; nil for a film that is damaged, or that may say a place elsewhere.
    init?(of bytes: RawSpan, in film: Range<Int>) {
        // The items of a file without a film need their table.
        let isFilm =
            bytes.firstBox(["meta"], in: film) == nil || bytes.firstBox(["moov"], in: film) != nil
        guard isFilm, find(bytes, in: film, of: .file) else { return nil }
    }

    private enum Parent {
        case file, film, track, media, user

        /// The boxes that say no place.
        var known: [StaticString] {
            switch self {
            case .file: ["ftyp", "mdat", "wide"]
            case .film: ["mvhd", "iods", "mvex"]
            case .track: ["tkhd", "edts", "tref", "tapt", "load"]
            case .media: ["mdhd", "minf", "elng"]
            case .user: ["name", "titl", "auth", "cprt", "perf", "dscp", "albm", "gnre", "yrrc"]
            }
        }

        /// The boxes with others inside.
        var inner: [(StaticString, Parent)] {
            switch self {
            case .file: [("moov", .film)]
            case .film: [("trak", .track), ("udta", .user)]
            case .track: [("mdia", .media), ("udta", .user)]
            case .media, .user: []
            }
        }
    }

    private mutating func find(_ bytes: RawSpan, in range: Range<Int>, of parent: Parent) -> Bool {
        guard let all = try? bytes.everyBox(in: range), all.count <= 1000,
            bytes.copy((all.last?.body.upperBound ?? range.lowerBound)..<range.upperBound)
                .allSatisfy({ $0 == 0 })
        else { return false }
        for box in all {
            func isOne(of types: [StaticString]) -> Bool {
                types.contains { bytes.has($0, at: box.typeOffset) }
            }
            guard box.statedEnd ?? box.body.upperBound == box.body.upperBound else { return false }
            if isOne(of: parent.known) { continue }
            if let inner = parent.inner.first(where: { isOne(of: [$0.0]) }) {
                guard find(bytes, in: box.body, of: inner.1) else { return false }
            } else if parent == .media, isOne(of: ["hdlr"]) {
                let kinds: [StaticString] = ["vide", "soun", "tmcd"]
                guard kinds.contains(where: { bytes.has($0, at: box.body.lowerBound + 8) }) else {
                    return false
                }
            } else if isOne(of: ["moof", "cmov"]) {
                return false
            } else if !isPlaceless(box, bytes, in: parent) {
                boxes.append(box)
            }
        }
        return true
    }

    /// Returns `true` for a text of QuickTime, and for keyed metadata inside of a film without a
    /// place.
    private func isPlaceless(_ box: MediaBox, _ bytes: RawSpan, in parent: Parent) -> Bool {
        if parent == .user, bytes.has([0xA9], at: box.typeOffset) {
            return !bytes.has("xyz", at: box.typeOffset + 1)
        }
        guard parent != .file, bytes.has("meta", at: box.typeOffset) else { return false }
        let words = ["ocation", "gps", "GPS", "XMP", "xmp", "uuid", "iloc"].map { Array($0.utf8) }
        let content = bytes.copy(box.body)
        return !content.indices.contains { place in
            words.contains { $0[0] == content[place] && content[place...].starts(with: $0) }
        }
    }
}
