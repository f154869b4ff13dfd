import WebImageBytes
package import WebImagePixels

/// Decodes the stored frames of one file, each onto the canvas of its predecessors.
package protocol FrameDrawing: Sendable {
    /// Draws the stored frame `index` inside its rectangle, blended as specified by the file.
    ///
    /// Several threads may call it at once. Sets `isOpaque` of the canvas if known.
    ///
    /// - Throws: `CodecError` if the bytes are damaged, or the task is cancelled.
    func draw(_ index: Int, on canvas: inout Bitmap) throws(CodecError)
    /// The format of the canvas.
    var sampleFormat: SampleFormat { get }
    /// The bytes of encoded frames kept in memory.
    var residentByteCount: Int { get }
}

extension FrameDrawing {
    /// 8 bits a sample by default.
    package var sampleFormat: SampleFormat { .bgra8 }
}
