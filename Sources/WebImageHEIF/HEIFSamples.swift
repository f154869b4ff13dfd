#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// The coded pictures of a track, in the order of decoding (ISO/IEC 14496-12, section 8.7).
    struct HEIFSamples {
        /// One picture.
        struct Sample {
            /// The range of its units in the file.
            var range: Range<Int>
            /// The index in the order of presentation.
            var index = 0
            /// `true` if decoding can begin here.
            var isSync: Bool
        }

        /// All pictures.
        private(set) var samples: [Sample] = []
        /// The durations in the order of presentation.
        private(set) var durations: [Duration] = []

        /// Reads the tables of a track.
        ///
        /// - Throws: `CodecError` if there are too many, one is cut off, or the tables are damaged.
        init(_ track: MediaTrack, of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            let sizes = try Self.sizes(track, bytes, limits)
            let ranges = Self.ranges(track, bytes, sizes)
            guard ranges.allSatisfy({ $0.upperBound <= bytes.byteCount }) else {
                throw .truncated(.heic, "a picture of the sequence is cut off")
            }
            // Samples that share bytes would multiply the work of a small file.
            guard ranges.count == sizes.count, sizes.reduce(0, +) <= bytes.byteCount else {
                throw .damaged(.heic, "the tables of the sequence contradict each other")
            }
            samples = ranges.map { Sample(range: $0, isSync: true) }
            markSync(track, bytes)
            arrange(track, bytes)
        }

        /// Reads the sizes of all samples (`stsz`).
        private static func sizes(
            _ track: MediaTrack, _ bytes: RawSpan, _ limits: DecodeLimits
        ) throws(CodecError) -> [Int] {
            guard let table = track.table("stsz", of: bytes),
                let size = bytes.u32(at: table.lowerBound + 4, .big),
                let count = bytes.u32(at: table.lowerBound + 8, .big).map({ Int($0) })
            else { throw .damaged(.heic, "the track has no table of sizes") }
            try limits.check(frames: count)
            if size > 0 { return Array(repeating: Int(size), count: count) }
            guard count * 4 <= table.upperBound - table.lowerBound - 12 else {
                throw .damaged(.heic, "the table of sizes is cut off")
            }
            return (0..<count).map { index in
                Int(bytes.u32(at: table.lowerBound + 12 + index * 4, .big) ?? 0)
            }
        }

        /// Returns the ranges of the samples, which stand one after the other in chunks.
        private static func ranges(
            _ track: MediaTrack, _ bytes: RawSpan, _ sizes: [Int]
        ) -> [Range<Int>] {
            let isLong = track.table("stco", of: bytes) == nil
            guard let chunks = track.table(isLong ? "co64" : "stco", of: bytes),
                let runs = track.table("stsc", of: bytes),
                let count = bytes.u32(at: chunks.lowerBound + 4, .big),
                let runCount = bytes.u32(at: runs.lowerBound + 4, .big)
            else { return [] }
            var result: [Range<Int>] = []
            var run = 0
            let width = isLong ? 8 : 4
            for chunk in 0..<min(Int(count), max(chunks.count - 8, 0) / width) {
                guard result.count < sizes.count else { break }
                // A run counts for all chunks up to the first one of the next run.
                let next = runs.lowerBound + 8 + (run + 1) * 12
                if run + 1 < Int(runCount), let first = bytes.u32(at: next, .big),
                    Int(first) <= chunk + 1
                {
                    run += 1
                }
                let place = chunks.lowerBound + 8 + chunk * width
                guard let each = bytes.u32(at: runs.lowerBound + 12 + run * 12, .big),
                    let high = bytes.u32(at: place, .big),
                    let low = isLong ? bytes.u32(at: place + 4, .big) : high,
                    !isLong || high < 1 << 20
                else { break }
                var offset = isLong ? Int(high) << 32 | Int(low) : Int(low)
                for size in sizes[result.count...].prefix(Int(each)) {
                    result.append(offset..<offset + size)
                    offset += size
                }
            }
            return result
        }

        /// Marks the samples at which decoding can begin (`stss`); without a table, all.
        private mutating func markSync(_ track: MediaTrack, _ bytes: RawSpan) {
            guard let table = track.table("stss", of: bytes) else { return }
            for index in samples.indices { samples[index].isSync = false }
            for place in stride(from: table.lowerBound + 8, to: table.upperBound - 3, by: 4) {
                guard let number = bytes.u32(at: place, .big).map({ Int($0) }),
                    samples.indices.contains(number - 1)
                else { continue }
                samples[number - 1].isSync = true
            }
        }

        /// Sets the order of presentation, by the times of `stts` and `ctts`.
        private mutating func arrange(_ track: MediaTrack, _ bytes: RawSpan) {
            let ticks = track.ticks(of: bytes, count: samples.count)
            let shifts = Self.shifts(track, bytes, count: samples.count)
            var (time, times): (Int, [Int]) = (0, [])
            for (tick, shift) in zip(ticks, shifts) {
                times.append(time + shift)
                time += Int(tick)
            }
            let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
            let scale = track.timescale(of: bytes)
            for (index, sample) in order.enumerated() {
                samples[sample].index = index
                let isLast = index + 1 == order.count
                let length =
                    isLast ? Int(ticks[sample]) : times[order[index + 1]] - times[sample]
                durations.append(.ticks(UInt32(clamping: length), per: scale))
            }
        }

        /// Returns the distance of presentation from decoding of each sample (`ctts`).
        private static func shifts(
            _ track: MediaTrack, _ bytes: RawSpan, count: Int
        ) -> [Int] {
            var result: [Int] = []
            if let table = track.table("ctts", of: bytes) {
                var place = table.lowerBound + 8
                while result.count < count, place + 8 <= table.upperBound,
                    let run = bytes.u32(at: place, .big),
                    let shift = bytes.u32(at: place + 4, .big)
                {
                    let signed = Int(Int32(bitPattern: shift))
                    result += repeatElement(signed, count: min(Int(run), count - result.count))
                    place += 8
                }
            }
            return result + repeatElement(0, count: count - result.count)
        }
    }
#endif
