import WebImageBytes

/// The metadata of a file of ISO media boxes: the items of AVIF and HEIC, and boxes of JPEG XL.
struct MediaMetadata {
    private let policy: MetadataPolicy

    init(_ policy: MetadataPolicy) {
        self.policy = policy
    }

    /// Blanks the content of items in place, so that no offset changes.
    ///
    /// Unknown boxes of the file and boxes of other metadata (`uuid`, `udta`, the `meta` of a
    /// sequence) become free space. Bytes behind the last box are cut off. The films of motion
    /// photos (`mpvd`) stay without their places if only the place goes.
    ///
    /// - Returns: `false` for files whose items are in unusual places.
    func change(_ bytes: inout [UInt8]) -> Bool {
        guard let found = bytes.withView({ Self.places($0) }) else { return false }
        let keepsHeadroom = bytes.withView { policy.keepsHeadroom(of: $0, .heic) }
        for range in found.exif where range.count > 4 { changeExif(&bytes, range, keepsHeadroom) }
        for range in found.xmp {
            let isDone = policy == .dropLocation && MetadataBlock.blankXMP(&bytes, range)
            if isDone { continue }
            let kept = policy == .copyright ? policy.applied(toXMP: Array(bytes[range])) : nil
            let fits = kept.map { $0.count <= range.count } ?? false
            clear(&bytes, range, as: fits ? kept ?? [] : Self.emptyPacket)
        }
        for box in found.boxes where !keepFilm(&bytes, box) {
            bytes.replaceSubrange(box.typeOffset..<box.typeOffset + 4, with: Array("free".utf8))
            clear(&bytes, box.body)
        }
        bytes.removeSubrange(found.tail)
        if !policy.keepsOthers { MediaTables.removeGainMaps(from: &bytes) }
        return true
    }

    /// Keeps a film if only the place goes; returns `false` if the box is none, or goes.
    private func keepFilm(_ bytes: inout [UInt8], _ box: MediaBox) -> Bool {
        let film: [UInt8]? = bytes.withView { view in
            guard policy == .dropLocation, view.has(Self.film, at: box.typeOffset)
            else { return nil }
            return TrailingPlaces.removed(
                of: view.extracting(0..<box.body.upperBound), from: box.body.lowerBound)?.bytes
        }
        guard let film else { return false }
        bytes.replaceSubrange(box.body, with: film)
        return true
    }

    private static let film: StaticString = "mpvd"

    /// Returns the offset of the film of a motion photo, of another file behind the picture, or of
    /// the bytes behind the last box.
    static func end(of bytes: RawSpan) -> PictureEnd {
        var at = 0
        while let box = bytes.box(at: at, end: bytes.byteCount), bytes.hasBoxType(box) {
            if bytes.has(film, at: box.typeOffset) { return .known(box.body.lowerBound) }
            if at > 0, bytes.has("ftyp", at: box.typeOffset) { break }
            at = box.body.upperBound
        }
        return .known(at)
    }

