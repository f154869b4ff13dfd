package import WebImageBytes
package import WebImagePixels

// Shared by decoders that scale rows with `RowScaler` as the library delivers them.

extension Downsampling {
    /// Returns the stored size to scale rows to during decoding; nil to keep them.
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

    /// Returns the part of the stored image that ``reducedSize(of:_:)`` covers.
    package func coverage(of stored: PixelSize, _ orientation: Orientation) -> Coverage {
        coverage(of: orientation.upright(stored)).stored(orientation)
    }
}

extension DecodeLimits {
    /// Checks the memory for scaling rows during decoding, before any of it is allocated.
    ///
    /// - Parameter bytes: The bytes that the decoder allocates besides.
    /// - Throws: `CodecError.limit` if it is too much.
    package func checkScaling(
        of source: PixelSize, to target: PixelSize, as samples: SampleFormat = .bgra8,
        besides bytes: Int = 0
    ) throws(CodecError) {
        let (sum, overflow) = samples.scalingByteCount(from: source, to: target)
            .addingReportingOverflow(bytes)
        guard !overflow, sum <= maxBytes else {
            throw .limit("\(source) needs more than the \(maxBytes) bytes allowed")
        }
    }
}

extension SampleFormat {
    /// Returns the bytes that scaling rows as they arrive takes, the result included.
    package func scalingByteCount(from source: PixelSize, to target: PixelSize) -> Int {
        switch self {
        case .bgra8: RowScaler.byteCount(from: source, to: target)
        case .rgba16, .rgbaHalf: DeepRowScaler.byteCount(from: source, to: target)
        }
    }
}
