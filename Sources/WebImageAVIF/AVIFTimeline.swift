#if AVIF
    import WebImageCoding

    /// The durations of the frames of a sequence, and the number of plays.
    ///
    /// libavif sums all frames before each one, which is quadratic in a number that the file
    /// chooses. It reports the number of plays only since version 1.0.
    struct AVIFTimeline {
        /// The duration of each frame.
        let durations: [Duration]
        /// The total number of plays, 0 for infinite, which is also the default.
        let loopCount: Int

        /// Reads the track that libavif uses: the first AV1 track that is not auxiliary, such as
        /// alpha.
        ///
        /// - Parameter count: The number of frames.
        init(_ bytes: RawSpan, count: Int) {
            let track = bytes.tracks.first { track in
                bytes.firstBox(["mdia", "minf", "stbl", "stsd"], in: track).map {
                    bytes.has("av01", at: $0.lowerBound + 12)
                } == true && bytes.firstBox(["tref", "auxl"], in: track) == nil
            }
            guard let track else {
                durations = Array(repeating: .zero, count: count)
                loopCount = 0
                return
            }
            durations = Self.durations(bytes, track, count: count)
            loopCount = Self.loopCount(bytes, track)
        }

        /// Returns the durations in `stts`, in the units of `mdhd`.
        private static func durations(
            _ bytes: RawSpan, _ track: Range<Int>, count: Int
        ) -> [Duration] {
            var result: [Duration] = []
            result.reserveCapacity(count)
            let scale = bytes.timescale(of: track)
            if let table = bytes.firstBox(["mdia", "minf", "stbl", "stts"], in: track) {
                var place = table.lowerBound + 8
                while result.count < count, place + 8 <= table.upperBound,
                    let run = bytes.u32(at: place, .big), let ticks = bytes.u32(at: place + 4, .big)
                {
                    let duration = Duration.ticks(ticks, per: scale)
                    result += repeatElement(duration, count: min(Int(run), count - result.count))
                    place += 8
                }
            }
            return result + repeatElement(.zero, count: count - result.count)
        }

        /// Returns the number of plays: a repeating edit list plays its segment until the track's
        /// duration is over (ISO/IEC 14496-12, sections 8.6.6 and 8.3.2).
        private static func loopCount(_ bytes: RawSpan, _ track: Range<Int>) -> Int {
            guard let edits = bytes.firstBox(["edts", "elst"], in: track),
                let header = bytes.firstBox(["tkhd"], in: track),
                let flags = bytes.u32(at: edits.lowerBound, .big),
                let segment = bytes.number(at: edits.lowerBound + 8, isLong: flags >> 24 == 1)
            else { return 0 }
            guard flags & 1 == 1 else { return 1 }
            let isLong = bytes.u8(at: header.lowerBound) == 1
            let place = header.lowerBound + (isLong ? 28 : 20)
            guard segment > 0, let total = bytes.number(at: place, isLong: isLong),
                total != (isLong ? UInt64.max : UInt64(UInt32.max))
            else { return 0 }
            let plays = total / segment + (total % segment == 0 ? 0 : 1)
            return Int(min(max(plays, 1), 1 << 31))
        }
    }

    extension RawSpan {
        /// The tracks in `moov`; empty if there is none.
        fileprivate var tracks: [Range<Int>] {
            guard let film = firstBox(["moov"], in: 0..<byteCount) else { return [] }
            return boxes("trak", in: film).map(\.body)
        }

        /// Returns the time units a second of a track.
        fileprivate func timescale(of track: Range<Int>) -> UInt32 {
            guard let header = firstBox(["mdia", "mdhd"], in: track),
                let version = u8(at: header.lowerBound)
            else { return 0 }
            return u32(at: header.lowerBound + (version == 1 ? 20 : 12), .big) ?? 0
        }

        /// Returns a number of 8 or 4 bytes.
        fileprivate func number(at offset: Int, isLong: Bool) -> UInt64? {
            guard let first = u32(at: offset, .big) else { return nil }
            guard isLong else { return UInt64(first) }
            return u32(at: offset + 4, .big).map { UInt64(first) << 32 | UInt64($0) }
        }
    }

    extension Duration {
        /// Returns `ticks` divided by `scale` as seconds; zero if the scale is 0.
        fileprivate static func ticks(_ ticks: UInt32, per scale: UInt32) -> Duration {
            guard scale > 0 else { return .zero }
            return .nanoseconds(
                Int64((UInt64(ticks) * 1_000_000_000 + UInt64(scale) / 2) / UInt64(scale)))
        }
    }
#endif
