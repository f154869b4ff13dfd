package import WebImageBytes

/// Removes gain maps from encoded files; the coded pixels of the base stay byte for byte.
package enum GainMapRemoval {
    /// Returns the file without its gain map; the same block if it has none.
    ///
    /// Of JPEG the further picture, its announcements and its numbers go, of JPEG XL the box; in
    /// AVIF and HEIC the items become free space.
    ///
    /// - Parameter image: The file; its format is known.
    /// - Returns: nil for a damaged map, and for JPEG with more pictures behind the base, whose
    ///   places would change; the base can be encoded anew.
    /// - Throws: `CodecError.limit` without memory.
    package static func file(of image: EncodedImage) throws(CodecError) -> ByteBlock? {
        switch image.format {
        case .jpeg: try image.bytes.withSpan { jpeg($0) }?.apply(to: image.bytes)
        case .jxl: try image.bytes.withSpan { jpegXL($0) }?.apply(to: image.bytes)
        case .avif, .heic: media(image.bytes)
        default: image.bytes
        }
    }

    private static func media(_ file: ByteBlock) -> ByteBlock {
        var bytes = file.withSpan { $0.copy(0..<$0.byteCount) }
        MediaTables.removeGainMaps(from: &bytes)
        return ByteBlock(copying: bytes)
    }

    private static func jpeg(_ bytes: RawSpan) -> FileEdit? {
        let found: JPEGGainMap?
        do throws(GainMapDamage) {
            found = try JPEGGainMap(of: bytes, exif: nil)
        } catch {
            return nil
        }
        guard let found else { return whole(bytes) }
        guard let base = JPEGPictureHead(of: bytes, at: 0), Set(base.further).count <= 1,
            let scanner = JPEGSegments(bytes)
        else { return nil }
        var edit = FileEdit()
        edit.keep(0..<2)
        while let segment = scanner.next(of: bytes, untilScan: true) {
            if segment.begins(JPEGMetadata.gainName, in: bytes)
                || segment.begins(MultiPictureIndex.name, in: bytes)
            {
                continue
            }
            if segment.marker == 0xE1, segment.begins(JPEGMetadata.xmpName, in: bytes) {
                keepPacket(segment, of: bytes, &edit)
            } else {
                edit.keep(segment.range)
            }
        }
        let map = found.picture(in: bytes)
        guard case .known(let end) = JPEGMetadata.end(of: bytes), end <= map.lowerBound else {
            return nil
        }
        edit.keep(scanner.end..<map.lowerBound)
        edit.keep(map.upperBound..<bytes.byteCount)
        return edit
    }

    /// Keeps the packet of a base without what describes a gain map; drops one that cannot be read.
    private static func keepPacket(
        _ segment: JPEGSegments.Segment, of bytes: RawSpan, _ edit: inout FileEdit
    ) {
        let old = bytes.copy(segment.body.lowerBound + 29..<segment.body.upperBound)
        guard let new = GainMapWriter.cleaned(old) else { return }
        if new == old { return edit.keep(segment.range) }
        edit.add(JPEGMetadata.segment(0xE1, JPEGMetadata.xmpName, new))
    }

    private static func jpegXL(_ bytes: RawSpan) -> FileEdit? {
        guard bytes.has("JXL ", at: 4) else { return whole(bytes) }
        guard let boxes = try? bytes.everyBox(in: 0..<bytes.byteCount) else { return nil }
        var edit = FileEdit()
        for box in boxes where !bytes.has("jhgm", at: box.typeOffset) {
            edit.keep(box.start..<box.body.upperBound)
        }
        return edit
    }

    private static func whole(_ bytes: RawSpan) -> FileEdit {
        var edit = FileEdit()
        edit.keep(0..<bytes.byteCount)
        return edit
    }
}
