#if AVIF
    import Testing
    import WebImageAVIF
    import WebImageCoding
    import WebImagePixels

    /// Decodes a file, by default with default limits.
    @discardableResult
    func decode(
        _ file: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try file.withSpan { bytes throws(CodecError) in
            try AVIFDecoder().decode(bytes, options: options)
        }
    }

    /// Returns the frames of a file, which must be animated.
    func frames(
        _ file: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws -> any FrameProvider {
        try #require(try AVIFDecoder().frames(of: EncodedImage(file), options: options))
    }

    /// Encodes a picture, by default fast.
    func encode(
        _ bitmap: Bitmap, _ settings: EncodeSettings = EncodeSettings(effort: 1)
    ) throws(CodecError) -> ByteBlock {
        try AVIFEncoder().encode(bitmap, settings: settings)
    }
#endif
