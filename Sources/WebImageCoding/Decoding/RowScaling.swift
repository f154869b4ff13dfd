package import WebImagePixels

// What decoders share that scale rows as they come out of the library, with `RowScaler`.

extension Downsampling {
    /// The stored size to scale rows to while they are decoded; nil to keep them as they are.
    package func reducedSize(
        of stored: PixelSize, _ orientation: Orientation = .up
    ) -> PixelSize? {
        guard !stored.isEmpty else { return nil }
        let target = orientation.upright(scaledSize(of: orientation.upright(stored)))
        guard target != stored, target.width <= stored.width, target.height <= stored.height else {
            return nil
        }
        return target
    }
}

extension DecodeLimits {
    /// Checks the memory that scaling rows as they come takes, before any of it is allocated.
    ///
    /// - Parameter bytes: What the decoder holds besides.
    /// - Throws: `CodecError.limit` when it is too much.
    package func checkScaling(
        of source: PixelSize, to target: PixelSize, besides bytes: Int = 0
    ) throws(CodecError) {
        let (sum, overflow) = RowScaler.byteCount(from: source, to: target)
            .addingReportingOverflow(bytes)
        guard !overflow, sum <= maxBytes else {
            throw .limit("\(source) needs more than the \(maxBytes) bytes allowed")
        }
    }
}
