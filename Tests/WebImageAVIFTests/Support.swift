#if AVIF
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// Decodes a file with default limits unless told otherwise.
    @discardableResult
    func decode(
        _ file: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try file.withSpan { bytes throws(CodecError) in
            try AVIFDecoder().decode(bytes, options: options)
        }
    }

    /// The frames of a file, which has to move.
    func frames(
        _ file: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws -> any FrameProvider {
        try #require(try AVIFDecoder().frames(of: EncodedImage(file), options: options))
    }

    /// Encodes a picture, fast unless told otherwise.
    func encode(
        _ bitmap: Bitmap, _ settings: EncodeSettings = EncodeSettings(effort: 1)
    ) throws(CodecError) -> ByteBlock {
        try AVIFEncoder().encode(bitmap, settings: settings)
    }

    /// Frames that are there already.
    final class FixedFrames: FrameProvider {
        let bitmaps: [Bitmap]
        let rawDurations: [Duration]
        let loopCount: Int

        init(_ bitmaps: [Bitmap], milliseconds: [Int], loopCount: Int = 0) {
            self.bitmaps = bitmaps
            rawDurations = milliseconds.map { .milliseconds($0) }
            self.loopCount = loopCount
        }

        var size: PixelSize { bitmaps[0].size }
        var count: Int { bitmaps.count }
        var durations: [Duration] { rawDurations }
        var residentByteCount: Int { 0 }

        func frame(at index: Int) throws -> Frame {
            Frame(bitmap: bitmaps[index], duration: rawDurations[index])
        }
    }
#endif
