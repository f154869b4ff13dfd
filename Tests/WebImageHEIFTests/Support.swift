#if HEIF
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    /// Decodes a file, by default with default limits.
    @discardableResult
    func decode(
        _ file: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try file.withSpan { bytes throws(CodecError) in
            try HEIFDecoder().decode(bytes, options: options)
        }
    }

    /// Encodes a picture, by default fast.
    func encode(
        _ bitmap: Bitmap, _ settings: EncodeSettings = EncodeSettings(effort: 1)
    ) throws(CodecError) -> ByteBlock {
        try HEIFEncoder().encode(bitmap, settings: settings)
    }
#endif
