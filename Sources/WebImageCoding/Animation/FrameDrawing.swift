package import WebImagePixels

/// Decodes the stored frames of one file, each onto the canvas of those before it.
package protocol FrameDrawing: Sendable {
    /// Draws the stored frame `index` inside its rectangle, blended as the file says.
    ///
    /// May be called by several threads at once; sets `isOpaque` of the canvas where it knows.
    ///
    /// - Throws: `CodecError` when its bytes are damaged, or the task is cancelled.
    func draw(_ index: Int, on canvas: inout Bitmap) throws(CodecError)
    /// Bytes of encoded frames kept in memory.
    var residentByteCount: Int { get }
}
