public import WebImagePixels

/// Opens animations whose frames are decoded when they are asked for.
public protocol AnimatedImageDecoder: ImageDecoder {
    /// The frames of `image`, whose bytes the provider retains; nil for a still.
    ///
    /// - Throws: `CodecError` when the headers of the frames are damaged or beyond the limits.
    func frames(
        of image: EncodedImage, options: DecodeOptions
    ) throws(CodecError) -> (any FrameProvider)?
}
