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
#endif
