import WebImageBytes
import WebImagePixels

/// Removes places from the blocks of metadata; no block changes its length.
enum MetadataBlock {
    /// Returns an EXIF block without its place; nil if it cannot be read.
    ///
    /// - Parameter keepsHeadroom: `true` if the headroom of a gain map stays, of all that Apple's
    ///   cameras note.
    static func withoutLocation(exif: [UInt8], keepsHeadroom: Bool = false) -> [UInt8]? {
        var result = exif
        let note: Set<UInt16> = keepsHeadroom ? [AppleGainMap.makerNote] : []
        let isDone = TagRemoval.run(
            on: &result, isRemoved: { isPlace($0) && !note.contains($0) },
            blanked: blankedTags.union(note), blank: blank)
        return isDone ? result.withoutExifThumbnail() : nil
    }

    /// The tags of a TIFF directory whose values are blanked in part: XMP, IPTC, Photoshop's
    /// resources.
    static let blankedTags: Set<UInt16> = [0x02BC, 0x83BB, 0x8649]

    /// Returns `true` for the tags of a TIFF directory that say a place, or may hold a copy of it:
    /// GPS, GeoTIFF, GDAL's text, and the private data of cameras.
    static func isPlace(_ tag: UInt16) -> Bool {
        switch tag {
        case 0x8825, 0x830E, 0x8480, 0x8482, 0x85D8, 0x87AF...0x87B1, 0xA480, 0x927C, 0xC634: true
        default: false
        }
    }

    /// Returns an EXIF block that says nothing but the orientation of another and that the colours
    /// are Adobe RGB; nil if it is upright and they are not.
    static func smallestExif(showing exif: [UInt8]) -> [UInt8]? {
        let (orientation, color) = exif.withView { (Orientation(exif: $0), ExifColor(of: $0)) }
        let turn: [UInt8] =
            orientation == .up
            ? [] : [0x12, 0x01, 3, 0, 1, 0, 0, 0, UInt8(orientation.rawValue), 0, 0, 0]
        let head = Array("II".utf8) + [42, 0, 8, 0, 0, 0]
        guard case .adobeRGB = color else {
            return turn.isEmpty ? nil : head + [1, 0] + turn + [0, 0, 0, 0]
        }
        // The first directory, that of EXIF with the colours, and that of interoperability.
        let second = UInt8(head.count + 2 + turn.count + 12 + 4)
        return head + [turn.isEmpty ? 1 : 2, 0] + turn
            + [0x69, 0x87, 4, 0, 1, 0, 0, 0, second, 0, 0, 0] + [0, 0, 0, 0]
            + [2, 0] + [0x01, 0xA0, 3, 0, 1, 0, 0, 0, 0xFF, 0xFF, 0, 0]
            + [0x05, 0xA0, 4, 0, 1, 0, 0, 0, second + 30, 0, 0, 0] + [0, 0, 0, 0]
            + [1, 0] + [1, 0, 2, 0, 4, 0, 0, 0] + Array("R03\0".utf8) + [0, 0, 0, 0]
    }

    /// Blanks the places in the XMP and IPTC of a TIFF directory.
    static func blank(_ tag: UInt16, _ bytes: inout [UInt8], _ value: Range<Int>) -> Bool {
        switch tag {
        case 0x02BC: blankXMP(&bytes, value)
        case 0x83BB: blankIPTC(&bytes, value)
        case 0x8649: blankPhotoshop(&bytes, value)
        case AppleGainMap.makerNote: AppleGainMap.blankMakerNote(&bytes, value)
        default: true
        }
    }

    /// Overwrites the places of an XMP packet with spaces; returns `false` if it must go as a
    /// whole.
    static func blankXMP(_ bytes: inout [UInt8], _ range: Range<Int>) -> Bool {
        // UTF-16 and UTF-32 have zeros.
        guard !bytes[range].contains(0) else { return false }
        var packet = XMPPacket(Array(bytes[range]))
        guard packet.blankLocation() else { return false }
        bytes.replaceSubrange(range, with: packet.bytes)
        return true
    }

    /// Overwrites the places of IPTC data sets (IIM 4.2) with spaces.
    static func blankIPTC(_ bytes: inout [UInt8], _ range: Range<Int>) -> Bool {
        var at = range.lowerBound
        // Zeros pad the block to four bytes.
        while at < range.upperBound, bytes[at] != 0 {
            guard bytes[at] == 0x1C, at + 5 <= range.upperBound, bytes[at + 3] & 0x80 == 0 else {
                return false
            }
            let end = at + 5 + (Int(bytes[at + 3]) << 8 | Int(bytes[at + 4]))
            guard end <= range.upperBound else { return false }
            // Location code and name, city, sublocation, province, country code and name.
            if bytes[at + 1] == 2, [26, 27, 90, 92, 95, 100, 101].contains(bytes[at + 2]) {
                for index in at + 5..<end { bytes[index] = 0x20 }
            }
            at = end
        }
        return true
    }

    /// Blanks the places of Photoshop's resources: IPTC, and copies of EXIF and XMP.
    static func blankPhotoshop(_ bytes: inout [UInt8], _ range: Range<Int>) -> Bool {
        guard let resources = PhotoshopResource.all(in: bytes, range) else { return false }
        for resource in resources {
            switch resource.id {
            case 0x0404:
                guard blankIPTC(&bytes, resource.value) else { return false }
            case 0x0422, 0x0423, 0x0424:
                for index in resource.value { bytes[index] = 0 }
            default: break
            }
        }
        return true
    }
}

/// One of Photoshop's image resources.
struct PhotoshopResource {
    let id: UInt16
    let value: Range<Int>

