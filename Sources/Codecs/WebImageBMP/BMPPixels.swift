package import WebImageCoding
package import WebImagePixels

/// Decodes the pixels after a bitmap header.
package struct BMPPixels {
    private let header: BMPHeader
    private let format: ImageFormat

    /// Creates a decoder for a header whose size was checked against the limits.
    package init(_ header: BMPHeader, format: ImageFormat) {
        self.header = header
        self.format = format
    }

    /// Decodes the picture.
    ///
    /// - Throws: `CodecError.truncated` if rows are missing, before memory is allocated for them.
    package func decode(_ bytes: RawSpan) throws(CodecError) -> Bitmap {
        if header.encoding == .runs {
            return try BMPRuns(header, palette: palette(of: bytes), format: format).decode(bytes)
        }
        let row = header.rowByteCounts
        let (needed, overflow) = row.padded.multipliedReportingOverflow(by: header.size.height - 1)
        let available = bytes.byteCount - header.pixelOffset
        guard !overflow, needed <= available - row.used else {
            throw .truncated(
                format, "\(max(0, available)) bytes of pixels, too few for \(header.size)")
        }
        let palette = palette(of: bytes)
        var bitmap = try Bitmap(decoding: header.size, isOpaque: !header.hasAlpha)
        let (height, stride) = (header.size.height, bitmap.bytesPerRow)
        // Safe because `needed` bytes after the pixel offset exist, and `row` is below the height.
        try unsafe bytes.withUnsafeBytes { bytes throws(CodecError) in
            try unsafe bitmap.withUnsafeMutableRows { rows throws(CodecError) in
                for index in 0..<height {
                    if index & 63 == 0, Task.isCancelled { throw .cancelled }
                    let start = header.pixelOffset + index * row.padded
                    let source = unsafe UnsafeRawBufferPointer(
                        rebasing: bytes[start..<(start + row.used)])
                    let target = header.isTopDown ? index : height - 1 - index
                    unsafe write(source, palette: palette, to: rows + target * stride)
                }
            }
        }
        return bitmap
    }

    /// Returns the palette as pixels; missing entries are opaque black.
    private func palette(of bytes: RawSpan) -> [BMPColor] {
        guard header.bitsPerPixel <= 8 else { return [] }
        var colors = stride(
            from: header.palette.lowerBound, to: header.palette.upperBound,
            by: header.paletteEntrySize
        ).map { place in
            BMPColor(
                blue: bytes.u8(at: place) ?? 0, green: bytes.u8(at: place + 1) ?? 0,
                red: bytes.u8(at: place + 2) ?? 0)
        }
        while colors.count < 256 { colors.append(BMPColor(blue: 0, green: 0, red: 0)) }
        return colors
    }

    /// Writes one row; `source` holds all its bits, `target` has room for all its pixels.
    private func write(
        _ source: UnsafeRawBufferPointer, palette: [BMPColor],
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let width = header.size.width
        switch (header.encoding, header.bitsPerPixel) {
        case (.masked(let masks), let bits):
            unsafe writeMasked(source, masks, bytesPerPixel: bits / 8, to: target)
        case (_, 24), (_, 32):
            guard let start = source.baseAddress else { return }
            unsafe Convert.premultiplied(
                from: start.assumingMemoryBound(to: UInt8.self),
                as: header.bitsPerPixel == 24 ? .bgr8 : .bgrx8, into: target, count: width)
        case (_, let bits):
            let mask = UInt8(truncatingIfNeeded: (1 << bits) - 1)
            for x in 0..<width {
                let bit = x * bits
                // The leftmost pixel is in the highest bits.
                let index = unsafe source[bit >> 3] >> UInt8(8 - bits - (bit & 7)) & mask
                unsafe palette[Int(index)].write(to: target + x * 4)
            }
        }
    }

    private func writeMasked(
        _ source: UnsafeRawBufferPointer, _ masks: BMPMasks, bytesPerPixel: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let isMultiplied = !StraightColors.areKept
        for x in 0..<header.size.width {
            let pixel: UInt32
            if bytesPerPixel == 2 {
                pixel = UInt32(
                    UInt16(
                        littleEndian: unsafe source.loadUnaligned(
                            fromByteOffset: x * 2, as: UInt16.self)))
            } else {
                pixel = UInt32(
                    littleEndian: unsafe source.loadUnaligned(
                        fromByteOffset: x * 4, as: UInt32.self))
            }
            let alpha = masks.alpha.value(in: pixel, absent: 255)
            let share = isMultiplied ? alpha : 255
            let out = unsafe target + x * 4
            unsafe out[0] = Convert.multiply(masks.blue.value(in: pixel, absent: 0), share)
            unsafe out[1] = Convert.multiply(masks.green.value(in: pixel, absent: 0), share)
            unsafe out[2] = Convert.multiply(masks.red.value(in: pixel, absent: 0), share)
            unsafe out[3] = alpha
        }
    }
}

/// An opaque colour of a palette.
struct BMPColor {
    let blue: UInt8
    let green: UInt8
    let red: UInt8

    /// Writes the colour as a pixel of four bytes, alpha last.
    @inline(__always)
    func write(to target: UnsafeMutablePointer<UInt8>) {
        // Safe because the caller provides room for a pixel.
        unsafe (target[0], target[1], target[2], target[3]) = (blue, green, red, 255)
    }
}
