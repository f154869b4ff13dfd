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
            let track = MediaTrack.all(in: bytes).first { track in
                track.entry(of: bytes).map { bytes.has("av01", at: $0.typeOffset) } == true
                    && !track.refers("auxl", of: bytes)
            }
            guard let track else {
                durations = Array(repeating: .zero, count: count)
                loopCount = 0
                return
            }
            let scale = track.timescale(of: bytes)
            durations = track.numbers(in: "stts", of: bytes, count: count).map {
                .ticks($0, per: scale)
            }
            loopCount = track.loopCount(of: bytes)
        }
    }
#endif
