#if HEIF
    import WebImageCoding
    import WebImageHEIF
    import WebImagePixels

    /// Decodes a file with default limits unless told otherwise.
    @discardableResult
    func decode(
        _ file: ByteBlock, _ options: DecodeOptions = DecodeOptions()
    ) throws(CodecError) -> DecodeOutput {
        try file.withSpan { bytes throws(CodecError) in
            try HEIFDecoder().decode(bytes, options: options)
        }
    }

    /// Encodes a picture, fast unless told otherwise.
    func encode(
        _ bitmap: Bitmap, _ settings: EncodeSettings = EncodeSettings(effort: 1)
    ) throws(CodecError) -> ByteBlock {
        try HEIFEncoder().encode(bitmap, settings: settings)
    }
#endif
