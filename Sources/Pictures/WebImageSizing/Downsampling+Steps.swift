package import WebImageBytes
package import WebImagePixels

// The steps of a downsampling on pixels, in their order; memory is reserved for each.
extension Downsampling {
    /// Returns decoded pixels in the scale of the result, turned as they are stored.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package func scaled(
        _ stored: Bitmap, _ metadata: ImageMetadata
    ) throws(CodecError) -> Bitmap {
        guard let shown = shown(of: stored.size, metadata) else { return stored }
        return try stored.replaced(by: shown.size) {
            $0.resampled(
                to: shown.size, columns: shown.columns, rows: shown.rows,
                filter: rule?.filter ?? .lanczos)
        }
    }

    /// Returns scaled pixels upright, and turned as the rule says.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package func turned(
        _ scaled: Bitmap, _ metadata: ImageMetadata
    ) throws(CodecError) -> Bitmap {
        let orientation = orientation(of: metadata)
        guard orientation != .up else { return scaled }
        return try scaled.replaced(by: orientation.upright(scaled.size)) {
            $0.oriented(orientation)
        }
    }

    /// Returns the part of turned pixels that is kept.
    ///
    /// - Parameter kept: The part; if it is nil it is found in the pixels, and set for further
    ///   frames.
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package func cut(
        _ turned: Bitmap, _ metadata: ImageMetadata, keeping kept: inout PixelRect?
    ) throws(CodecError) -> Bitmap {
        let rect = kept ?? self.kept(of: turned, metadata)
        kept = rect
        guard turned.size != rect.size else { return turned }
        return try turned.replaced(by: rect.size) { $0.cropped(to: rect) }
    }

    /// Returns the kept part on the canvas of the rule.
    ///
    /// - Throws: `CodecError.limit` if the system refuses the memory.
    package func placed(
        _ part: Bitmap, _ metadata: ImageMetadata
    ) throws(CodecError) -> Bitmap {
        guard let canvas = canvas(of: metadata) else { return part }
        return try part.replaced(by: canvas.size) { $0.placed(canvas.place, on: canvas.size) }
    }
}
