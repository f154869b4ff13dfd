import WebImageBytes
import WebImagePixels

/// The gain map of a JPEG file: a further picture after the first one, by the index of pictures.
struct JPEGGainMap {
    let map: GainMap
    /// The offset of the further picture.
    let start: Int

    /// Reads the heads of the file's pictures; nil without a gain map.
    ///
    /// The numbers are in a block of ISO 21496-1 of the further picture, else in its XMP packet.
    ///
    /// - Throws: `GainMapDamage` for a map that is damaged, or announced and missing.
    init?(of bytes: RawSpan, exif: [UInt8]?) throws(GainMapDamage) {
        guard let first = JPEGPictureHead(of: bytes, at: 0) else { return nil }
        for offset in Set(first.further).sorted() {
            guard let head = JPEGPictureHead(of: bytes, at: offset),
                let map = try Self.map(of: head, in: bytes, exif: exif)
            else { continue }
            (self.map, start) = (map, offset)
            return
        }
        guard first.announcesGainMap else { return nil }
        // Without an index of pictures it is the first one after the base.
        let end = JPEGMetadata.end(of: bytes).offset
        let next = (end..<end + Self.mostPadding).first { bytes.has([0xFF, 0xD8, 0xFF], at: $0) }
        if let next, let head = JPEGPictureHead(of: bytes, at: next),
            let map = try Self.map(of: head, in: bytes, exif: exif)
        {
            (self.map, start) = (map, next)
            return
        }
        throw GainMapDamage("the file announces a gain map, and has none")
    }

    /// The most bytes between the base and a map without an index.
    private static let mostPadding = 4096

    /// Returns the range of the further picture; to the end of the file if its own is not found.
    func picture(in bytes: RawSpan) -> Range<Int> {
        if case .known(let end) = JPEGMetadata.end(of: bytes, from: start) { return start..<end }
        return start..<bytes.byteCount
    }

    /// Returns `true` if the head of the first picture names further ones.
    static func mayFollow(_ bytes: RawSpan) -> Bool {
        guard let first = JPEGPictureHead(of: bytes, at: 0) else { return false }
        return !first.further.isEmpty || first.announcesGainMap
    }

    /// Returns the description of a further picture that is a gain map.
    private static func map(
        of head: JPEGPictureHead, in bytes: RawSpan, exif: [UInt8]?
    ) throws(GainMapDamage) -> GainMap? {
        if let range = head.gainBlock, range.count > JPEGPictureHead.announcement {
            return try GainMapBlock(of: bytes, in: range)
                .map(size: head.size, channelCount: head.channelCount)
        }
        guard let packet = head.packet else { return nil }
        if let numbers = try UltraHDRPacket(packet) {
            return GainMap(
                kind: .ultraHDR, size: head.size, channelCount: head.channelCount,
                channels: numbers.channels, baseHeadroom: numbers.baseHeadroom,
                alternateHeadroom: numbers.alternateHeadroom)
        }
        guard AppleGainMap.isDescribed(by: packet) else { return nil }
        return GainMap(
            kind: .apple, size: head.size, channelCount: head.channelCount, channels: [],
            baseHeadroom: 0,
            alternateHeadroom: try AppleGainMap.headroom(packet: packet, exif: exif))
    }
}

/// The segments before the first scan of one picture of a JPEG file.
struct JPEGPictureHead {
    private(set) var size = PixelSize(width: 0, height: 0)
    private(set) var channelCount = 0
    /// The content of the segment of ISO 21496-1: of a map its numbers, of a base two versions.
    private(set) var gainBlock: Range<Int>?
    private(set) var packet: [UInt8]?
    /// The offsets of further pictures.
    private(set) var further: [Int] = []

    /// The most segments that are read; the head of a picture has some dozens.
    private static let mostSegments = 1000
    /// The bytes of a block that only announces a map.
    static let announcement = 4

    /// `true` if the picture says that a gain map belongs to it.
    var announcesGainMap: Bool {
        gainBlock?.count == Self.announcement || packet.map(UltraHDRPacket.announces) == true
    }

    /// Reads the head of the picture at an offset; nil if none begins there.
    init?(of bytes: RawSpan, at offset: Int) {
        guard let scanner = JPEGSegments(bytes, at: offset) else { return nil }
        var count = 0
        while count < Self.mostSegments, let segment = scanner.next(of: bytes, untilScan: true) {
            count += 1
            let body = segment.body
            switch segment.marker {
            case 0xE1 where segment.begins(JPEGMetadata.xmpName, in: bytes) && packet == nil:
                packet = bytes.copy(body.lowerBound + 29..<body.upperBound)
            case 0xE2 where segment.begins(JPEGMetadata.gainName, in: bytes):
                gainBlock = body.lowerBound + 28..<body.upperBound
            case 0xE2 where segment.begins(MultiPictureIndex.name, in: bytes):
                let start = body.lowerBound + 4
                let index = MultiPictureIndex(bytes.copy(start..<body.upperBound))
                further = index?.distances.map { start + $0 } ?? []
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                let (height, width) = (
                    bytes.u16(at: body.lowerBound + 1, .big),
                    bytes.u16(at: body.lowerBound + 3, .big)
                )
                size = PixelSize(width: Int(width ?? 0), height: Int(height ?? 0))
                channelCount = Int(bytes.u8(at: body.lowerBound + 5) ?? 0)
            default: break
            }
        }
    }
}
