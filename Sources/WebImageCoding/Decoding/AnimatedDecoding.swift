public import WebImagePixels

/// Opens animations whose frames are decoded when they are asked for.
public protocol AnimatedImageDecoder: ImageDecoder {
    /// The frames of `image`, whose bytes the provider retains; nil for a still.
    ///
    /// No frame is decoded yet. Frames are as stored: not turned upright, in the file's colours, in
    /// any size between the target size and the canvas; the decode stage does the rest. Frame 0 is
    /// what ``ImageDecoder/decode(_:options:)`` returns.
    ///
    /// - Throws: `CodecError` when the headers of the frames are damaged or beyond the limits.
    func frames(
        of image: EncodedImage, options: DecodeOptions
    ) throws(CodecError) -> (any FrameProvider)?
}
