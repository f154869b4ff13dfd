import WebImageBytes
import WebImagePixels

/// The metadata in the segments of a JPEG file.
package struct JPEGMetadata {
    private let policy: MetadataPolicy

    static let exifName: StaticString = "Exif\0\0"
    static let xmpName: StaticString = "http://ns.adobe.com/xap/1.0/\0"
    static let photoshopName: StaticString = "Photoshop 3.0\0"
    /// The name of the description of a gain map (ISO 21496-1).
    static let gainName: StaticString = "urn:iso:std:iso:ts:21496:-1\0"
    static let profileName: StaticString = "ICC_PROFILE\0"

    init(_ policy: MetadataPolicy) {
        self.policy = policy
    }

    /// Returns the file without what the policy drops; nil if its segments cannot be read.
    ///
    /// Pictures and films behind the picture stay without their places if only the place goes; all
    /// else there goes.
    func edit(of bytes: RawSpan) -> FileEdit? {
        guard let first = edit(of: bytes, Move()) else { return nil }
        guard let index = first.index, first.edit.byteCount != bytes.byteCount else {
            return first.edit
        }
        let end = first.end
        let move = Move(
            distance: end.new - index.new - (end.old - index.old), firstSize: end.new)
        return edit(of: bytes, move)?.edit
    }

    /// The change of the places of further pictures, which the index of them needs.
    private struct Move {
        /// The change of their distance from the index.
        var distance = 0
        /// The size of the first picture; nil if nothing changes.
        var firstSize: Int?
    }

    /// A file, and the offsets of the index of pictures and of the first picture's end, in the old
    /// and in the new one.
    private typealias Edited = (
        edit: FileEdit, index: (old: Int, new: Int)?, end: (old: Int, new: Int)
    )

    private func edit(of bytes: RawSpan, _ move: Move) -> Edited? {
        var edit = FileEdit()
        var (hasExif, index): (Bool, (old: Int, new: Int)?) = (false, nil)
        guard let scanner = JPEGSegments(bytes) else { return nil }
        edit.keep(0..<2)
        while let segment = scanner.next(of: bytes) {
            switch segment.marker {
            case 0xE0 where segment.begins("JFIF\0", in: bytes):
                keepJFIF(segment, of: bytes, &edit)
            case 0xE1 where segment.begins(Self.exifName, in: bytes):
                if !hasExif {
                    let exif = bytes.copy(segment.body.lowerBound + 6..<segment.body.upperBound)
                    let new = policy.applied(
                        toExif: exif, orients: true,
                        keepsHeadroom: policy.keepsHeadroom(of: bytes, .jpeg))
                    replace(segment, of: bytes, Self.exifName, exif, by: new, &edit)
                }
                hasExif = true
            case 0xE1 where segment.begins(Self.xmpName, in: bytes):
                let xmp = bytes.copy(segment.body.lowerBound + 29..<segment.body.upperBound)
                let new = policy.applied(toXMP: xmp)
                replace(segment, of: bytes, Self.xmpName, xmp, by: new, &edit)
            case 0xED: keepPhotoshop(segment, of: bytes, &edit)
            case 0xE2 where isOfColors(segment, bytes): edit.keep(segment.range)
            case 0xE2 where segment.begins(MultiPictureIndex.name, in: bytes):
                let place = edit.byteCount
                guard keepIndex(segment, of: bytes, move, &edit) else { break }
                index = (segment.range.lowerBound, place)
            case 0xEE where segment.begins("Adobe", in: bytes):
                edit.keep(segment.range)
            case 0xE0...0xEF: break
            case 0xFE: if policy == .dropLocation { edit.keep(segment.range) }
            default: edit.keep(segment.range)
            }
        }
        guard Self.isUnderstood(scanner.pictureEnd, of: bytes) else { return nil }
        let end = (scanner.end, edit.byteCount)
        edit.keepAttached(of: bytes, from: scanner.end, policy)
        return (edit, index, end)
    }

    /// Returns `false` if something else may look like a part of the picture.
    private static func isUnderstood(_ end: PictureEnd, of bytes: RawSpan) -> Bool {
        switch end {
        case .known: true
        case .cut(let start): TrailingData(of: bytes, from: start).parts.isEmpty
        case .damaged: false
        }
    }

    /// Returns `true` for a profile, and if only the place goes, for the description of a gain map.
    private func isOfColors(_ segment: JPEGSegments.Segment, _ bytes: RawSpan) -> Bool {
        segment.begins(Self.profileName, in: bytes)
            || policy == .dropLocation && segment.begins(Self.gainName, in: bytes)
    }

    /// Keeps the index of further pictures if only the place goes; returns `false` if it goes.
    private func keepIndex(
        _ segment: JPEGSegments.Segment, of bytes: RawSpan, _ move: Move, _ edit: inout FileEdit
    ) -> Bool {
        let content = segment.body.lowerBound + 4..<segment.body.upperBound
        guard policy == .dropLocation, var index = MultiPictureIndex(bytes.copy(content)) else {
            return false
        }
        guard let size = move.firstSize else {
            edit.keep(segment.range)
            return true
        }
        index.move(by: move.distance, firstSize: size)
        edit.keep(segment.range.lowerBound..<content.lowerBound)
        edit.add(index.bytes)
        return true
    }

    /// Returns the end of the picture that begins at an offset.
    static func end(of bytes: RawSpan, from start: Int = 0) -> PictureEnd {
        guard let scanner = JPEGSegments(bytes, at: start) else { return .damaged(start) }
        while scanner.next(of: bytes) != nil {}
        return scanner.pictureEnd
    }

    /// Keeps a JFIF segment without its thumbnail; without its density if nothing is kept.
    private func keepJFIF(
        _ segment: JPEGSegments.Segment, of bytes: RawSpan, _ edit: inout FileEdit
    ) {
        let body = bytes.copy(segment.body)
        guard body.count >= 14 else { return }
        let isPlain = body.count == 14 && body[12] == 0 && body[13] == 0
        if isPlain, policy.keepsOthers || body[7] == 0 { return edit.keep(segment.range) }
        let density: [UInt8] =
            policy.keepsOthers ? Array(body[7..<12]) : [0, 0, 1, 0, 1]
        edit.add([0xFF, 0xE0, 0, 16] + body[..<7] + density + [0, 0])
    }

    private func keepPhotoshop(
        _ segment: JPEGSegments.Segment, of bytes: RawSpan, _ edit: inout FileEdit
    ) {
        guard policy != .drop, segment.begins(Self.photoshopName, in: bytes) else { return }
        if policy == .copyright {
            let content = bytes.copy(segment.body.lowerBound + 14..<segment.body.upperBound)
            let iptc = Self.iptc(in: content).flatMap { policy.applied(toIPTC: $0) }
            return edit.add(Self.segments(xmp: nil, iptc: iptc))
        }
        var whole = bytes.copy(segment.range)
        let resources = segment.body.lowerBound - segment.range.lowerBound + 14..<whole.count
        let old = whole
        guard MetadataBlock.blankPhotoshop(&whole, resources) else { return }
        if whole == old { edit.keep(segment.range) } else { edit.add(whole) }
    }

    private func replace(
        _ segment: JPEGSegments.Segment, of bytes: RawSpan, _ name: StaticString, _ old: [UInt8],
        by new: [UInt8]?, _ edit: inout FileEdit
    ) {
        guard let new else { return }
        if new == old { return edit.keep(segment.range) }
        edit.add(Self.segment(0xE1, name, new))
    }

    /// Returns a segment; empty if its content is too long for one.
    static func segment(_ marker: UInt8, _ name: StaticString, _ content: [UInt8]) -> [UInt8] {
        let count = 2 + name.utf8CodeUnitCount + content.count
        guard count <= 0xFFFF else { return [] }
        var result: [UInt8] = [0xFF, marker]
        result.add(UInt16(count), .big)
        name.withUTF8Buffer { result += unsafe Array($0) }
        return result + content
    }
}

