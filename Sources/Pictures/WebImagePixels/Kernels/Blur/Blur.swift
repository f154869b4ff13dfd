extension Bitmap {
    /// Returns this bitmap after a Gaussian blur.
    ///
    /// The edge pixels are repeated beyond the edges. The error of a pixel is below one level
    /// whatever the sigma; above 9, the time hardly depends on it (`ScaledBlur`). A flat colour
    /// stays exactly that colour, an opaque bitmap stays opaque.
    ///
    /// - Parameter sigma: The standard deviation in pixels. Up to 0.1 and NaN change nothing; more
    ///   than 10,000 is taken as 10,000.
    public func blurred(sigma: Double) -> Bitmap {
        guard sigma > 0.1 else { return self }
        guard sampleFormat == .bgra8 else { return deepBlurred(sigma: min(sigma, 10_000)) }
        if sigma < HalvedBlurWeights.sigmas.lowerBound { return convolved(sigma: sigma) }
        guard sigma > HalvedBlurWeights.sigmas.upperBound else {
            return halved(sigma: sigma, usesC: ResampleKernel.isInC)
        }
        return scaled(sigma: sigma)
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

    /// Returns this picture blurred by way of a small picture (``ScaledBlur``), for a large sigma.
    func scaled(sigma: Double) -> Bitmap {
        var result = Bitmap(uninitialized: size, colorSpace: colorSpace, isOpaque: isOpaque)
        let stride = bytesPerRow
        // Safe because both bitmaps have the same size, and so the same rows.
        unsafe withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                unsafe ScaledBlur(sigma: min(sigma, 10_000), size: size).run(
                    from: source, to: target, stride: stride,
                    clampsToAlpha: colorSpace != .cmyk)
            }
        }
        return result
    }
}
