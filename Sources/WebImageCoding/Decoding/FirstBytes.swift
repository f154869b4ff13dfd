/// The first bytes of a file that is arriving.
package enum FirstBytes {
    /// Returns `true` if all that metadata tell stands in these bytes, for formats whose header need not
    /// lead.
    ///
    /// A PNG may have EXIF behind its pixels, which few programs write: it is not waited for.
    package static func suffice(_ bytes: RawSpan, of format: ImageFormat) -> Bool {
        switch format {
        case .png: reachesPixels(png: bytes)
        case .webp: isStillWithoutExif(webp: bytes)
        case .avif, .heic: hasItems(media: bytes)
        default: false
        }
    }

    private static func reachesPixels(png bytes: RawSpan) -> Bool {
        var at = 8
        while let count = bytes.u32(at: at, .big), count <= 0x7FFF_FFFF {
            if bytes.has("IDAT", at: at + 4) { return true }
            if bytes.has("acTL", at: at + 4) { return false }
            at += Int(count) + 12
        }
        return false
    }

    private static func isStillWithoutExif(webp bytes: RawSpan) -> Bool {
        guard bytes.has("VP8X", at: 12) else {
            return bytes.has("VP8", at: 12) && bytes.byteCount >= 64
        }
        guard let flags = bytes.u8(at: 20), flags & 0x0A == 0 else { return false }
        var at = 12
        while let count = bytes.u32(at: at + 4, .little) {
            if bytes.has("VP8", at: at), !bytes.has("VP8X", at: at) {
                return bytes.range(at: at, count: 64) != nil
            }
            at += 8 + (Int(count) + 1) / 2 * 2
        }
        return false
    }

    /// Returns `true` if the list of items and those of EXIF are inside; sequences are not.
    private static func hasItems(media bytes: RawSpan) -> Bool {
        let boxes = bytes.boxes(in: 0..<bytes.byteCount)
        guard let box = boxes.first(where: { bytes.has("meta", at: $0.typeOffset) }),
            !boxes.contains(where: { bytes.has("moov", at: $0.typeOffset) }),
            !bytes.has("avis", at: 8), !bytes.has("msf1", at: 8), !bytes.has("hevc", at: 8),
            let size = bytes.u32(at: box.start, .big), size > 1,
            bytes.range(at: box.start, count: Int(size)) != nil, box.body.count > 4,
            let types = try? bytes.itemTypes(in: box.body.lowerBound + 4..<box.body.upperBound)
        else { return false }
        let exif = Set(types.filter { bytes.has("Exif", at: $0.offset) }.map(\.item))
        let items = MediaItems(bytes, meta: box.body.lowerBound + 4..<box.body.upperBound).items
        return items.allSatisfy { !exif.contains($0.id) || $0.isWhole }
    }
}
