import WebImageBytes
import WebImagePixels

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// The facts of a gain map of Apple's cameras, whose encoding is not published.
enum AppleGainMap {
    /// The name of the auxiliary picture.
    static let kind = "urn:com:apple:photo:2020:aux:hdrgainmap"
    /// The tag of EXIF with the data of cameras.
    static let makerNote: UInt16 = 0x927C
    /// The tags of a maker note that say the headroom.
    private static let headroomTags: [UInt16] = [33, 48]
    /// The bytes of a maker note before its directory.
    private static let noteHead = Array("Apple iOS\0\0\u{1}MM".utf8)

    /// Returns `true` if the packet of a further picture says that it is such a map.
    static func isDescribed(by packet: [UInt8]) -> Bool {
        let properties = XMPProperties(
            packet, namespace: "http://ns.apple.com/pixeldatainfo/1.0/")
        return properties?["AuxiliaryImageType"] == [kind]
    }

    /// Returns the headroom in stops, by the packet of the map, else by the maker note of the base;
    /// nil if neither states it.
    static func headroom(packet: [UInt8]?, exif: [UInt8]?) throws(GainMapDamage) -> Double? {
        let namespace = "http://ns.apple.com/HDRGainMap/1.0/"
        let properties = packet.flatMap { XMPProperties($0, namespace: namespace) }
        if let text = properties?["HDRGainMapHeadroom"].first {
            guard let ratio = Double(text), ratio.isFinite, ratio >= 1 else {
                throw GainMapDamage("the headroom of the gain map is no number of at least 1")
            }
            return log2(ratio)
        }
        return exif.flatMap { exif in exif.withView { headroom(of: $0) } }
    }

    /// Returns the headroom by the tags 33 and 48 of a maker note.
    private static func headroom(of exif: RawSpan) -> Double? {
        guard let first = ExifDirectory(firstOf: exif), let place = first.pointer(0x8769, of: exif),
            let directory = ExifDirectory(of: exif, at: place, first.order),
            let entry = directory[makerNote], entry.count > 16,
            let range = exif.range(at: entry.place, count: entry.count),
            exif.has("Apple iOS\0", at: range.lowerBound)
        else { return nil }
        let note = exif.extracting(range)
        guard let tags = ExifDirectory(of: note, at: noteHead.count, .big),
            let first = tags.signedFraction(headroomTags[0], of: note),
            let second = tags.signedFraction(headroomTags[1], of: note)
        else { return nil }
        let stops =
            switch (first < 1, second <= 0.01) {
            case (true, true): -20 * second + 1.8
            case (true, false): -0.101 * second + 1.601
            case (false, true): -70 * second + 3
            case (false, false): -0.303 * second + 2.303
            }
        return max(stops, 0)
    }

    /// Leaves of a maker note the tags of the headroom, at its start, and zeros.
    ///
    /// - Returns: `false` for a note without them.
    static func blankMakerNote(_ bytes: inout [UInt8], _ range: Range<Int>) -> Bool {
        let note = Array(bytes[range])
        let values: [[UInt8]]? = note.withView { note in
            guard note.has("Apple iOS\0"),
                let tags = ExifDirectory(of: note, at: noteHead.count, .big)
            else { return nil }
            return headroomTags.compactMap { tag in
                guard tags.signedFraction(tag, of: note) != nil, let entry = tags[tag] else {
                    return nil
                }
                return note.copy(entry.place..<entry.place + entry.byteCount)
            }
        }
        guard let values, values.count == headroomTags.count else { return false }
        var result = noteHead
        result.add(UInt16(values.count), .big)
        var place = noteHead.count + 2 + values.count * 12 + 4
        for (tag, value) in zip(headroomTags, values) {
            let signedFraction: UInt16 = 10
            result.add(tag, .big)
            result.add(signedFraction, .big)
            result.add(UInt32(1), .big)
            result.add(UInt32(place), .big)
            place += value.count
        }
        result += [0, 0, 0, 0] + values.joined()
        guard let filled = result.padded(to: range.count, with: 0) else { return false }
        bytes.replaceSubrange(range, with: filled)
        return true
    }
}

extension MetadataPolicy {
    /// Returns `true` if only the place goes, and the headroom of a file's gain map is only in the
    /// maker note of its base.
    func keepsHeadroom(of bytes: RawSpan, _ format: ImageFormat) -> Bool {
        guard self == .dropLocation else { return false }
        let map =
            format == .jpeg
            ? try? JPEGGainMap(of: bytes, exif: nil)?.map
            : try? MediaGainMap(of: bytes, exif: nil)?.map
        return map.map { $0.kind == .apple && $0.alternateHeadroom == nil } ?? false
    }
}

extension ExifDirectory {
    /// Returns the fraction of a tag with one signed value; nil for a divisor of 0.
    fileprivate func signedFraction(_ tag: UInt16, of bytes: RawSpan) -> Double? {
        guard let entry = self[tag], entry.count == 1, entry.type == 10,
            let above = bytes.u32(at: entry.place, order),
            let below = bytes.u32(at: entry.place + 4, order), below != 0
        else { return nil }
        return Double(Int32(bitPattern: above)) / Double(Int32(bitPattern: below))
    }
}