    /// Returns the resources in a range; nil if they are damaged or continued elsewhere.
    static func all(in bytes: [UInt8], _ range: Range<Int>) -> [PhotoshopResource]? {
        bytes.withView { view in
            var (result, at): ([PhotoshopResource], Int) = ([], range.lowerBound)
            while at < range.upperBound, view.u8(at: at) != 0 {
                guard view.has("8BIM", at: at), let id = view.u16(at: at + 4, .big),
                    let name = view.u8(at: at + 6)
                else { return nil }
                let size = at + 6 + (Int(name) + 2) / 2 * 2
                guard let count = view.u32(at: size, .big), size + 4 <= range.upperBound,
                    Int(count) <= range.upperBound - size - 4
                else { return nil }
                result.append(PhotoshopResource(id: id, value: size + 4..<size + 4 + Int(count)))
                at = size + 4 + (Int(count) + 1) / 2 * 2
            }
            return result
        }
    }
}

/// The text of an XMP packet (ISO 16684-1), whose properties of places can be blanked.
struct XMPPacket {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Overwrites the elements and attributes that name a place with spaces.
    ///
    /// - Returns: `false` if one is not understood.
    mutating func blankLocation() -> Bool {
        var at = 0
        while let colon = bytes[at...].firstIndex(of: UInt8(ascii: ":")) {
            at = colon + 1
            let end = bytes[at...].firstIndex { !Self.isName($0) } ?? bytes.count
            guard Self.isPlace(bytes[at..<end]) else { continue }
            var start = colon
            while start > 0, Self.isName(bytes[start - 1]) { start -= 1 }
            guard start > 0 else { return false }
            switch bytes[start - 1] {
            case UInt8(ascii: "<"):
                guard let last = endOfElement(named: start..<end) else { return false }
                blank(start - 1..<last)
                at = last
            case 0x20, 0x09, 0x0A, 0x0D:
                guard let last = endOfAttribute(at: end) else { return false }
                blank(start..<last)
                at = last
            default: return false
            }
        }
        return !hasTrace
    }

    /// Writes that the picture is upright, where the packet states an orientation.
    mutating func setUpright() { setNumber(of: "tiff:Orientation", to: 1) }

    /// Writes a number over that of a property, an attribute or an element.
    mutating func setNumber(of property: StaticString, to number: Int) {
        let length = property.utf8CodeUnitCount
        let first = property.withUTF8Buffer { unsafe $0[0] }
        var at = 0
        while let start = bytes[at...].firstIndex(of: first) {
            at = start + 1
            guard bytes.has(property, at: start) else { continue }
            let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
            let rest = bytes[(start + length)...].prefix(8)
            guard let digit = rest.firstIndex(where: isDigit),
                bytes[(start + length)..<digit].allSatisfy({ Self.opensValue.contains($0) })
            else { continue }
            let end = bytes[digit...].firstIndex { !isDigit($0) } ?? bytes.count
            replace(digit..<end, with: Array(String(number).utf8))
        }
    }

    /// Replaces a part of the packet.
    mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
        bytes.replaceSubrange(range, with: text)
    }

    /// The bytes between the name of a property and its value.
    private static let opensValue = Array(" \t\r\n=\"'>".utf8)

    /// Traces of a place that is written in another way, in small letters.
    private static let traces = [
        "gpsl", "latitude", "longitude", ":lat", ":long", "<city", "<country", "<state",
        "<location",
    ].map { Array($0.utf8) }

    private var hasTrace: Bool {
        let small = bytes.map { (65...90).contains($0) ? $0 | 32 : $0 }
        return small.indices.contains { index in
            [0x67, 0x6C, 0x3A, 0x3C].contains(small[index])
                && Self.traces.contains { small[index...].starts(with: $0) }
        }
    }

    private mutating func blank(_ range: Range<Int>) {
        for index in range { bytes[index] = 0x20 }
    }

    /// Returns the end of an element: of its own tag, or of the one that closes it.
    private func endOfElement(named name: Range<Int>) -> Int? {
        var (at, quote): (Int, UInt8?) = (name.upperBound, nil)
        while at < bytes.count {
            let byte = bytes[at]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == UInt8(ascii: ">") {
                if bytes[at - 1] == UInt8(ascii: "/") { return at + 1 }
                break
            }
            at += 1
        }
        let closing = Array("</".utf8) + bytes[name]
        while let next = bytes[min(at, bytes.count)...].firstIndex(of: UInt8(ascii: "<")) {
            at = next + 1
            guard bytes[next...].starts(with: closing) else { continue }
            let end = bytes[(next + closing.count)...].firstIndex(of: UInt8(ascii: ">"))
            return end.map { $0 + 1 }
        }
        return nil
    }

    /// Returns the end of the value of an attribute whose name ends at an offset.
    private func endOfAttribute(at end: Int) -> Int? {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let equals = bytes[end...].firstIndex(where: { !isSpace($0) }),
            bytes[equals] == UInt8(ascii: "="),
            let open = bytes[(equals + 1)...].firstIndex(where: { !isSpace($0) }),
            [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[open]),
            let close = bytes[(open + 1)...].firstIndex(of: bytes[open])
        else { return nil }
        return close + 1
    }

    private static func isName(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 32) || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isPlace(_ name: ArraySlice<UInt8>) -> Bool {
        name.starts(with: "GPS".utf8) || places.contains { name.elementsEqual($0.utf8) }
    }

    /// The properties of places in photoshop, Iptc4xmpCore and Iptc4xmpExt.
    private static let places = [
        "City", "State", "Country", "CountryCode", "CountryName", "Location", "LocationCreated",
        "LocationShown", "LocationName", "LocationId", "Sublocation", "ProvinceState",
        "WorldRegion",
    ]
}
