/// The inner loops of ``HalvedBlur``; each makes one row.
///
/// Between the passes, a pixel is four 16-bit numbers with 6 fraction bits. A product is rounded to
/// these bits as one instruction of most processors does it (`pmulhrsw`, `sqrdmulh`). The rounding
/// errors of 30 products add up to a fiftieth of a level.
enum HalvedBlurRow {
    /// The pixels of one step of a pass over columns; divides ``Bitmap/rowAlignment`` / 4.
    static let block = 8

    private static let fractionBits: Int32 = 6

    /// Weighs rows of bytes around the middle one and splits the sums: even pixels go to one row,
    /// odd pixels to the other.
    ///
    /// - Parameters:
    ///   - rows: One row for each weight, on both sides of the middle one.
    ///   - blocks: The number of blocks of ``block`` pixels.
    static func down(
        _ rows: UnsafePointer<UnsafePointer<UInt8>>, _ weights: HalvedBlurWeights,
        even: UnsafeMutablePointer<Int16>, odd: UnsafeMutablePointer<Int16>, blocks: Int
    ) {
        let radius = weights.radius
        // Safe because every row has `blocks` whole blocks, and each target holds half of them.
        for pixel in 0..<blocks * block {
            let target = unsafe (pixel % 2 == 0 ? even : odd) + pixel / 2 * 4
            for channel in 0..<4 {
                let at = pixel * 4 + channel
                let middle = unsafe Int32(rows[radius][at]) &<< fractionBits
                var sum = product(middle, weights.values[0])
                for distance in 1...radius {
                    let above = unsafe Int32(rows[radius - distance][at])
                    let below = unsafe Int32(rows[radius + distance][at])
                    sum =
                        sum
                        &+ product((above + below) &<< fractionBits, weights.values[distance])
                }
                unsafe target[channel] = sum
            }
        }
    }

    /// Weighs the neighbours of `count` even pixels, which begin at `even`; odd ones are in `odd`.
    static func across(
        _ even: UnsafePointer<Int16>, _ odd: UnsafePointer<Int16>, _ weights: HalvedBlurWeights,
        into target: UnsafeMutablePointer<Int16>, count: Int
    ) {
        // Safe because the caller provides neighbours around the pixels.
        for at in 0..<count * 4 {
            var sum = unsafe product(Int32(even[at]), weights.values[0])
            for distance in 1...weights.radius {
                let row = unsafe distance % 2 == 0 ? even : odd
                let left = unsafe row[at - (distance + 1) / 2 * 4]
                let right = unsafe row[at + distance / 2 * 4]
                sum = sum &+ product(Int32(left &+ right), weights.values[distance])
            }
            unsafe target[at] = sum
        }
    }

    /// Interpolates the `count` pixels between the third and fourth of six rows.
    static func between(
        _ rows: UnsafePointer<UnsafePointer<Int16>>, into target: UnsafeMutablePointer<Int16>,
        count: Int
    ) {
        // Safe because every row has `count` pixels.
        for at in 0..<count * 4 {
            unsafe target[at] = between(
                rows[0][at], rows[1][at], rows[2][at], rows[3][at], rows[4][at], rows[5][at])
        }
    }

    /// Rounds `blocks` of four pixels of a row, two of which lie before it, and the pixels
    /// interpolated between them to bytes; `clampsToAlpha` limits colour to alpha.
    static func store(
        _ row: UnsafePointer<Int16>, to target: UnsafeMutablePointer<UInt8>, blocks: Int,
        clampsToAlpha: Bool
    ) {
        // Safe because the row holds five pixels more than the blocks.
        for pixel in 0..<blocks * 4 {
            let near = unsafe row + pixel * 4
            var (even, odd) = (SIMD4<UInt8>(), SIMD4<UInt8>())
            for channel in 0..<4 {
                unsafe even[channel] = byte(near[8 + channel])
                unsafe odd[channel] = byte(
                    between(
                        near[channel], near[4 + channel], near[8 + channel], near[12 + channel],
                        near[16 + channel], near[20 + channel]))
            }
            if clampsToAlpha {
                even = pointwiseMin(even, SIMD4(repeating: even.w))
                odd = pointwiseMin(odd, SIMD4(repeating: odd.w))
            }
            let out = unsafe UnsafeMutableRawPointer(target + pixel * 8)
            unsafe out.storeBytes(of: even, as: SIMD4<UInt8>.self)
            unsafe out.storeBytes(of: odd, toByteOffset: 4, as: SIMD4<UInt8>.self)
        }
    }

    /// Returns a product without the fraction bits of its weight.
    @inline(__always)
    private static func product(_ number: Int32, _ weight: Int16) -> Int16 {
        let bits = Int32(HalvedBlurWeights.fractionBits)
        return Int16(truncatingIfNeeded: (number &* Int32(weight) &+ 1 &<< (bits - 1)) &>> bits)
    }

    /// Returns the middle of six equidistant numbers, by the polynomial through all of them.
    @inline(__always)
    private static func between(
        _ first: Int16, _ second: Int16, _ third: Int16, _ fourth: Int16, _ fifth: Int16,
        _ sixth: Int16
    ) -> Int16 {
        // The weights are 3, −25, 150, 150, −25 and 3, each divided by 256.
        product(sum(third, fourth), 150 << 7) &+ product(sum(second, fifth), -25 << 7)
            &+ product(sum(first, sixth), 3 << 7)
    }

    @inline(__always)
    private static func sum(_ left: Int16, _ right: Int16) -> Int32 {
        max(min(Int32(left) &+ Int32(right), Int32(Int16.max)), Int32(Int16.min))
    }

    @inline(__always)
    private static func byte(_ number: Int16) -> UInt8 {
        let rounded = (Int32(number) &+ 1 &<< (fractionBits - 1)) &>> fractionBits
        return UInt8(truncatingIfNeeded: max(min(rounded, 255), 0))
    }
}
