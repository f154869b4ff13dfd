#if AVIF
    import WebImageCoding

    /// Takes out of a file what versions of libavif refuse, or take for something else, although the
    /// format allows it.
    ///
    /// A sequence may have sound, whose track has no width and height, and the last box of a file may
    /// say that it reaches to the end: libavif before 1.0 refuses the whole file for either. And it
    /// takes every auxiliary track for alpha, also one of depth.
    enum AVIFRepair {
        /// The changed bytes, nil where nothing is to be changed.
        static func repaired(_ bytes: RawSpan) -> [UInt8]? {
            let open = bytes.boxes(in: 0..<bytes.byteCount).last.flatMap { box in
                box.isOpenEnded && bytes.byteCount <= Int(UInt32.max) ? box.start : nil
            }
            let hidden = hiddenTracks(of: bytes)
            guard open != nil || !hidden.isEmpty else { return nil }
            var result = bytes.prefixBytes(bytes.byteCount)
            for offset in hidden { result.replaceSubrange(offset..<offset + 4, with: "free".utf8) }
            if let open {
                let size = UInt32(bytes.byteCount - open)
                for index in 0..<4 {
                    result[open + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index))
                }
            }
            return result
        }

        /// Where the types of tracks stand that are neither pictures nor their alpha.
        private static func hiddenTracks(of bytes: RawSpan) -> [Int] {
            guard let film = bytes.firstBox(["moov"], in: 0..<bytes.byteCount) else { return [] }
            return bytes.boxes("trak", in: film).filter { track in
                bytes.isHandled(track.body, by: "soun") || bytes.isAuxiliaryOfOtherKind(track.body)
            }.map(\.typeOffset)
        }
    }

    extension RawSpan {
        /// The handler of a track: `pict` for pictures, `soun` for sound.
        fileprivate func isHandled(_ track: Range<Int>, by handler: StaticString) -> Bool {
            guard let body = firstBox(["mdia", "hdlr"], in: track) else { return false }
            return has(handler, at: body.lowerBound + 8)
        }

        /// Whether a track says what it is auxiliary for, and that is not alpha (ISO/IEC 23008-12,
        /// section 7.5.3: the box `auxi` in the first description of samples).
        fileprivate func isAuxiliaryOfOtherKind(_ track: Range<Int>) -> Bool {
            let path: [StaticString] = ["mdia", "minf", "stbl", "stsd"]
            guard let table = firstBox(path, in: track),
                let entry = box(at: table.lowerBound + 8, end: table.upperBound),
                // The fields of a visual sample entry stand before its boxes.
                entry.body.count > 78,
                let kind = firstBox(
                    ["auxi"], in: entry.body.lowerBound + 78..<entry.body.upperBound)
            else { return false }
            let name = kind.lowerBound + 4
            return !has("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", at: name)
                && !has("urn:mpeg:hevc:2015:auxid:1", at: name)
        }
    }
#endif
