/// A track of pictures in an ISO base media file (`trak`; ISO/IEC 14496-12, section 8.3).
package struct MediaTrack {
    /// The range of its boxes in the file.
    package let body: Range<Int>

    /// Creates a track of the content of a box.
    package init(body: Range<Int>) { self.body = body }

    /// Returns the tracks in `moov`; empty if there is none.
    package static func all(in bytes: RawSpan) -> [MediaTrack] {
        guard let film = bytes.firstBox(["moov"], in: 0..<bytes.byteCount) else { return [] }
        return bytes.boxes("trak", in: film).map { MediaTrack(body: $0.body) }
    }

    /// Returns the content of the box of all tables of samples (`stbl`); nil if there is none.
    ///
    /// - Throws: `CodecError.damaged` if the box or a table exists twice.
    package func tables(
        of bytes: RawSpan, _ format: ImageFormat
    ) throws(CodecError) -> Range<Int>? {
        let all = try bytes.everyBox(["mdia", "minf", "stbl"], in: body)
        guard let tables = all.first else { return nil }
        try bytes.checkOnce(
            [["stsd"], ["stsc"], ["stsz"], ["stts"], ["stco", "co64"], ["stss"], ["ctts"]],
            in: tables, format)
        guard all.count == 1 else {
            throw .damaged(format, "a track has more than one sample table")
        }
        return tables
    }

    /// Returns the content of a table of samples, such as `stts`; nil if there is none.
    package func table(_ name: StaticString, of bytes: RawSpan) -> Range<Int>? {
        bytes.firstBox(["mdia", "minf", "stbl", name], in: body)
    }

    /// Returns the first description of samples; nil if there is none.
    package func entry(of bytes: RawSpan) -> MediaBox? {
        table("stsd", of: bytes).flatMap { bytes.box(at: $0.lowerBound + 8, end: $0.upperBound) }
    }

    /// Returns `true` if the track refers to another one in this way.
    package func refers(_ kind: StaticString, of bytes: RawSpan) -> Bool {
        bytes.firstBox(["tref", kind], in: body) != nil
    }

    /// Returns the numbers of the tracks that it refers to in this way.
    package func references(_ kind: StaticString, of bytes: RawSpan) -> [UInt32] {
        guard let box = bytes.firstBox(["tref", kind], in: body) else { return [] }
        return stride(from: box.lowerBound, to: box.upperBound - 3, by: 4)
            .compactMap { bytes.u32(at: $0, .big) }
    }

    /// Returns the number of the track (`tkhd`); nil if it is missing.
    package func number(of bytes: RawSpan) -> UInt32? {
        guard let header = bytes.firstBox(["tkhd"], in: body),
            let version = bytes.u8(at: header.lowerBound)
        else { return nil }
        return bytes.u32(at: header.lowerBound + (version == 1 ? 20 : 12), .big)
    }

    /// Returns the time units a second (`mdhd`); 0 if they are missing.
    package func timescale(of bytes: RawSpan) -> UInt32 {
        guard let header = bytes.firstBox(["mdia", "mdhd"], in: body),
            let version = bytes.u8(at: header.lowerBound)
        else { return 0 }
        return bytes.u32(at: header.lowerBound + (version == 1 ? 20 : 12), .big) ?? 0
    }

    /// Returns the number of each sample in a table of runs, 0 for those without an entry: the time
    /// units that it lasts (`stts`), or that it is shown after it is decoded (`ctts`).
    package func numbers(
        in name: StaticString, of bytes: RawSpan, count: Int
    ) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(count)
        if let table = table(name, of: bytes) {
            var place = table.lowerBound + 8
            while result.count < count, place + 8 <= table.upperBound,
                let run = bytes.u32(at: place, .big), let number = bytes.u32(at: place + 4, .big)
            {
                result += repeatElement(number, count: min(Int(run), count - result.count))
                place += 8
            }
        }
        return result + repeatElement(0, count: count - result.count)
    }

    /// Returns the number of plays, 0 for infinite: a repeating edit list plays its segment until
    /// the track's duration is over (ISO/IEC 14496-12, sections 8.6.6 and 8.3.2).
    package func loopCount(of bytes: RawSpan) -> Int {
        guard let edits = bytes.firstBox(["edts", "elst"], in: body),
            let header = bytes.firstBox(["tkhd"], in: body),
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
    /// Returns a number of 8 or 4 bytes.
    func number(at offset: Int, isLong: Bool) -> UInt64? {
        guard let first = u32(at: offset, .big) else { return nil }
        guard isLong else { return UInt64(first) }
        return u32(at: offset + 4, .big).map { UInt64(first) << 32 | UInt64($0) }
    }
}

extension Duration {
    /// Returns `ticks` divided by `scale` as seconds; zero if the scale is 0.
    package static func ticks(_ ticks: UInt32, per scale: UInt32) -> Duration {
        guard scale > 0 else { return .zero }
        return .nanoseconds(
            Int64((UInt64(ticks) * 1_000_000_000 + UInt64(scale) / 2) / UInt64(scale)))
    }
}
