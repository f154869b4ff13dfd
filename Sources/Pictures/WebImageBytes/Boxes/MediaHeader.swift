/// The boxes of AVIF and HEIC that describe a picture, if they precede its pixels.
package enum MediaHeader {
    /// The most bytes of a file whose missing part is filled up.
    private static let maxByteCount = 64 << 20

    /// The brands of files whose sequence is shown.
    private static let sequences: [StaticString] = [
        "avis", "msf1", "hevc", "hevx", "hevm", "hevs",
    ]
    /// The types of items that metadata does not need: coded pictures and XMP.
    private static let unread: [StaticString] = ["av01", "hvc1", "mime"]

    /// Returns `true` if the table of items is inside, and all items that describe the picture; not
    /// for sequences.
    package static func isWhole(_ bytes: RawSpan) -> Bool {
        let boxes = bytes.boxes(in: 0..<bytes.byteCount)
        guard let box = boxes.first(where: { bytes.has("meta", at: $0.typeOffset) }),
            let end = box.statedEnd, end <= bytes.byteCount, box.body.count > 4,
            !boxes.contains(where: { bytes.has("moov", at: $0.typeOffset) }),
            !sequences.contains(where: { bytes.has($0, at: 8) })
        else { return false }
        let meta = box.body.lowerBound + 4..<box.body.upperBound
        guard bytes.firstBox(["pitm"], in: meta) != nil, let types = try? bytes.itemTypes(in: meta)
        else { return false }
        let pictures = Set(
            types.filter { type in unread.contains { bytes.has($0, at: type.offset) } }.map(\.item))
        return MediaItems(bytes, meta: meta).items.allSatisfy {
            pictures.contains($0.id) || $0.isWhole
        }
    }

    /// Returns the first bytes of a file with its full length, since libraries check that items lie
    /// inside; nil for a file that is too long.
    ///
    /// No unit of AV1 and HEVC begins with the bytes of the filling.
    package static func padded(_ first: ByteBlock, to count: Int) -> ByteBlock? {
        guard count <= maxByteCount else { return nil }
        var bytes = first.withSpan { $0.prefixBytes(count) }
        bytes += repeatElement(0xFF, count: count - bytes.count)
        let hidden = bytes.withView { bytes in
            bytes.boxes(in: 0..<count).first { $0.start + 8 > first.count }?.start
        }
        // Boxes behind the first bytes become one without content.
        if let hidden { bytes.set(UInt32(clamping: count - hidden), at: hidden, .big) }
        if let hidden { bytes.replaceSubrange(hidden + 4..<hidden + 8, with: "free".utf8) }
        return ByteBlock(copying: bytes)
    }
}
