extension Bitmap {
    /// `true` if a pixel is not opaque.
    package var hasTransparency: Bool {
        guard !isOpaque else { return false }
        return switch sampleFormat {
        case .bgra8: hasTransparency(below: UInt8.max)
        case .rgba16: hasTransparency(below: UInt16.max)
        case .rgbaHalf: hasTransparency(below: HalfFloat.one)
        }
    }

    private func hasTransparency<Sample: FixedWidthInteger>(below opaque: Sample) -> Bool {
        // Safe because only the pixels of each row are read.
        unsafe withUnsafeRows { rows in
            (0..<size.height).contains { y in
                let row = unsafe UnsafeRawPointer(rows + y * bytesPerRow)
                    .assumingMemoryBound(to: Sample.self)
                return (0..<size.width).contains { unsafe row[$0 * 4 + 3] != opaque }
            }
        }
    }

    /// The format with the fewest channels that suffices: grey or colour, with or without alpha.
    ///
    /// Of a deeper bitmap the channels count, not the bits.
    package var fewestChannels: PixelFormat {
        switch sampleFormat {
        case .bgra8: fewestChannels(opaque: UInt8.max)
        case .rgba16: fewestChannels(opaque: UInt16.max)
        case .rgbaHalf: fewestChannels(opaque: HalfFloat.one)
        }
    }

    private func fewestChannels<Sample: FixedWidthInteger>(opaque: Sample) -> PixelFormat {
        var (isGray, isOpaque) = (true, true)
        // Safe because only the pixels of each row are read.
        unsafe withUnsafeRows { rows in
            for row in 0..<size.height where isGray || isOpaque {
                let row = unsafe UnsafeRawPointer(rows + row * bytesPerRow)
                    .assumingMemoryBound(to: Sample.self)
                for at in stride(from: 0, to: size.width * 4, by: 4) {
                    let green = unsafe row[at + 1]
                    if unsafe row[at] != green || row[at + 2] != green { isGray = false }
                    if unsafe row[at + 3] != opaque { isOpaque = false }
                }
            }
        }
        return switch (isGray, isOpaque) {
        case (true, true): .gray8
        case (true, false): .grayAlpha8
        case (false, true): .rgb8
        case (false, false): .rgba8
        }
    }

    /// Returns the format with the fewest channels for a file.
    ///
    /// - Parameter needsColor: `true` to write greys as colours.
    package func fewestChannels(needsColor: Bool) -> PixelFormat {
        switch fewestChannels {
        case .gray8 where needsColor: .rgb8
        case .grayAlpha8 where needsColor: .rgba8
        case let fewest: fewest
        }
    }
}
