#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// The headers of an image sequence: a track of pictures, and one of their alpha, if any.
    struct HEIFSequence {
        let color: HEIFTrack
        let alpha: HEIFTrack?
        /// The durations of the frames.
        let durations: [Duration]
        /// The total number of plays, 0 for infinite, which is also the default.
        let loopCount: Int
        /// A file of one image with the same headers.
        let still: ByteBlock

        /// The brands of files whose sequence is shown instead of their primary image.
        private static let brands: [StaticString] = ["msf1", "hevc", "hevx", "hevm", "hevs"]

        /// Reads the headers of a file; nil if it is no sequence of more than one picture.
        ///
        /// - Throws: `CodecError` if the headers are damaged or exceed the limits.
        init?(_ bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            guard Self.hasBrand(bytes) else { return nil }
            let tracks = MediaTrack.all(in: bytes)
            guard let track = tracks.first(where: { Self.isShown($0, bytes) }),
                var color = try HEIFTrack(track, of: bytes, limits: limits),
                color.samples.durations.count > 1 || color.samples.isCutOff
            else { return nil }
            var alpha: HEIFTrack?
            if let other = tracks.first(where: { Self.isAlpha($0, of: track, bytes) }) {
                alpha = try HEIFTrack(other, of: bytes, limits: limits)
            }
            if let alpha, alpha.samples.isCutOff {
                let count = alpha.samples.durations.count
                color = try HEIFTrack(track, of: bytes, limits: limits, most: count) ?? color
            }
            if let alpha,
                alpha.samples.durations.count < color.samples.durations.count
                    || alpha.size != color.size
            {
                throw .damaged(.heic, "the alpha of a sequence differs in size or length")
            }
            self.color = color
            self.alpha = alpha
            durations = color.samples.durations
            loopCount = track.loopCount(of: bytes)
            still = ByteBlock(copying: HEIFStillCopy(color, alpha: alpha).bytes)
        }

        /// The number of frames.
        var count: Int { durations.count }

        /// `true` if the file ends before all frames.
        var isCutOff: Bool {
            color.samples.isCutOff || alpha?.samples.isCutOff == true
        }

        /// The bytes that decoding keeps for the pictures of all tracks.
        var heldBytes: Int { color.heldBytes + (alpha?.heldBytes ?? 0) }

        /// Returns `true` if the file names a primary image (`pitm`).
        static func hasImage(_ bytes: RawSpan) -> Bool {
            guard let box = bytes.firstBox(["meta"], in: 0..<bytes.byteCount), box.count > 4 else {
                return false
            }
            return bytes.firstBox(["pitm"], in: box.lowerBound + 4..<box.upperBound) != nil
        }

        /// Returns `true` if the first brand is of sequences; besides a primary image, others do
        /// not count.
        private static func hasBrand(_ bytes: RawSpan) -> Bool {
            guard bytes.has("ftyp", at: 4), let size = bytes.u32(at: 0, .big) else { return false }
            if hasImage(bytes) { return brands.contains { bytes.has($0, at: 8) } }
            let end = min(Int(size), 16 + 64 * 4)
            return ([8] + stride(from: 16, to: max(end - 3, 16), by: 4)).contains { place in
                brands.contains { bytes.has($0, at: place) }
            }
        }

        /// Returns `true` for a track of pictures that is neither alpha nor a thumbnail.
        private static func isShown(_ track: MediaTrack, _ bytes: RawSpan) -> Bool {
            let isImage = ["pict", "vide"].contains { hasHandler($0, track, bytes) }
            return isImage && !track.refers("auxl", of: bytes) && !track.refers("thmb", of: bytes)
        }

        /// Returns `true` for a track of alpha that refers to the one of its colours.
        private static func isAlpha(
            _ track: MediaTrack, of color: MediaTrack, _ bytes: RawSpan
        ) -> Bool {
            guard let number = color.number(of: bytes),
                track.references("auxl", of: bytes).contains(number),
                let entry = track.entry(of: bytes)
            else { return false }
            let boxes = entry.body.lowerBound + HEIFTrack.entryBytes
            guard boxes < entry.body.upperBound else { return false }
            return bytes.boxes("auxi", in: boxes..<entry.body.upperBound).contains { box in
                bytes.has("urn:mpeg:hevc:2015:auxid:1", at: box.body.lowerBound + 4)
                    || bytes.has(
                        "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", at: box.body.lowerBound + 4)
            }
        }

        private static func hasHandler(
            _ name: StaticString, _ track: MediaTrack, _ bytes: RawSpan
        ) -> Bool {
            bytes.firstBox(["mdia", "hdlr"], in: track.body).map {
                bytes.has(name, at: $0.lowerBound + 8)
            } ?? false
        }
    }
#endif
