extension [UInt8] {
    /// Returns this EXIF block without its second directory, which describes a thumbnail, and its
    /// link; its bytes are cut off at the end of the block, else set to zero.
    ///
    /// The thumbnail shows the picture before it was cropped, rotated or blurred, so it must not
    /// accompany other pixels. No byte moves, because maker notes may hold undocumented offsets.
    package func withoutExifThumbnail() -> [UInt8] {
        // Safe because the view is of this array's own bytes, for which every value is valid.
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
            // A padding byte may follow a part, because parts begin at even offsets.
            if range.upperBound >= result.count - 1, range.lowerBound < result.count {
                result.removeLast(result.count - range.lowerBound)
            } else {
                for at in range where at < result.count { result[at] = 0 }
            }
        }
        return result
    }

    /// Returns the ranges of all linked parts except the thumbnail.
    private static func kept(by first: ExifDirectory, of view: RawSpan) -> [Range<Int>] {
        // The header, the first directory, and those for Exif, GPS and interoperability.
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

    /// Returns the ranges of a thumbnail's directory, its values and its bytes.
    private static func thumbnail(of directory: ExifDirectory, in view: RawSpan) -> [Range<Int>] {
        let extents = directory.extents.prefix(maxExtents).map { $0 }
        guard let offset = directory.number(0x0201, of: view),
            let count = directory.number(0x0202, of: view)
        else { return extents }
        return extents + [offset..<offset + count]
    }

    /// A valid directory has a dozen entries; each is compared with all ranges that stay.
    private static var maxExtents: Int { 256 }
}
