import WebImageBytes
public import WebImagePixels

/// A decoder that opens animations and decodes their frames on demand.
public protocol AnimatedImageDecoder: ImageDecoder {
    /// Returns the frames of `image`, whose bytes the provider retains; nil for a still.
    ///
    /// Decodes no frame. Frames are as stored: not rotated, in the file's colours, in any size
    /// between the target size and the canvas. The decode stage does the rest. Frame 0 equals the
    /// result of ``ImageDecoder/decode(_:options:)``.
    ///
    /// - Parameters:
    ///   - image: The encoded image.
    ///   - options: The limits, and the size that the caller needs.
    /// - Throws: `CodecError` if the headers of the frames are damaged or exceed the limits.
    func frames(
        of image: EncodedImage, options: DecodeOptions
    ) throws(CodecError) -> (any FrameProvider)?
}

extension FrameProvider {
    /// Returns a frame, with any error of the provider as a `CodecError`.
    package func decodedFrame(
        at index: Int, format: ImageFormat
    ) throws(CodecError) -> ImageFrame {
        do {
            return try frame(at: index)
        } catch let error as CodecError {
            throw error
        } catch {
            throw .damaged(format, "frame \(index): \(error)")
        }
    }
}
