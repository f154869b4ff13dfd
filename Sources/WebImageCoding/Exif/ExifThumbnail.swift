extension [UInt8] {
    /// This EXIF block without the link to its second directory, which describes a thumbnail, and without
    /// that directory's bytes: cut off where they are last, else set to zero.
    ///
    /// The thumbnail shows the picture as it was before it was cropped, turned or blurred, so it must
    /// not go along with other pixels. Nothing else moves, since a maker's notes may hold offsets that nobody else knows.
    package func withoutExifThumbnail() -> [UInt8] {
        // Safe because the view is of this array's own bytes, which any value can be.
        let view = unsafe span.bytes
        guard let first = ExifDirectory(firstOf: view), let next = first.next(of: view) else {
            return self
        }
        let used = Self.kept(by: first, of: view)
        let stale = ExifDirectory(of: view, at: next, first.order).map {
            Self.thumbnail(of: $0, in: view)
        }
        var result = self
        for at in first.linkOffset..<first.linkOffset + 4 { result[at] = 0 }
        let ranges = (stale ?? []).map { $0.clamped(to: indices) }
        for range in ranges.sorted(by: { $0.upperBound > $1.upperBound })
        where !used.contains(where: { $0.overlaps(range) }) {
            // A byte may stand between two parts, so that each begins at an even place.
            if range.upperBound >= result.count - 1, range.lowerBound < result.count {
                result.removeLast(result.count - range.lowerBound)
            } else {
                for at in range where at < result.count { result[at] = 0 }
            }
        }
        return result
    }

    /// The places of everything that is not the thumbnail's, as far as links tell.
    private static func kept(by first: ExifDirectory, of view: RawSpan) -> [Range<Int>] {
        // The header, the directory, and the ones for the camera, the place and exchange.
        var result = [0..<8] + first.extents
        var directories = [first]
        for tag in [0x8769, 0x8825, 0xA005] as [UInt16] {
            for directory in directories {
                guard let offset = directory.number(tag, of: view),
                    let below = ExifDirectory(of: view, at: offset, first.order)
                else { continue }
                directories.append(below)
                result += below.extents
            }
        }
        return result
    }

    /// The places of a thumbnail's directory, of its values and of its bytes.
    private static func thumbnail(of directory: ExifDirectory, in view: RawSpan) -> [Range<Int>] {
        let extents = directory.extents.prefix(maxExtents).map { $0 }
        guard let offset = directory.number(0x0201, of: view),
            let count = directory.number(0x0202, of: view)
        else { return extents }
        return extents + [offset..<offset + count]
    }

    /// An honest directory has a dozen entries; each is compared with all that stays.
    private static var maxExtents: Int { 256 }
}
