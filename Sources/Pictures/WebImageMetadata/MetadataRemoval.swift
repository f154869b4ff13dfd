package import WebImageBytes
import WebImagePixels

/// Removes metadata from encoded files; the coded pixels stay byte for byte.
package struct MetadataRemoval: Sendable {
    private let policy: MetadataPolicy

    /// Creates a removal of what a policy drops.
    package init(_ policy: MetadataPolicy) {
        self.policy = policy
    }

    /// Returns the file without the metadata; the same block if it has none.
    ///
    /// BMP, ICO and SVG are returned as they are.
    ///
    /// - Returns: nil if the file's structure is not understood; its pixels can be encoded anew.
    /// - Throws: `CodecError.limit` without memory.
    package func file(of image: EncodedImage) throws(CodecError) -> ByteBlock? {
        guard policy != .keep else { return image.bytes }
        switch image.format {
        case .jpeg: return try edited(image.bytes) { JPEGMetadata(policy).edit(of: $0) }
        case .png, .apng: return try edited(image.bytes) { PNGMetadata(policy).edit(of: $0) }
        case .webp: return try edited(image.bytes) { WebPMetadata(policy).edit(of: $0) }
        case .gif: return try edited(image.bytes) { GIFMetadata(policy).edit(of: $0) }
        case .jxl: return try edited(image.bytes) { JPEGXLMetadata(policy).edit(of: $0) }
        case .avif, .heic: return changed(image.bytes) { MediaMetadata(policy).change(&$0) }
        case .tiff: return changed(image.bytes) { TIFFMetadata(policy).change(&$0) }
        case .bmp, .ico, .svg: return image.bytes
        default: return nil
        }
    }

    private func edited(
        _ bytes: ByteBlock, _ edit: (RawSpan) -> FileEdit?
    ) throws(CodecError) -> ByteBlock? {
        try bytes.withSpan(edit)?.apply(to: bytes)
    }

    private func changed(_ block: ByteBlock, _ change: (inout [UInt8]) -> Bool) -> ByteBlock? {
        let old = block.withSpan { $0.copy(0..<$0.byteCount) }
        var bytes = old
        guard change(&bytes) else { return nil }
        return bytes == old ? block : ByteBlock(copying: bytes)
    }
}

extension MetadataPolicy {
    /// Returns an EXIF block by this policy; nil for none.
    ///
    /// - Parameters:
    ///   - orients: `true` if viewers of the format turn the picture by the block.
    ///   - keepsHeadroom: `true` if the headroom of a gain map stays where only the place goes.
    func applied(
        toExif exif: [UInt8], orients: Bool, keepsHeadroom: Bool = false
    ) -> [UInt8]? {
        let smallest = orients ? MetadataBlock.smallestExif(showing: exif) : nil
        switch self {
        case .keep: return exif
        case .dropLocation:
            return MetadataBlock.withoutLocation(exif: exif, keepsHeadroom: keepsHeadroom)
                ?? smallest
        case .copyright: return CopyrightBlock.exif(of: exif, and: smallest)
        case .drop: return smallest
        }
    }

    /// Returns an XMP packet by this policy; nil for none.
    func applied(toXMP xmp: [UInt8]) -> [UInt8]? {
        var packet = xmp
        switch self {
        case .keep: return xmp
        case .dropLocation:
            return MetadataBlock.blankXMP(&packet, packet.indices) ? packet : nil
        case .copyright: return CopyrightBlock.xmp(of: xmp)
        case .drop: return nil
        }
    }

    /// Returns IPTC data sets by this policy; nil for none.
    func applied(toIPTC iptc: [UInt8]) -> [UInt8]? {
        var sets = iptc
        switch self {
        case .keep: return iptc
        case .dropLocation: return MetadataBlock.blankIPTC(&sets, sets.indices) ? sets : nil
        case .copyright: return CopyrightBlock.iptc(of: iptc)
        case .drop: return nil
        }
    }
}
