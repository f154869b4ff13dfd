#if AVIF
    import WebImageCoding
    import WebImagePixels

    /// The byte ranges of the frames of one track (ISO/IEC 14496-12, sections 8.6 and 8.7).
    struct AVIFSamples {
        /// The byte range of each frame in order, clipped to the file.
        private(set) var parts: [Range<Int>] = []
        /// The union of the sizes that the track and its first description declare.
        let claim: PixelSize
        private let table: Range<Int>

        /// The maximum product of chunks and runs of chunks, which libavif compares pairwise.
        private static let maxComparisons = 1 << 28
        /// The maximum product of frames and entries of the duration table.
        private static let maxAdditions = 1 << 30

        /// Reads the tables of `track`; nil if it has no AV1.
        ///
        /// - Throws: `CodecError.damaged` if a table exists twice, `CodecError.limit` if there are
        ///   too many frames.
        init?(_ bytes: RawSpan, track: Range<Int>, limits: DecodeLimits) throws(CodecError) {
            let tables = try bytes.everyBox(["mdia", "minf", "stbl"], in: track)
            guard let table = tables.first else { return nil }
            try bytes.checkOnce(
                [["stsd"], ["stsc"], ["stsz"], ["stts"], ["stco", "co64"]], in: table)
            guard tables.count == 1 else {
                throw .damaged(.avif, "a track has more than one sample table")
            }
            guard let kinds = bytes.firstBox(["stsd"], in: table), kinds.count > 8 else {
                return nil
            }
            let entries = kinds.lowerBound + 8..<kinds.upperBound
            guard
                let entry = try bytes.everyBox(in: entries).first(where: {
                    bytes.has("av01", at: $0.typeOffset)
                })
            else { return nil }
            self.table = table
            claim = bytes.size(ofTrack: track).union(bytes.size(ofEntry: entry.body))
            try readParts(bytes, limits)
            try checkDurations(bytes)
        }

        private mutating func readParts(
            _ bytes: RawSpan, _ limits: DecodeLimits
        ) throws(CodecError) {
            let isLong = bytes.firstBox(["stco"], in: table) == nil
            guard let chunks = bytes.firstBox([isLong ? "co64" : "stco"], in: table),
                let runs = bytes.firstBox(["stsc"], in: table),
                let sizes = bytes.firstBox(["stsz"], in: table)
            else { return }
            let chunkCount = bytes.count(
                at: chunks.lowerBound + 4, in: chunks, each: isLong ? 8 : 4)
            let runCount = bytes.count(at: runs.lowerBound + 4, in: runs, each: 12)
            guard chunkCount * runCount <= Self.maxComparisons else {
                throw .limit("\(chunkCount) chunks times \(runCount) sample-to-chunk entries")
            }
            let starts = (0..<runCount).map {
                bytes.u32(at: runs.lowerBound + 8 + $0 * 12, .big) ?? 0
            }
            guard zip(starts, starts.dropFirst()).allSatisfy(<) else {
                throw .damaged(.avif, "the sample-to-chunk table is not in order")
            }
            var run = 0
            for chunk in 0..<chunkCount {
                while run + 1 < runCount, starts[run + 1] <= chunk + 1 { run += 1 }
                guard
                    let count = bytes.u32(at: runs.lowerBound + 12 + run * 12, .big),
                    var offset = bytes.number(
                        at: chunks.lowerBound + 8 + chunk * (isLong ? 8 : 4), isLong: isLong)
                else { return }
                try limits.check(frames: parts.count + Int(count))
                for _ in 0..<count {
                    guard let size = bytes.size(ofSample: parts.count, in: sizes) else { return }
                    let start = min(offset, bytes.byteCount)
                    parts.append(start..<start + min(size, bytes.byteCount - start))
                    offset = start + size
                }
            }
        }

        /// Rejects durations that take too long to sum: for each frame, libavif sums those of all
        /// earlier ones and searches the table for each.
        private func checkDurations(_ bytes: RawSpan) throws(CodecError) {
            guard let times = bytes.firstBox(["stts"], in: table) else { return }
            let count = bytes.count(at: times.lowerBound + 4, in: times, each: 8)
            guard count * parts.count <= Self.maxAdditions else {
                throw .limit("\(parts.count) frames times \(count) durations")
            }
        }
    }

    extension PixelSize {
        /// Returns the smallest size that contains both.
        fileprivate func union(_ other: PixelSize) -> PixelSize {
            PixelSize(width: max(width, other.width), height: max(height, other.height))
        }
    }

    extension RawSpan {
        /// Returns the contents of all boxes at a path of types.
        func everyBox(
            _ path: [StaticString], in range: Range<Int>
        ) throws(CodecError) -> [Range<Int>] {
            var found = [range]
            for type in path {
                var inner: [Range<Int>] = []
                for range in found {
                    for box in try everyBox(in: range) where has(type, at: box.typeOffset) {
                        inner.append(box.body)
                    }
                }
                found = inner
            }
            return found
        }

        /// Rejects duplicates of boxes that may exist once, and boxes that exclude each other,
        /// since libraries differ in which one they read.
        func checkOnce(
            _ groups: [[StaticString]], in range: Range<Int>
        ) throws(CodecError) {
            let all = try everyBox(in: range)
            for group in groups {
                let count = all.count { box in group.contains { has($0, at: box.typeOffset) } }
                guard count <= 1 else {
                    throw .damaged(.avif, "more than one '\(group[0])' box")
                }
            }
        }

        /// Returns the number of entries of a table, limited to its length.
        fileprivate func count(at offset: Int, in table: Range<Int>, each size: Int) -> Int {
            guard let count = u32(at: offset, .big) else { return 0 }
            return min(Int(count), max(table.upperBound - offset - 4, 0) / size)
        }

        /// Returns an offset of 8 or 4 bytes; nil past the end, or if it does not fit `Int`.
        fileprivate func number(at offset: Int, isLong: Bool) -> Int? {
            guard let first = u32(at: offset, .big) else { return nil }
            guard isLong else { return Int(first) }
            guard first < 0x4000_0000, let second = u32(at: offset + 4, .big) else { return nil }
            return Int(first) << 32 | Int(second)
        }

        /// Returns the size in bytes of a frame; one size may apply to all.
        fileprivate func size(ofSample index: Int, in table: Range<Int>) -> Int? {
            guard let common = u32(at: table.lowerBound + 4, .big) else { return nil }
            guard common == 0 else { return Int(common) }
            let place = table.lowerBound + 12 + index * 4
            guard place + 4 <= table.upperBound else { return nil }
            return u32(at: place, .big).map { Int($0) }
        }

        /// Returns the size in a track header, which is in 1/65536 of a pixel.
        fileprivate func size(ofTrack track: Range<Int>) -> PixelSize {
            guard let header = firstBox(["tkhd"], in: track),
                let version = u8(at: header.lowerBound)
            else { return PixelSize(width: 0, height: 0) }
            let place = header.lowerBound + (version == 1 ? 88 : 76)
            return PixelSize(
                width: Int((u32(at: place, .big) ?? 0) >> 16),
                height: Int((u32(at: place + 4, .big) ?? 0) >> 16))
        }

        /// Returns the size in the description of a track's frames.
        fileprivate func size(ofEntry entry: Range<Int>) -> PixelSize {
            PixelSize(
                width: Int(u16(at: entry.lowerBound + 24, .big) ?? 0),
                height: Int(u16(at: entry.lowerBound + 26, .big) ?? 0))
        }
    }
#endif
