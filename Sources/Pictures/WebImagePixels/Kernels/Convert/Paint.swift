extension Bitmap {
    /// Paints one colour over the bitmap (source over), scaled by a coverage.
    ///
    /// Borders with smooth edges are drawn this way.
    ///
    /// - Parameters:
    ///   - pixel: Blue, green, red, alpha, premultiplied, each 0 to 255.
    ///   - coverage: Called once for each row, from the top, with the row's number and one byte for
    ///     each column. All bytes are 0 at the call, so only the painted part needs to be written.
    /// - Throws: The errors of `coverage`; the rows before are changed then.
    public mutating func paint<Failure: Error>(
        _ pixel: SIMD4<UInt8>,
        _ coverage: (_ y: Int, _ row: inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        reduceToEightBits()
        let (size, stride) = (size, bytesPerRow)
        var row = [UInt8](repeating: 0, count: size.width)
        // Safe because rows hold `width` pixels and so does `row`.
        try unsafe withUnsafeMutableRows { (target) throws(Failure) in
            for y in 0..<size.height {
                for x in 0..<size.width { row[x] = 0 }
                var span = row.mutableSpan
                try coverage(y, &span)
                unsafe Bitmap.paint(target + y * stride, with: pixel, row.span)
            }
        }
    }

    private static func paint(
        _ pixels: UnsafeMutablePointer<UInt8>, with pixel: SIMD4<UInt8>, _ coverage: Span<UInt8>
    ) {
        let colour = UInt32(littleEndian: unsafe unsafeBitCast(pixel, to: UInt32.self))
        // Safe because the caller provides as many pixels, and they are aligned to four bytes.
        let line = unsafe UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt32.self)
        for index in coverage.indices where coverage[index] != 0 {
            let top = PackedPixel.multiply(colour, UInt32(coverage[index]))
            let below = UInt32(littleEndian: unsafe line[index])
            let sum = top &+ PackedPixel.multiply(below, 255 - top >> 24)
            unsafe line[index] = sum.littleEndian
        }
    }
}
