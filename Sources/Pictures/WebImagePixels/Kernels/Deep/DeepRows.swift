extension Bitmap {
    /// Writes the channels of deep rows one after the other, as the libraries of encoders take
    /// them.
    ///
    /// - Parameters:
    ///   - rows: The rows of this bitmap.
    ///   - target: Room for the samples of all rows, without padding.
    ///   - channels: The channels of a pixel, as ``fewestChannels`` tells them: grey, grey and
    ///     alpha, red, green, blue, or these and alpha.
    /// - Precondition: The format is not ``SampleFormat/bgra8``, and the channels suffice.
    package func writeDeepRows(
        _ rows: Range<Int>, into target: UnsafeMutablePointer<UInt16>, as channels: PixelFormat
    ) {
        precondition(rows.isEmpty || rows.lowerBound >= 0 && rows.upperBound <= size.height)
        let (stride, width, count) = (bytesPerRow / 2, size.width, channels.bytesPerPixel)
        // Safe because the bitmap has the rows, and the caller provides the target's samples.
        unsafe withDeepRows { source in
            for row in rows {
                let from = unsafe source + row * stride
                let to = unsafe target + (row - rows.lowerBound) * width * count
                switch count {
                case 1: for x in 0..<width { unsafe to[x] = from[x * 4] }
                case 2:
                    for x in 0..<width {
                        unsafe to[x * 2] = from[x * 4]
                        unsafe to[x * 2 + 1] = from[x * 4 + 3]
                    }
                case 3:
                    for x in 0..<width {
                        for channel in 0..<3 { unsafe to[x * 3 + channel] = from[x * 4 + channel] }
                    }
                default: unsafe to.update(from: from, count: width * 4)
                }
            }
        }
    }
}
