#if AVIF
    import WebImageCoding

    /// Takes out of a file what versions of libavif refuse although the format allows it.
    ///
    /// A sequence may have sound, whose track has no width and height; and the last box of a file may
    /// say that it reaches to the end. libavif before 1.0 refuses the whole file for either.
    enum AVIFRepair {
        /// The changed bytes, nil where nothing is to be changed.
        static func repaired(_ bytes: RawSpan) -> [UInt8]? {
            let open = bytes.boxes(in: 0..<bytes.byteCount).last.flatMap { box in
                box.isOpenEnded && bytes.byteCount <= Int(UInt32.max) ? box.start : nil
            }
            let sound = soundTracks(of: bytes)
            guard open != nil || !sound.isEmpty else { return nil }
            var result = bytes.prefixBytes(bytes.byteCount)
            for offset in sound { result.replaceSubrange(offset..<offset + 4, with: "free".utf8) }
            if let open {
                let size = UInt32(bytes.byteCount - open)
                for index in 0..<4 {
                    result[open + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index))
                }
            }
            return result
        }

        /// Where the type of each sound track stands.
        private static func soundTracks(of bytes: RawSpan) -> [Int] {
            guard let film = bytes.firstBox(["moov"], in: 0..<bytes.byteCount) else { return [] }
            return bytes.boxes("trak", in: film)
                .filter { bytes.isHandled($0.body, by: "soun") }.map(\.typeOffset)
        }
    }
#endif
