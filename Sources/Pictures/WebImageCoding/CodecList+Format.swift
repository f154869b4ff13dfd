import WebImageBytes

extension CodecList {
    /// Returns the format of bytes by signature, else from the first decoder that recognizes it.
    ///
    /// - Parameter mediaType: The media type that came with the bytes; never overrules a signature.
    public func format(of bytes: RawSpan, mediaType: String? = nil) -> ImageFormat? {
        if let known = ImageFormat(signatureOf: bytes) { return known }
        return ownFormat(of: bytes, mediaType: mediaType)
    }

    /// Returns the image with its format, built in or recognized by an installed decoder.
    ///
    /// - Parameter image: The encoded image; its media type is a hint for custom formats.
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
