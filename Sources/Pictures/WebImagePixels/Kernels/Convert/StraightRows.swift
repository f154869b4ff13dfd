extension Bitmap {
    /// Converts rows to another format, as the libraries of encoders take them.
    ///
    /// Straight samples of 8 bits in 16 come back exactly, whatever their alpha.
    ///
    /// - Parameters:
    ///   - rows: The rows of this bitmap.
    ///   - target: The first row to write, of `width` × `format.bytesPerPixel` bytes.
    ///   - stride: The bytes from one row of the target to the next; negative for rows upwards.
    ///   - format: The layout of a pixel in the target; without alpha, pixels are drawn over the
    ///     matte.
    ///   - matte: Blue, green and red, each 0 to 255.
    package func writeRows(
        _ rows: Range<Int>, into target: UnsafeMutablePointer<UInt8>, stride: Int,
        as format: PixelFormat, matte: SIMD3<UInt8> = SIMD3(255, 255, 255)
    ) {
        precondition(rows.isEmpty || rows.lowerBound >= 0 && rows.upperBound <= size.height)
        if isWidened, format.hasAlpha, format != .bgra8Premultiplied {
            return unsafe writeNarrowed(rows, into: target, stride: stride, as: format)
        }
        if sampleFormat != .bgra8 {
            let place = PixelRect(
                x: 0, y: rows.lowerBound, size: PixelSize(width: size.width, height: rows.count))
            return unsafe cropped(to: place).inEightBits.writeRows(
                0..<rows.count, into: target, stride: stride, as: format, matte: matte)
        }
        // Safe because the bitmap has the rows, and the caller provides the target's.
        unsafe withUnsafeRows { source in
            for row in rows {
                unsafe Convert.unpremultiplied(
                    from: source + row * bytesPerRow,
                    into: target + (row - rows.lowerBound) * stride, as: format, matte: matte,
                    count: size.width)
            }
        }
    }

    /// Returns a row as straight 0xAARRGGBB numbers.
    package func straightRow(_ row: Int) -> [UInt32] {
        // Safe because the array has room for the pixels of the row, which are all written.
        unsafe [UInt32](unsafeUninitializedCapacity: size.width) { pixels, count in
            unsafe pixels.withMemoryRebound(to: UInt8.self) { bytes in
                guard let base = bytes.baseAddress else { return }
                unsafe writeRows(row..<row + 1, into: base, stride: 0, as: .bgra8)
            }
            count = size.width
        }
    }
}
