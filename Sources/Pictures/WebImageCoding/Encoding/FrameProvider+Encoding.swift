import WebImageBytes
package import WebImagePixels

extension FrameProvider {
    /// Returns the pixels of a frame for a file, whose frames have one size.
    ///
    /// - Parameter samples: The format of the result; nil for the frame's own.
    /// - Throws: `CodecError.cancelled` if the task is cancelled, `CodecError.encoding` if the size
    ///   differs, `CodecError.limit` if the system refuses the memory, and the provider's errors as
    ///   `CodecError`.
    package func bitmap(
        at index: Int, for format: ImageFormat, as samples: SampleFormat? = .bgra8
    ) throws(CodecError) -> Bitmap {
        guard !Task.isCancelled else { throw .cancelled }
        let bitmap: Bitmap
        do {
            bitmap = try frame(at: index).bitmap
        } catch {
            throw error as? CodecError ?? .encoding(format, "frame \(index): \(error)")
        }
        guard bitmap.size == size else {
            throw .encoding(format, "frame \(index) is \(bitmap.size), the animation is \(size)")
        }
        return try bitmap.reservedConversion(to: samples ?? bitmap.sampleFormat)
    }
}

extension ImageFormat {
    /// Returns the file of an animation without alpha if that will do, since all frames have it or
    /// none.
    ///
    /// - Parameter encode: Returns the file; nil once a frame needs alpha that it may not have.
    package func fileOfFrames(
        _ encode: (_ hasAlpha: Bool) throws(CodecError) -> ByteBlock?
    ) throws(CodecError) -> ByteBlock {
        if let file = try encode(false) { return file }
        guard let file = try encode(true) else {
            throw .encoding(self, "the animation has no frames")
        }
        return file
    }
}

extension Duration {
    /// The duration in milliseconds, rounded and clamped to what 32 bits hold.
    package var wholeMilliseconds: UInt32 {
        let (seconds, rest) = components
        let rounded = (rest + 500_000_000_000_000) / 1_000_000_000_000_000
        return UInt32(clamping: min(max(seconds, 0), 1 << 32) * 1000 + rounded)
    }
}