    /// Writes a shorter block, filled up with zeros; an empty directory if nothing stays.
    private func changeExif(
        _ bytes: inout [UInt8], _ range: Range<Int>, _ keepsHeadroom: Bool
    ) {
        let item = Array(bytes[range])
        let start = item.withView { $0.u32(at: 0, .big) }.map { Int($0) + 4 } ?? 4
        let exif = start < item.count ? Array(item[start...]) : []
        let empty: [UInt8] = Array("II".utf8) + [42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        let new =
            policy.applied(toExif: exif, orients: false, keepsHeadroom: keepsHeadroom) ?? empty
        if new == exif { return }
        clear(&bytes, range)
        let content = [0, 0, 0, 0] + new
        if content.count <= range.count {
            bytes.replaceSubrange(
                range.lowerBound..<range.lowerBound + content.count, with: content)
        }
    }

    /// XMP without properties; readers complain about an item of zeros.
    private static let emptyPacket = Array("<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"/>".utf8)

    /// Blanks a range; with a text, which spaces fill up, if there is room for it.
    private func clear(_ bytes: inout [UInt8], _ range: Range<Int>, as text: [UInt8] = []) {
        let isText = !text.isEmpty && text.count <= range.count
        for index in range { bytes[index] = isText ? 0x20 : 0 }
        if isText { bytes.replaceSubrange(range.prefix(text.count), with: text) }
    }

    private typealias Places = (
        exif: [Range<Int>], xmp: [Range<Int>], boxes: [MediaBox], tail: Range<Int>
    )

    /// The boxes of a file that stay.
    private static let known: [StaticString] = [
        "ftyp", "meta", "moov", "mdat", "moof", "sidx", "styp", "free", "skip",
    ]

    /// Returns the places of metadata; nil if they are damaged or are also those of other items.
    private static func places(_ bytes: RawSpan) -> Places? {
        let whole = 0..<bytes.byteCount
        guard let all = try? bytes.everyBox(in: whole) else { return nil }
        let end = all.last?.body.upperBound ?? 0
        var result: Places = ([], [], [], end..<whole.upperBound)
        for box in all {
            let isKnown = known.contains { bytes.has($0, at: box.typeOffset) }
            if !isKnown { result.boxes.append(box) }
            if bytes.has("moov", at: box.typeOffset) {
                guard let inner = try? metadataBoxes(bytes, in: box.body) else { return nil }
                result.boxes += inner
            }
        }
        guard let full = bytes.firstBox(["meta"], in: whole), full.count > 4 else { return result }
        let meta = full.lowerBound + 4..<full.upperBound
        guard let types = try? bytes.itemTypes(in: meta) else { return nil }
        let exif = Set(types.filter { bytes.has("Exif", at: $0.offset) }.map(\.item))
        let xmp = Set(types.filter { bytes.has("mime", at: $0.offset) }.map(\.item))
        var others: [Range<Int>] = []
        for item in MediaItems(bytes, meta: meta).items {
            if exif.contains(item.id) || xmp.contains(item.id) {
                guard item.isWhole else { return nil }
                if exif.contains(item.id) {
                    result.exif += item.parts
                } else {
                    result.xmp += item.parts
                }
            } else {
                others += item.parts
            }
        }
        let unknown = result.boxes.map(\.body) + [result.tail]
        let isOutside = !unknown.joined().overlaps((result.exif + result.xmp + others).joined())
        return isOutside && areApart(result.exif + result.xmp, others) ? result : nil
    }

    private static func metadataBoxes(
        _ bytes: RawSpan, in range: Range<Int>
    ) throws(CodecError) -> [MediaBox] {
        var result: [MediaBox] = []
        for box in try bytes.everyBox(in: range) {
            if ["udta", "meta", "uuid"].contains(where: { bytes.has($0, at: box.typeOffset) }) {
                result.append(box)
            } else if bytes.has("trak", at: box.typeOffset) {
                result += try bytes.everyBox(in: box.body).filter { inner in
                    ["udta", "meta", "uuid"].contains { bytes.has($0, at: inner.typeOffset) }
                }
            }
        }
        return result
    }

    /// Returns `true` if no two ranges of metadata overlap, nor one of them another item.
    private static func areApart(_ own: [Range<Int>], _ others: [Range<Int>]) -> Bool {
        guard own.count <= 64 else { return false }
        for (index, range) in own.enumerated() {
            let rest = own[(index + 1)...]
            if rest.contains(where: range.overlaps) || others.contains(where: range.overlaps) {
                return false
            }
        }
        return true
    }

    /// Returns the XMP packet of an AVIF or HEIC file; nil if there is none.
    static func xmp(of bytes: RawSpan) -> [UInt8]? {
        places(bytes)?.xmp.first.map { bytes.copy($0) }
            .flatMap { $0.starts(with: emptyPacket) ? nil : $0 }
    }
}

/// The metadata in the boxes of a JPEG XL file (ISO/IEC 18181-2).
struct JPEGXLMetadata {
    private let policy: MetadataPolicy

    init(_ policy: MetadataPolicy) {
        self.policy = policy
    }

    /// The boxes that a decoder may use: signature, type, level, index and codestream.
    private static let shown: [StaticString] = ["JXL ", "ftyp", "jxll", "jxli", "jxlc", "jxlp"]

    /// Returns the file without what the policy drops, without unknown boxes, compressed ones, and
    /// what is needed for the JPEG file it was made of.
    func edit(of bytes: RawSpan) -> FileEdit? {
        var edit = FileEdit()
        // A bare codestream has no metadata.
        guard bytes.has("JXL ", at: 4) else {
            edit.keep(0..<bytes.byteCount)
            return edit
        }
        guard let boxes = try? bytes.everyBox(in: 0..<bytes.byteCount) else { return nil }
        for box in boxes {
            let range = box.start..<box.body.upperBound
            if bytes.has("Exif", at: box.typeOffset) {
                let item = bytes.copy(box.body)
                guard item.count > 4, !box.isOpenEnded, item.prefix(4).allSatisfy({ $0 == 0 }),
                    let new = policy.applied(toExif: Array(item[4...]), orients: false)?
                        .padded(to: item.count - 4, with: 0)
                else { continue }
                replace(range, box, by: [0, 0, 0, 0] + new, &edit)
            } else if bytes.has("xml ", at: box.typeOffset) {
                guard
                    let new = policy.applied(toXMP: bytes.copy(box.body))?
                        .padded(to: box.body.count, with: 0x20)
                else { continue }
                replace(range, box, by: new, &edit)
            } else if Self.shown.contains(where: { bytes.has($0, at: box.typeOffset) })
                || policy == .dropLocation && isGainMap(box, bytes)
            {
                edit.keep(range)
            }
        }
        return edit
    }

    /// Returns `true` for the box of a gain map that can be read, which says no place.
    private func isGainMap(_ box: MediaBox, _ bytes: RawSpan) -> Bool {
        guard bytes.has("jhgm", at: box.typeOffset) else { return false }
        let map = try? JPEGXLGainMap(of: bytes.extracting(box.start..<box.body.upperBound))
        return map != nil
    }

    /// Replaces the content of a box by one of its length.
    private func replace(
        _ range: Range<Int>, _ box: MediaBox, by content: [UInt8], _ edit: inout FileEdit
    ) {
        edit.keep(range.lowerBound..<box.body.lowerBound)
        edit.add(content)
    }

    /// Returns the XMP packet of a file; nil if there is none.
    static func xmp(of bytes: RawSpan) -> [UInt8]? {
        bytes.firstBox(["xml "], in: 0..<bytes.byteCount).map { bytes.copy($0) }
    }
}
