#if JPEGXL
    import TestSupport
    import WebImageCoding
    import WebImageJPEGXL
    import WebImagePixels

    @discardableResult
    func decode(
        _ bytes: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try bytes.withSpan { span throws(CodecError) in
            try JPEGXLDecoder().decode(span, options: options)
        }
    }

    func metadata(
        _ bytes: ByteBlock, _ limits: DecodeLimits = DecodeLimits()
    ) throws(CodecError) -> ImageMetadata {
        try bytes.withSpan { span throws(CodecError) in
            try JPEGXLDecoder().metadata(of: span, limits: limits)
        }
    }

    /// Encodes with the given settings, by default fast.
    func encode(
        _ bitmap: Bitmap, _ settings: EncodeSettings = EncodeSettings(effort: 3)
    ) throws(CodecError) -> ByteBlock {
        try JPEGXLEncoder().encode(bitmap, settings: settings)
    }

    /// Returns options with a target box.
    func options(box side: Int) -> DecodeOptions {
        DecodeOptions(downsampling: Downsampling(box: PixelSize(width: side, height: side)))
    }

    /// Returns an animation of random frames, and the frames.
    func animation(
        _ count: Int, side: Int = 40, loopCount: Int = 0, isLossless: Bool = true
    ) throws -> (file: ByteBlock, frames: [Bitmap]) {
        let size = PixelSize(width: side, height: side)
        let frames = (0..<count).map { Scene.noise(size: size, seed: UInt64($0)) }
        let provider = ListedFrames(
            frames, durations: (0..<count).map { .milliseconds(20 + $0) }, loopCount: loopCount)
        let file = try JPEGXLEncoder().encode(
            provider, settings: EncodeSettings(isLossless: isLossless, effort: 1))
        return (file, frames)
    }

    extension CodecError {
        /// The name of the case, for comparisons without the message.
        var kind: String { String(String(describing: self).prefix { $0 != "(" }) }
    }

    /// Returns the result of a decode: a picture or an error.
    func outcome(_ body: () throws(CodecError) -> DecodeOutput) -> Result<DecodeOutput, CodecError>
    {
        Result { () throws(CodecError) in try body() }
    }
#endif
