#if AVIF
    import CAVIFShim
    import WebImageCoding

    /// Removes content that the format allows but versions of libavif reject or misread.
    ///
    /// libavif before 1.0 rejects a sound track, which has no width and height, and a last box that
    /// extends to the end of the file. It also reads every auxiliary track as alpha, even depth,
    /// and not the alpha of single cells (``AVIFCellAlpha``). libavif 1.2 and later reject a file
    /// for its damaged gain map, which the metadata's reader tells and ignores.
    enum AVIFRepair {
        /// Returns the changed bytes; nil if nothing needs a change.
        static func repaired(_ bytes: RawSpan) -> [UInt8]? {
            guard AVIF_VERSION_MAJOR < 1 || AVIF_VERSION_MINOR < 2 else {
                return withoutMapBrand(bytes)
            }
            guard let result = withoutUnreadable(bytes) else {
                return AVIFCellAlpha.repaired(bytes)
            }
            return AVIFCellAlpha.repaired(result.span.bytes) ?? result
        }

        /// Returns a file without the brand by which libavif looks for a gain map; nil for a file
        /// that has none.
        static func withoutMapBrand(_ bytes: RawSpan) -> [UInt8]? {
            guard let brands = bytes.firstBox(["ftyp"], in: 0..<bytes.byteCount) else {
                return nil
            }
            let places = stride(from: brands.lowerBound + 8, to: brands.upperBound - 3, by: 4)
                .filter { bytes.has("tmap", at: $0) }
            guard !places.isEmpty else { return nil }
            var result = bytes.prefixBytes(bytes.byteCount)
            for place in places { result.replaceSubrange(place..<place + 4, with: "mif1".utf8) }
            return result
        }

        /// Returns a file whose last box ends with it.
        static func withClippedEnd(_ bytes: [UInt8]) -> [UInt8] {
            let boxes = bytes.span.bytes.boxes(in: 0..<bytes.count)
            guard let box = boxes.last, box.statedEnd ?? 0 > bytes.count else { return bytes }
            var result = bytes
            clip(box.start, of: &result)
            return result
        }

        private static func clip(_ box: Int, of bytes: inout [UInt8]) {
            let size = UInt32(clamping: bytes.count - box)
            for index in 0..<4 {
                bytes[box + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index))
            }
        }

        private static func withoutUnreadable(_ bytes: RawSpan) -> [UInt8]? {
            let open = bytes.boxes(in: 0..<bytes.byteCount).last.flatMap { box in
                box.isOpenEnded && bytes.byteCount <= Int(UInt32.max) ? box.start : nil
            }
            let hidden = hiddenTracks(of: bytes)
            guard open != nil || !hidden.isEmpty else { return nil }
            var result = bytes.prefixBytes(bytes.byteCount)
            for offset in hidden { result.replaceSubrange(offset..<offset + 4, with: "free".utf8) }
            if let open { clip(open, of: &result) }
            return result
        }

        /// Returns the offsets of the box types of tracks that are neither images nor their alpha.
        private static func hiddenTracks(of bytes: RawSpan) -> [Int] {
            guard let film = bytes.firstBox(["moov"], in: 0..<bytes.byteCount) else { return [] }
            return bytes.boxes("trak", in: film).filter { track in
                bytes.isHandled(track.body, by: "soun") || bytes.isAuxiliaryOfOtherKind(track.body)
            }.map(\.typeOffset)
        }
    }

    extension RawSpan {
        /// Returns `true` if the track has this handler: `pict` for images, `soun` for sound.
        fileprivate func isHandled(_ track: Range<Int>, by handler: StaticString) -> Bool {
            guard let body = firstBox(["mdia", "hdlr"], in: track) else { return false }
            return has(handler, at: body.lowerBound + 8)
        }

        /// Returns `true` if a track declares an auxiliary type other than alpha (ISO/IEC 23008-12,
        /// section 7.5.3: the box `auxi` in the first sample description).
        fileprivate func isAuxiliaryOfOtherKind(_ track: Range<Int>) -> Bool {
            let path: [StaticString] = ["mdia", "minf", "stbl", "stsd"]
            guard let table = firstBox(path, in: track),
                let entry = box(at: table.lowerBound + 8, end: table.upperBound),
                // The fields of a visual sample entry precede its boxes.
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
