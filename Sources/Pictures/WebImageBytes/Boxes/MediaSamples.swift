/// The byte ranges of the samples of a track (ISO/IEC 14496-12, sections 8.6 and 8.7).
package struct MediaSamples {
    /// The range of each sample in the order of decoding, clipped to the file.
    package private(set) var ranges: [Range<Int>] = []
    /// The number of samples in front of the first one that the file ends inside or before.
    package private(set) var wholeCount = 0
    /// `true` if the file ends inside or before a sample.
    package var isCutOff: Bool { wholeCount < ranges.count }
    private let format: ImageFormat

    /// The maximum product of chunks and runs of chunks, which libavif compares pairwise.
    private static let maxComparisons = 1 << 28
    /// The maximum product of samples and entries of the duration table: for each sample, libavif
    /// sums those of all earlier ones and searches the table for each.
    private static let maxAdditions = 1 << 30

    /// Reads the tables in `table`, the content of `stbl`.
    ///
    /// - Throws: `CodecError.damaged` if they contradict each other or samples share bytes, which
    ///   would multiply the work of a small file; `CodecError.limit` if there are too many samples.
    package init(
        _ table: Range<Int>, of bytes: RawSpan, format: ImageFormat, limits: DecodeLimits
    ) throws(CodecError) {
        self.format = format
        guard let sizes = bytes.firstBox(["stsz"], in: table),
            let common = bytes.u32(at: sizes.lowerBound + 4, .big).map({ Int($0) }),
            let count = bytes.u32(at: sizes.lowerBound + 8, .big).map({ Int($0) })
        else { throw .damaged(format, "the track has no table of sizes") }
        try limits.check(frames: count)
        guard count <= (common > 0 ? bytes.byteCount : (sizes.count - 12) / 4) else {
            throw .damaged(format, "the table of sizes is cut off")
        }
        let chunks = try chunks(in: table, bytes)
        // libavif reads sizes for the samples of chunks, and ignores further ones.
        let sampleCount = chunks.reduce(0) { $0 + $1.count }
        guard sampleCount == count || format == .avif && sampleCount < count else {
            throw contradiction
        }
        for chunk in chunks {
            var start = min(chunk.offset, bytes.byteCount)
            for _ in 0..<chunk.count {
                let place = sizes.lowerBound + 12 + ranges.count * 4
                let end = start + (common > 0 ? common : Int(bytes.u32(at: place, .big) ?? 0))
                if !isCutOff, max(chunk.offset, end) <= bytes.byteCount { wholeCount += 1 }
                ranges.append(start..<min(end, bytes.byteCount))
                start = min(end, bytes.byteCount)
            }
        }
        guard ranges.reduce(0, { $0 + $1.count }) <= bytes.byteCount else { throw contradiction }
        let times = bytes.firstBox(["stts"], in: table)
        let durationCount = times.map { bytes.entryCount(of: $0, each: 8) } ?? 0
        guard durationCount * count <= Self.maxAdditions else {
            throw .limit("\(count) frames times \(durationCount) durations")
        }
    }

    private var contradiction: CodecError {
        .damaged(format, "the tables of the sequence contradict each other")
    }

    /// Returns the offset of each chunk, and the number of its samples, which follow each other.
    private func chunks(
        in table: Range<Int>, _ bytes: RawSpan
    ) throws(CodecError) -> [(offset: Int, count: Int)] {
        let isLong = bytes.firstBox(["stco"], in: table) == nil
        guard let offsets = bytes.firstBox([isLong ? "co64" : "stco"], in: table),
            let runs = bytes.firstBox(["stsc"], in: table)
        else { throw contradiction }
        let chunkCount = bytes.entryCount(of: offsets, each: isLong ? 8 : 4)
        let runCount = bytes.entryCount(of: runs, each: 12)
        guard chunkCount * runCount <= Self.maxComparisons else {
            throw .limit("\(chunkCount) chunks times \(runCount) sample-to-chunk entries")
        }
        let starts = (0..<runCount).map { bytes.u32(at: runs.lowerBound + 8 + $0 * 12, .big) ?? 0 }
        guard starts.first ?? 1 == 1, zip(starts, starts.dropFirst()).allSatisfy(<) else {
            throw .damaged(format, "the sample-to-chunk table is not in order")
        }
        guard runCount > 0 else { return [] }
        var (run, result): (Int, [(offset: Int, count: Int)]) = (0, [])
        for chunk in 0..<chunkCount {
            // A run counts for all chunks up to the first one of the next run.
            while run + 1 < runCount, starts[run + 1] <= chunk + 1 { run += 1 }
            let place = offsets.lowerBound + 8 + chunk * (isLong ? 8 : 4)
            guard let count = bytes.u32(at: runs.lowerBound + 12 + run * 12, .big),
                let offset = bytes.number(at: place, isLong: isLong), offset < 1 << 62
            else { throw contradiction }
            result.append((Int(offset), Int(count)))
        }
        return result
    }
}

extension RawSpan {
    /// Returns the number of entries of a table, limited to its length.
    fileprivate func entryCount(of table: Range<Int>, each size: Int) -> Int {
        let count = u32(at: table.lowerBound + 4, .big) ?? 0
        return min(Int(count), max(table.count - 8, 0) / size)
    }
}
