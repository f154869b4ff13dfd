#if AVIF
    import WebImageCoding
    import WebImagePixels

    /// The frames of one track, and the size that it declares.
    struct AVIFTrack {
        /// The byte range of each frame in order, clipped to the file.
        let parts: [Range<Int>]
        /// The number of frames in front of the first one that is cut off.
        let wholeCount: Int
        /// The union of the sizes that the track and its first description declare.
        let claim: PixelSize

        /// Reads the tables of `track`; nil if it has no AV1.
        ///
        /// - Throws: `CodecError.damaged` if a table exists twice or contradicts another one,
        ///   `CodecError.limit` if there are too many frames.
        init?(_ track: MediaTrack, of bytes: RawSpan, limits: DecodeLimits) throws(CodecError) {
            guard let tables = try track.tables(of: bytes, .avif),
                let kinds = bytes.firstBox(["stsd"], in: tables), kinds.count > 8,
                let entry = try bytes.everyBox(in: kinds.lowerBound + 8..<kinds.upperBound)
                    .first(where: { bytes.has("av01", at: $0.typeOffset) })
            else { return nil }
            let samples = try MediaSamples(tables, of: bytes, format: .avif, limits: limits)
            (parts, wholeCount) = (samples.ranges, samples.wholeCount)
            claim = bytes.size(ofTrack: track.body).union(bytes.size(ofEntry: entry.body))
        }
    }

    extension PixelSize {
        /// Returns the smallest size that contains both.
        fileprivate func union(_ other: PixelSize) -> PixelSize {
            PixelSize(width: max(width, other.width), height: max(height, other.height))
        }
    }

    extension RawSpan {
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
