extension Bitmap {
    /// Returns this bitmap after a Gaussian blur.
    ///
    /// Up to a sigma of 9 it is a Gaussian cut at 3 sigma. Above, it is three box blurs in each
    /// direction, whose fractional edges make their variance exactly sigma². (Gwosdek et al.,
    /// "Theoretical Foundations of Gaussian Convolution by Extended Box Filtering", 2011.) Running
    /// sums make the time of a pixel independent of sigma. The edge pixels are repeated beyond the
    /// edges, as far as three boxes reach. A flat colour stays exactly that colour, an opaque bitmap
    /// stays opaque.
    ///
    /// - Parameter sigma: The standard deviation in pixels. Up to 0.1 and NaN change nothing; more
    ///   than 10,000 is taken as 10,000.
    public func blurred(sigma: Double) -> Bitmap {
        guard sigma > 0.1 else { return self }
        if sigma < HalvedBlurWeights.sigmas.lowerBound { return convolved(sigma: sigma) }
        guard sigma > HalvedBlurWeights.sigmas.upperBound else {
            return halved(sigma: sigma, usesC: ResampleKernel.isInC)
        }
        return boxed(sigma: sigma, usesC: ResampleKernel.isInC)
    }

    /// Returns this picture blurred by way of every second pixel (``HalvedBlur``).
    ///
    /// - Parameter usesC: `true` runs the loops in C, which the processor must support.
    func halved(sigma: Double, usesC: Bool) -> Bitmap {
        var result = Bitmap(uninitialized: size, colorSpace: colorSpace, isOpaque: isOpaque)
        let stride = bytesPerRow
        // Safe because both bitmaps have the same size, and so the same rows.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                unsafe HalvedBlur(sigma: sigma, size: size, usesC: usesC).run(
                    from: source, to: target, stride: stride,
                    clampsToAlpha: colorSpace != .cmyk)
            }
        }
        return result
    }

    /// Returns this picture blurred by weighing the neighbours of every pixel, for a small sigma.
    func convolved(sigma: Double) -> Bitmap {
        var result = Bitmap(uninitialized: size, colorSpace: colorSpace, isOpaque: isOpaque)
        let stride = bytesPerRow
        // Safe because both bitmaps have the same size, and so the same rows.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                unsafe BlurPasses(sigma: sigma, size: size).run(
                    from: source, to: target, stride: stride,
                    clampsToAlpha: colorSpace != .cmyk)
            }
        }
        return result
    }

    /// Returns this picture blurred by three boxes in each direction.
    ///
    /// - Parameter usesC: `true` runs the loops in C, which the processor must support.
    func boxed(sigma: Double, usesC: Bool) -> Bitmap {
        var result = self
        let box = BlurBox(sigma: min(sigma, 10_000))
        let (size, stride) = (size, bytesPerRow)
        // Safe because the lines of `BlurLines` are inside the rows.
        unsafe result.withUnsafeMutableRows { rows in
            unsafe BlurLines(length: size.width, lanes: usesC ? 2 : 1, usesC: usesC).run(
                rows, across: size.height, step: 4, next: stride, box)
            unsafe BlurLines(length: size.height, lanes: 16, usesC: usesC).run(
                rows, across: size.width, step: stride, next: 4, box)
        }
        return result
    }
}

/// A box with fractional edges; three of them in a row approximate a Gaussian.
struct BlurBox {
    /// Whole pixels on each side of the centre.
    let radius: Int
    /// The weight of each whole pixel.
    let inner: Float
    /// The weight of the next pixel on each side.
    let outer: Float
    /// The pixels on each side of the centre that have a weight.
    var reach: Int { radius + 1 }

    /// Creates the box that has a third of the variance sigma².
    init(sigma: Double) {
        let variance = sigma * sigma / 3
        let whole = ((12 * variance + 1).squareRoot() / 2 - 0.5).rounded(.down)
        let span = 2 * whole + 1
        let edge =
            span * (whole * (whole + 1) - 3 * variance)
            / (6 * (variance - (whole + 1) * (whole + 1)))
        radius = Int(whole)
        inner = Float(1 / (span + 2 * edge))
        outer = Float(edge / (span + 2 * edge))
    }

    /// Blurs `count` pixels of `line`, which has ``reach`` more before and after them, into `target`.
    ///
    /// The sum is an integer, so no rounding error accumulates along the line.
    func blur(
        _ line: UnsafePointer<SIMD4<Int32>>, into target: UnsafeMutablePointer<SIMD4<Int32>>,
        count: Int
    ) {
        // Safe because every index is below `count` + 2 × `reach`.
        var sum = SIMD4<Int32>.zero
        for index in 1..<2 * reach { unsafe sum &+= line[index] }
        let (inner, outer) = (SIMD4<Float>(repeating: inner), SIMD4<Float>(repeating: outer))
        for index in 0..<count {
            let before = unsafe line[index]
            let after = unsafe line[index + 2 * reach]
            let mean = sum.floats * inner + (before &+ after).floats * outer
            unsafe target[index] = mean.roundedBelow2To23
            unsafe sum = sum &+ after &- line[index + 1]
        }
    }
}

extension SIMD4<Int32> {
    /// The same numbers; written out because only this form compiles to one instruction.
    @inline(__always)
    fileprivate var floats: SIMD4<Float> {
        SIMD4<Float>(Float(self[0]), Float(self[1]), Float(self[2]), Float(self[3]))
    }
}

extension SIMD4<Float> {
    /// The nearest integers of numbers in 0 ..< 2²³, without an overflow check.
    ///
    /// Adding 2²³ leaves no fraction bits, so the sum is rounded and its mantissa is the integer.
    @inline(__always)
    fileprivate var roundedBelow2To23: SIMD4<Int32> {
        let shifted = self + SIMD4(repeating: 8_388_608)
        // Safe because both are 16 bytes without padding and any bits are valid numbers.
        return unsafe unsafeBitCast(shifted, to: SIMD4<Int32>.self)
            & SIMD4<Int32>(repeating: 0x7F_FFFF)
    }
}
