#if JPEGXL
    import TestSupport
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    /// Decodes with given options.
    @discardableResult
    func decode(
        _ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { span throws(CodecError) in
            try JPEGXLDecoder().decode(span, options: options)
        }
    }

    /// Reads the headers.
    func metadata(
        _ bytes: ByteBlock, _ limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) -> ImageMetadata {
        try bytes.withSpan { span throws(CodecError) in
            try JPEGXLDecoder().metadata(of: span, limits: limits)
        }
    }

    /// Encodes with given settings, quickly unless they say otherwise.
    func encode(
        _ bitmap: Bitmap, _ settings: EncodeSettings = EncodeSettings(effort: 3)
    ) throws(CodecError) -> ByteBlock {
        try JPEGXLEncoder().encode(bitmap, settings: settings)
    }

    /// Options with a box to meet.
    func options(box side: Int) -> DecodeOptions {
        DecodeOptions(downsampling: Downsampling(box: PixelSize(width: side, height: side)))
    }

    /// Frames that are there already.
    final class StillFrames: FrameProvider {
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
        func frame(at index: Int) -> Frame {
            Frame(bitmap: bitmaps[index], duration: rawDurations[index])
        }
    }

    /// An animation of random frames, and the frames.
    func animation(
        _ count: Int, side: Int = 40, loopCount: Int = 0, isLossless: Bool = true
    ) throws -> (file: ByteBlock, frames: [Bitmap]) {
        let size = PixelSize(width: side, height: side)
        let frames = (0..<count).map { Scene.noise(size: size, seed: UInt64($0)) }
        let provider = StillFrames(
            frames, milliseconds: (0..<count).map { 20 + $0 }, loopCount: loopCount)
        let file = try JPEGXLEncoder().encode(
            provider, settings: EncodeSettings(isLossless: isLossless, effort: 1))
        return (file, frames)
    }

    extension ByteBlock {
        /// The bytes as an array.
        var array: [UInt8] { withUnsafeBytes { Array($0) } }
    }

    extension CodecError {
        /// The name of the case, for comparisons that leave the text out.
        var kind: String { String(String(describing: self).prefix { $0 != "(" }) }
    }

    /// What a decode ends with: a picture or an error.
    func outcome(_ body: () throws(CodecError) -> DecodeOutput) -> Result<DecodeOutput, CodecError>
    {
        Result { () throws(CodecError) in try body() }
    }
#endif
