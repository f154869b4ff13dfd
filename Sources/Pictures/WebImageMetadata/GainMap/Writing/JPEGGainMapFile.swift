import WebImageBytes
import WebImagePixels

/// A JPEG file of two pictures, a base and its gain map (Ultra HDR 1.1; CIPA DC-007).
enum JPEGGainMapFile {
    /// Returns the file of the map with its numbers in XMP and in the block of ISO 21496-1.
    static func described(
        _ file: ByteBlock, _ map: GainMap, _ block: [UInt8]
    ) throws(CodecError) -> ByteBlock {
        let segments =
            JPEGMetadata.segment(0xE1, JPEGMetadata.xmpName, UltraHDRPacket.bytes(of: map))
            + JPEGMetadata.segment(0xE2, JPEGMetadata.gainName, block)
        return try inserting(segments, into: file, at: try place(in: file)).apply(to: file)
    }

    /// Returns the base with the announcement of the map and the index of both, and the map.
    static func joined(_ base: ByteBlock, _ map: ByteBlock) throws(CodecError) -> ByteBlock {
        let place = try place(in: base)
        // Two versions, as in the block of the map, announce it.
        let announcement = JPEGMetadata.segment(
            0xE2, JPEGMetadata.gainName, [UInt8](repeating: 0, count: JPEGPictureHead.announcement))
        let index = MultiPictureIndex.segment(first: 0, second: 0, distance: 0)
        let first = base.count + announcement.count + index.count
        // Offsets count from the index's own header, behind its marker, length and name.
        let header = place + announcement.count + 8
        guard first + map.count <= Int(UInt32.max) else {
            throw .encoding(.jpeg, "a file with a gain map has at most 4 GB")
        }
        let segments =
            announcement
            + MultiPictureIndex.segment(
                first: first, second: map.count, distance: first - header)
        let output = try inserting(segments, into: base, at: place).apply(to: base)
        return .joining([output, map])
    }

    /// Returns the end of the head of a picture.
    private static func place(in file: ByteBlock) throws(CodecError) -> Int {
        let place = file.withSpan { bytes in
            JPEGSegments(bytes) == nil ? nil : JPEGMetadata.endOfHead(of: bytes)
        }
        guard let place else { throw .encoding(.jpeg, "a picture of a gain map is no JPEG") }
        return place
    }

    private static func inserting(
        _ segments: [UInt8], into file: ByteBlock, at place: Int
    ) -> FileEdit {
        var edit = FileEdit()
        edit.keep(0..<place)
        edit.add(segments)
        edit.keep(place..<file.count)
        return edit
    }
}

extension MultiPictureIndex {
    /// Returns the segment of an index of two pictures, in big-endian order.
    ///
    /// - Parameters:
    ///   - first: The number of bytes of the first picture, which is shown.
    ///   - second: The number of bytes of the second one.
    ///   - distance: The offset of the second one from the header of the index.
    static func segment(first: Int, second: Int, distance: Int) -> [UInt8] {
        var index: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 3]
        index += [0xB0, 0x00, 0, 7, 0, 0, 0, 4] + Array("0100".utf8)
        index += [0xB0, 0x01, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2]
        // The entries stand behind the link to the next directory, which there is none of.
        index += [0xB0, 0x02, 0, 7, 0, 0, 0, 32, 0, 0, 0, 50, 0, 0, 0, 0]
        let shown: UInt32 = 0x03_0000
        for (attributes, size, offset) in [(shown, first, 0), (0, second, distance)] {
            for number in [attributes, UInt32(clamping: size), UInt32(clamping: offset), 0] {
                index.add(number, .big)
            }
        }
        return JPEGMetadata.segment(0xE2, name, index)
    }
}