extension JPEGMetadata {
    /// Returns the XMP packet and the IPTC data sets of a file; nil for those that are missing.
    static func blocks(of bytes: RawSpan) -> (xmp: [UInt8]?, iptc: [UInt8]?) {
        var (xmp, iptc): ([UInt8]?, [UInt8]?) = (nil, nil)
        guard let scanner = JPEGSegments(bytes) else { return (nil, nil) }
        while let segment = scanner.next(of: bytes), segment.marker != 0xDA {
            let start = segment.body.lowerBound
            if segment.marker == 0xE1, xmp == nil, segment.begins(xmpName, in: bytes) {
                xmp = bytes.copy(start + 29..<segment.body.upperBound)
            }
            if segment.marker == 0xED, iptc == nil, segment.begins(photoshopName, in: bytes) {
                let content = bytes.copy(start + 14..<segment.body.upperBound)
                iptc = Self.iptc(in: content)
            }
        }
        return (xmp, iptc)
    }

    /// Returns the IPTC data sets among Photoshop's resources; nil for none.
    private static func iptc(in content: [UInt8]) -> [UInt8]? {
        let resources = PhotoshopResource.all(in: content, content.indices) ?? []
        return resources.first { $0.id == 0x0404 }.map { Array(content[$0.value]) }
    }

    /// Returns the end of JFIF and EXIF, which stand first.
    static func endOfHead(of bytes: RawSpan) -> Int {
        var end = 2
        guard let scanner = JPEGSegments(bytes) else { return end }
        while let segment = scanner.next(of: bytes), [0xE0, 0xE1].contains(segment.marker) {
            end = segment.range.upperBound
        }
        return end
    }

    /// Returns the segments that hold an XMP packet and IPTC data sets; too long ones are left out.
    static func segments(xmp: [UInt8]?, iptc: [UInt8]?) -> [UInt8] {
        var result = xmp.map { segment(0xE1, xmpName, $0) } ?? []
        guard let iptc, !iptc.isEmpty else { return result }
        var resource = Array("8BIM".utf8) + [4, 4, 0, 0]
        resource.add(UInt32(clamping: iptc.count), .big)
        resource += iptc + (iptc.count % 2 == 0 ? [] : [0])
        result += segment(0xED, photoshopName, resource)
        return result
    }

    /// The bytes of a profile in one segment.
    private static let profilePart = 0xFFFF - 2 - 14
    /// The most bytes of a profile.
    package static let maxProfile = 255 * profilePart

    /// Returns the segments of an ICC profile (ICC.1:2010, annex B.4); none if it needs over 255.
    static func segments(profile: [UInt8]) -> [UInt8] {
        let part = profilePart
        let count = (profile.count + part - 1) / part
        guard count <= 255 else { return [] }
        return (0..<count).flatMap { index in
            let content = profile[(index * part)..<min((index + 1) * part, profile.count)]
            return segment(0xE2, profileName, [UInt8(index + 1), UInt8(count)] + content)
        }
    }
}
