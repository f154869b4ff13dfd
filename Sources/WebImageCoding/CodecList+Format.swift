extension CodecList {
    /// The format of bytes: by a built-in signature, else what the first decoder recognizes as its own.
    ///
    /// - Parameter mediaType: What came with the bytes; it never overrules a signature.
    public func format(of bytes: RawSpan, mediaType: String? = nil) -> ImageFormat? {
        if let known = ImageFormat(signatureOf: bytes) { return known }
        return ownFormat(of: bytes, mediaType: mediaType)
    }

    /// The image with its format, also where that is one that only an installed decoder recognizes.
    public func recognizing(_ image: EncodedImage) -> EncodedImage {
        guard image.format == nil else { return image }
        var image = image
        image.format = image.bytes.withSpan { ownFormat(of: $0, mediaType: image.mediaType) }
        return image
    }

    private func ownFormat(of bytes: RawSpan, mediaType: String?) -> ImageFormat? {
        for decoder in decoders {
            if let format = decoder.recognize(bytes, mediaType: mediaType) { return format }
        }
        return nil
    }
}
