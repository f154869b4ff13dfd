extension Bitmap {
    /// Multiplies every pixel by a coverage: 255 keeps it, 0 makes it transparent.
    ///
    /// Rounded corners with a smooth edge are made this way.
    ///
    /// - Parameter coverage: Called once for each row, from the top, with the row's number and one
    ///   byte for each column. All bytes are 255 at the call, so only other values need to be
    ///   written.
    /// - Throws: The errors of `coverage`; the rows before are changed then.
    public mutating func applyMask<Failure: Error>(
        _ coverage: (_ y: Int, _ row: inout MutableSpan<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        reduceToEightBits()
        isOpaque = false
        let size = size
        let stride = bytesPerRow
        var row = [UInt8](repeating: 255, count: size.width)
        // Safe because rows hold `width` pixels and so does `row`.
        try unsafe withUnsafeMutableRows { (target) throws(Failure) in
            for y in 0..<size.height {
                for x in 0..<size.width { row[x] = 255 }
                var span = row.mutableSpan
                try coverage(y, &span)
                unsafe Bitmap.multiply(target + y * stride, by: row.span)
            }
        }
    }

    private static func multiply(_ pixels: UnsafeMutablePointer<UInt8>, by coverage: Span<UInt8>) {
        // Safe because the caller provides as many pixels, and they are aligned to four bytes.
        let line = unsafe UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt32.self)
        for index in coverage.indices where coverage[index] != 255 {
            let pixel = UInt32(littleEndian: unsafe line[index])
            let scaled = PackedPixel.multiply(pixel, UInt32(coverage[index]))
            unsafe line[index] = scaled.littleEndian
        }
    }
}
