/// One box of an ISO base media file (ISO/IEC 14496-12, section 4.2), such as AVIF or HEIC.
package struct MediaBox: Hashable, Sendable {
    /// The offset of its header.
    package var start: Int
    /// The offset of its four-letter type.
    package var typeOffset: Int { start + 4 }
    /// The range of its content inside the file.
    package var body: Range<Int>
    /// The end by the header, also beyond the file; nil if the box extends to the end of its
    /// parent.
    package var statedEnd: Int?
    /// `true` if the header says that the box extends to the end of its parent.
    package var isOpenEnded: Bool { statedEnd == nil }
}

extension RawSpan {
    /// Returns the box whose header begins at `offset`, nil if there is none before `end`.
    package func box(at offset: Int, end: Int) -> MediaBox? {
        guard offset <= end - 8, let size = u32(at: offset, .big) else { return nil }
        var (length, header) = (Int(size), 8)
        if size == 1 {
            guard let high = u32(at: offset + 8, .big), let low = u32(at: offset + 12, .big),
                high < 0x4000_0000
            else { return nil }
            (length, header) = (Int(high) << 32 | Int(low), 16)
        }
        if size == 0 { length = end - offset }
        guard length >= header, offset <= end - header else { return nil }
        let stated = offset + length
        return MediaBox(
            start: offset, body: offset + header..<min(stated, end),
            statedEnd: size == 0 ? nil : stated)
    }

    /// Returns the first thousand boxes in `range`, in order; with a type, those of that type only.
    package func boxes(_ type: StaticString? = nil, in range: Range<Int>) -> [MediaBox] {
        var (offset, found): (Int, [MediaBox]) = (range.lowerBound, [])
        while found.count < 1000, let box = box(at: offset, end: range.upperBound) {
            if type.map({ has($0, at: box.typeOffset) }) ?? true { found.append(box) }
            offset = box.body.upperBound
        }
        return found
    }

    /// Returns all boxes in `range`, in order.
    ///
    /// - Throws: `CodecError.limit` if there are more than any picture has.
    package func everyBox(in range: Range<Int>) throws(CodecError) -> [MediaBox] {
        var (offset, found): (Int, [MediaBox]) = (range.lowerBound, [])
        while let box = box(at: offset, end: range.upperBound) {
            guard found.count < 100_000 else { throw .limit("more than 100000 boxes in one box") }
            found.append(box)
            offset = box.body.upperBound
        }
        return found
    }

    /// Returns the contents of all boxes at a path of types.
    ///
    /// - Throws: `CodecError.limit` if there are more than any picture has.
    package func everyBox(
        _ path: [StaticString], in range: Range<Int>
    ) throws(CodecError) -> [Range<Int>] {
        var found = [range]
        for type in path {
            var inner: [Range<Int>] = []
            for range in found {
                inner += try everyBox(in: range).filter { has(type, at: $0.typeOffset) }.map(\.body)
            }
            found = inner
        }
        return found
    }

    /// Checks that at most one box of each group is in `range`, since libraries differ in the one
    /// that they read.
    ///
    /// - Throws: `CodecError.damaged` if a box exists twice, or two exist that exclude each other.
    package func checkOnce(
        _ groups: [[StaticString]], in range: Range<Int>, _ format: ImageFormat
    ) throws(CodecError) {
        let all = try everyBox(in: range)
        for group in groups {
            let count = all.count { box in group.contains { has($0, at: box.typeOffset) } }
            guard count <= 1 else { throw .damaged(format, "more than one '\(group[0])' box") }
        }
    }

    /// Returns the content of the first box at a path of types.
    package func firstBox(_ path: [StaticString], in range: Range<Int>) -> Range<Int>? {
        path.reduce(Optional(range)) { range, type in
            range.flatMap { boxes(type, in: $0).first?.body }
        }
    }
}
