// Straight samples of 8 bits in 16, as which colours under partial alpha are exact.
extension Bitmap {
    /// `true` for straight samples of 16 bits whose source has 8.
    package var isWidened: Bool { sampleFormat == .rgba16 && significantBits <= 8 }

    /// `true` if 8 bits that are multiplied by alpha lose nothing of such samples: translucent
    /// colours are only those whose channels are 0 or the largest number, and pixels without
    /// opacity have none.
    package var isExactWhenMultiplied: Bool {
        guard isWidened else { return false }
        let (width, stride) = (size.width, bytesPerRow / 2)
        // Safe because rows have four samples of each pixel.
        return unsafe withDeepRows { rows in
            (0..<size.height).allSatisfy { y in
                let row = unsafe rows + y * stride
                return (0..<width).allSatisfy { x in
                    let pixel = unsafe row + x * 4
                    let alpha = unsafe pixel[3]
                    if alpha == .max { return true }
                    return (0..<3).allSatisfy { channel in
                        let sample = unsafe pixel[channel]
                        return sample == 0 || sample == .max && alpha > 0
                    }
                }
            }
        }
    }

    /// Writes straight samples of 8 bits, of colours or of their red alone.
    func writeNarrowed(
        _ rows: Range<Int>, into target: UnsafeMutablePointer<UInt8>, stride: Int,
        as format: PixelFormat
    ) {
        let (source, width) = (bytesPerRow / 2, size.width)
        let order = format.isGray ? [0, 3] : format == .bgra8 ? [2, 1, 0, 3] : [0, 1, 2, 3]
        // Safe because the bitmap has the rows, and the caller provides the target's.
        unsafe withDeepRows { samples in
            for row in rows {
                let from = unsafe samples + row * source
                let to = unsafe target + (row - rows.lowerBound) * stride
                for (place, channel) in order.enumerated() {
                    for x in 0..<width {
                        unsafe to[x * order.count + place] = DeepPixel.eight(from[x * 4 + channel])
                    }
                }
            }
        }
    }

    /// Widens pixels that a library has written into the second half of each of the first rows:
    /// straight blue, green, red and alpha of 8 bits.
    ///
    /// - Precondition: The format is ``SampleFormat/rgba16``.
    package mutating func widenSecondHalves(ofRows count: Int) {
        precondition(sampleFormat == .rgba16 && count <= size.height)
        let (stride, width) = (bytesPerRow, size.width)
        // Safe because both halves are in the row, and no pixel is written before it is read: the
        // end of a wide one is at most that of the narrow one.
        unsafe withUnsafeMutableRows { rows in
            for y in 0..<count {
                let row = unsafe UnsafeMutableRawPointer(rows + y * stride)
                for x in 0..<width {
                    let pixel = unsafe row.load(
                        fromByteOffset: (width + x) * 4, as: SIMD4<UInt8>.self)
                    let wide = SIMD4<UInt16>(truncatingIfNeeded: pixel) &* 257
                    unsafe row.storeBytes(
                        of: SIMD4(wide.z, wide.y, wide.x, wide.w), toByteOffset: x * 8,
                        as: SIMD4<UInt16>.self)
                }
            }
        }
    }
}
