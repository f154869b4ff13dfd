package import WebImageBytes
package import WebImagePixels

/// Joins two files of an encoder, of a picture and of its gain map, to one: JPEG (Ultra HDR 1.1),
/// AVIF or JPEG XL.
///
/// The map is encoded first, and ``prepared(_:)``; the base gets the packet of
/// ``xmp(_:mapByteCount:)``; both are ``joined(base:map:)``.
package struct GainMapWriter: Sendable {
    /// The formats of files that can have a gain map.
    package static let formats: Set<ImageFormat> = [.jpeg, .avif, .jxl]

    private let map: GainMap
    private let format: ImageFormat
    private let block: [UInt8]

    /// Creates a writer; nil for formats without a gain map, and for numbers that cannot be
    /// written, such as those that Apple's maps do not have (``stated(_:_:)``).
    package init?(_ map: GainMap, format: ImageFormat) {
        guard [.jpeg, .avif, .jxl].contains(format), let block = GainMapBlock.bytes(of: map) else {
            return nil
        }
        (self.map, self.format, self.block) = (map, format, block)
    }

    /// Returns the encoded file of the map as it is joined: in JPEG with its numbers, of JPEG XL
    /// the bare codestream.
    ///
    /// - Throws: `CodecError.encoding` for another file, `CodecError.limit` without memory.
    package func prepared(_ mapFile: ByteBlock) throws(CodecError) -> ByteBlock {
        switch format {
        case .jpeg: try JPEGGainMapFile.described(mapFile, map, block)
        case .jxl: try JPEGXLGainMapFile.codestream(of: mapFile)
        default: mapFile
        }
    }

    /// Returns the XMP packet for the base: in JPEG it names the map.
    ///
    /// - Parameters:
    ///   - kept: A packet whose other properties are kept; nil for none.
    ///   - mapByteCount: The number of bytes of the prepared map.
    /// - Returns: nil for none.
    package func xmp(_ kept: [UInt8]?, mapByteCount: Int) -> [UInt8]? {
        guard format == .jpeg else { return kept.flatMap { XMPPacket.withoutParts($0)?.bytes } }
        return XMPPacket.announcing(mapByteCount: mapByteCount, besides: kept)
    }

    /// Returns an XMP packet without what describes a gain map; nil for one that cannot be read.
    ///
    /// All other properties are kept byte for byte, as those of films behind the picture.
    package static func cleaned(_ xmp: [UInt8]) -> [UInt8]? {
        var packet = XMPPacket(xmp)
        return packet.removeGainMap() ? packet.bytes : nil
    }

    /// Returns one file of a base and a prepared map.
    ///
    /// - Throws: `CodecError.encoding` for files of another kind than encoders of the format write,
    ///   `CodecError.limit` without memory.
    package func joined(base: ByteBlock, map: ByteBlock) throws(CodecError) -> ByteBlock {
        switch format {
        case .jpeg: try JPEGGainMapFile.joined(base, map)
        case .jxl: try JPEGXLGainMapFile.joined(base, map, block)
        default: try AVIFGainMapFile.joined(base, map, self.map, block)
        }
    }
}
