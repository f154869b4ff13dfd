import CWebImageKernels

/// An affine change of colours: each channel becomes a weighted sum of all, plus an offset.
package struct ColorMatrix: Sendable {
    /// The weights of blue, green, red and alpha for each of blue, green and red.
    ///
    /// Of a premultiplied pixel, an offset is a multiple of its alpha.
    private let rows: [SIMD4<Double>]

    /// Creates a change whose three rows are in the order red, green, blue, and so are their
    /// weights.
    ///
    /// - Parameter offset: The levels added to each channel of an opaque pixel.
    package init(_ weights: [SIMD3<Double>], offset: Double = 0) {
        rows = weights.reversed().map { SIMD4($0.z, $0.y, $0.x, offset / 255) }
    }

    /// Creates a change that weighs each channel alone.
    package init(scale: Double, offset: Double) {
        self.init(
            [SIMD3(scale, 0, 0), SIMD3(0, scale, 0), SIMD3(0, 0, scale)], offset: offset)
    }

    /// Returns red, green and blue of those of an opaque pixel, each 0 to 1.
    var change: (SIMD3<Float>) -> SIMD3<Float> {
        let (blue, green, red) = (
            SIMD4<Float>(rows[0]), SIMD4<Float>(rows[1]), SIMD4<Float>(rows[2])
        )
        return { color in
            let own = SIMD4(color.z, color.y, color.x, 1)
            return SIMD3((red * own).sum(), (green * own).sum(), (blue * own).sum())
        }
    }

    /// The weights in fixed point, one row after the other, and their fraction bits.
    var fixed: (weights: [Int16], bits: Int32) {
        let largest = rows.reduce(0) { max($0, max($1.max(), -$1.min())) }
        var bits: Int32 = 14
        while bits > 0, largest * Double(1 << bits) > 32_767 { bits -= 1 }
        let scale = Double(1 << bits)
        let weights = rows.flatMap { row in
            (0..<4).map { Int16(min(max((row[$0] * scale).rounded(), -32_767), 32_767)) }
        }
        return (weights, bits)
    }
}

extension Bitmap {
    /// Returns this bitmap with other colours; alpha stays.
    ///
    /// The result is rounded, and limited to the range of a byte before it is multiplied by alpha.
    package func recolored(by matrix: ColorMatrix) -> Bitmap {
        guard sampleFormat == .bgra8 else { return deepRecolored(matrix.change) }
        return recolored(by: matrix, usesC: ResampleKernel.isInC)
    }

    /// Returns this bitmap with other colours.
    ///
    /// - Parameter usesC: `true` runs the loop in C, which the processor must support.
    func recolored(by matrix: ColorMatrix, usesC: Bool) -> Bitmap {
        let (weights, bits) = matrix.fixed
        return unsafe mappingRows { source, target, count in
            unsafe weights.withUnsafeBufferPointer { weights in
                guard let weights = weights.baseAddress else { return }
                guard !usesC else {
                    // Safe because rows have room for whole blocks of 8 pixels.
                    return unsafe cwik_recolor(source, target, (count + 7) / 8, weights, bits)
                }
                unsafe Self.recolor(source, target, count, weights, bits)
            }
        }
    }

    private static func recolor(
        _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int,
        _ weights: UnsafePointer<Int16>, _ bits: Int32
    ) {
        let half = bits > 0 ? Int32(1) << (bits - 1) : 0
        for at in stride(from: 0, to: count * 4, by: 4) {
            // Safe because both rows have `count` pixels, and there are three rows of weights.
            let alpha = unsafe source[at + 3]
            for channel in 0..<3 {
                var sum = half
                for other in 0..<4 {
                    sum &+= unsafe Int32(source[at + other]) &* Int32(weights[channel * 4 + other])
                }
                let value = max(min(sum &>> bits, Int32(alpha)), 0)
                unsafe target[at + channel] = UInt8(truncatingIfNeeded: value)
            }
            unsafe target[at + 3] = alpha
        }
    }

    /// Returns a bitmap whose rows `change` writes from this one's, top row first.
    func mappingRows(
        isOpaque: Bool? = nil,
        _ change: (
            _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int
        ) -> Void
    ) -> Bitmap {
        guard sampleFormat == .bgra8 else {
            return unsafe inEightBits.mappingRows(isOpaque: isOpaque, change)
        }
        var result = Bitmap(
            uninitialized: size, colorSpace: colorSpace, isOpaque: isOpaque ?? self.isOpaque)
        let (size, stride) = (size, bytesPerRow)
        // Safe because both bitmaps have the same size, and so the same rows.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                for y in 0..<size.height {
                    unsafe change(source + y * stride, target + y * stride, size.width)
                }
            }
        }
        return result
    }
}
