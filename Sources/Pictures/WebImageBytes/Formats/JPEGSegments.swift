/// The segments of a JPEG file up to the end of its picture (ITU-T T.81, annex B), one after the
/// other.
///
/// A class, since a span cannot be kept between two calls.
package final class JPEGSegments {
    /// A marker with its content.
    package struct Segment {
        /// The second byte of the marker.
        package let marker: UInt8
        /// The marker, the length and the content; of a scan also its coded bytes.
        package let range: Range<Int>
        /// The content.
        package let body: Range<Int>

        /// Returns `true` if the content begins with a name.
        package func begins(_ name: StaticString, in bytes: RawSpan) -> Bool {
            body.count >= name.utf8CodeUnitCount && bytes.has(name, at: body.lowerBound)
        }
    }

    private var at: Int
    private var last: Int
    private var isDone = false
    private var isDamaged = false

    /// Returns nil unless the bytes from an offset on begin as a JPEG does.
    package init?(_ bytes: RawSpan, at start: Int = 0) {
        guard bytes.has([0xFF, 0xD8], at: start) else { return nil }
        (at, last) = (start + 2, start + 2)
    }

    /// The offset behind the last segment.
    package var end: Int { at }

    /// The end of the picture behind the last segment.
    package var pictureEnd: PictureEnd {
        isDamaged ? .damaged(at) : isDone ? .known(at) : .cut(last)
    }

    /// Returns the next segment; nil after the end of the picture, before another one, and at
    /// damage.
    ///
    /// - Parameter untilScan: `true` to end before the first scan, whose codes are many bytes.
    package func next(of bytes: RawSpan, untilScan: Bool = false) -> Segment? {
        guard !isDone, at < bytes.byteCount else { return nil }
        let start = at
        last = start
        guard bytes.u8(at: at) == 0xFF else { return stop() }
        var place = at + 1
        while bytes.u8(at: place) == 0xFF { place += 1 }
        // Markers from 02 on up to BF are reserved.
        guard let marker = bytes.u8(at: place), marker == 1 || marker >= 0xC0 else {
            return stop()
        }
        place += 1
        if untilScan, marker == 0xDA { return nil }
        if marker == 0xD8 {
            (isDone, at) = (true, place - 2)
            return nil
        }
        if marker == 0xD9 || marker == 1 || (0xD0...0xD7).contains(marker) {
            isDone = marker == 0xD9
            at = place
            return Segment(marker: marker, range: start..<place, body: place..<place)
        }
        guard let count = bytes.u16(at: place, .big), count >= 2,
            bytes.range(at: place, count: Int(count)) != nil
        else { return stop() }
        let end = place + Int(count)
        at = marker == 0xDA ? Self.endOfScan(bytes, from: end) : end
        return Segment(marker: marker, range: start..<at, body: place + 2..<end)
    }

    private func stop() -> Segment? {
        (isDone, isDamaged) = (true, true)
        return nil
    }

    /// Returns the offset of the next marker that is no restart; the end of the bytes if there is
    /// none.
    private static func endOfScan(_ bytes: RawSpan, from start: Int) -> Int {
        // Safe because all accesses are inside the buffer.
        unsafe bytes.withUnsafeBytes { buffer in
            var at = start
            while at < buffer.count,
                let next = unsafe buffer[at...].firstIndex(of: 0xFF), next + 1 < buffer.count
            {
                let code = unsafe buffer[next + 1]
                if code != 0, code != 0xFF, !(0xD0...0xD7).contains(code) { return next }
                at = code == 0xFF ? next + 1 : next + 2
            }
            return buffer.count
        }
    }
}

/// The end of the picture of a file.
package enum PictureEnd {
    /// The picture ends at an offset.
    case known(Int)
    /// The file ends in a part of the picture, which begins at an offset.
    case cut(Int)
    /// The picture is damaged at an offset, so its end is not known.
    case damaged(Int)

    /// The offset of the end, the cut or the damage.
    package var offset: Int {
        switch self {
        case .known(let offset), .cut(let offset), .damaged(let offset): offset
        }
    }
}
