import WebImageBytes
import WebImageColorimetry
public import WebImagePixels

/// The result of a decoder: pixels as stored, and the data for their conversion.
public struct DecodeOutput: Sendable {
    /// The pixels in stored orientation and the file's own colours: `sRGB`, `embedded` for
    /// others that ``color`` describes, `cmyk` for four inks.
    public var bitmap: Bitmap
    /// The colours of the pixels.
    ///
    /// Curves that 8 bits do not hold, such as PQ, are best mapped by the decoder. If it leaves
    /// them, they are mapped with the steps of 8 bits, except for an animation's frames.
    public var color: ColorDescription
    /// The metadata of the header; its orientation is not applied yet.
    public var metadata: ImageMetadata
    /// `true` if the bitmap has the scale of the result already, by `Downsampling`'s own step.
    package var isScaled = false

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - bitmap: The pixels in stored orientation and the file's own colours.
    ///   - color: The colours of the pixels.
    ///   - metadata: The metadata of the header.
    public init(bitmap: Bitmap, color: ColorDescription, metadata: ImageMetadata) {
        self.bitmap = bitmap
        self.color = color
        self.metadata = metadata
    }
}

extension Downsampling {
    /// Scales the pixels of a decoded picture if they become fewer.
    ///
    /// A worker that does it hands over the scaled picture alone.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package func reduce(_ output: inout DecodeOutput) throws(CodecError) {
        let size = shownSize(of: output.metadata)
        guard !output.isScaled, size.area < output.bitmap.size.area else { return }
        output.bitmap = try scaled(output.bitmap, output.metadata)
        output.isScaled = output.bitmap.size == size
    }
}
