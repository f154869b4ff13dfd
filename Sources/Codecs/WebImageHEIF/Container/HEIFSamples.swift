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

        /// The whole pictures.
        private(set) var samples: [Sample] = []
        /// The durations in the order of presentation.
        private(set) var durations: [Duration] = []
        /// `true` if the file ends before all pictures of the track.
        let isCutOff: Bool

        /// Reads the tables of a track.
        ///
        /// - Parameter most: The most pictures to take.
        /// - Throws: `CodecError` if there are too many, none is whole, or the tables are damaged.
        init(
            _ track: MediaTrack, of bytes: RawSpan, limits: DecodeLimits, most: Int = .max
        ) throws(CodecError) {
            guard let tables = try track.tables(of: bytes, .heic) else {
                throw .damaged(.heic, "the track has no table of sizes")
            }
            let found = try MediaSamples(tables, of: bytes, format: .heic, limits: limits)
            isCutOff = found.isCutOff
            guard found.wholeCount > 0 || !isCutOff else {
                throw .truncated(.heic, "the pictures of the sequence are cut off")
            }
            samples = found.ranges.prefix(min(found.wholeCount, most)).map {
                Sample(range: $0, isSync: true)
            }
            markSync(track, bytes)
            arrange(track, bytes)
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
            let ticks = track.numbers(in: "stts", of: bytes, count: samples.count)
            let shifts = track.numbers(in: "ctts", of: bytes, count: samples.count)
            var (time, times): (Int, [Int]) = (0, [])
            for (tick, shift) in zip(ticks, shifts) {
                times.append(time + Int(Int32(bitPattern: shift)))
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
    }
#endif
