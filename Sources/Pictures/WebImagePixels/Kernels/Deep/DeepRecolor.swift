extension Bitmap {
    /// Returns this deep bitmap with other colours; alpha stays.
    ///
    /// - Parameter change: Returns red, green and blue of those of a pixel, not multiplied by
    ///   alpha, by the curve of sRGB: 0 to 1, of light also beyond; the result is limited to what
    ///   the format holds.
    func deepRecolored(_ change: (SIMD3<Float>) -> SIMD3<Float>) -> Bitmap {
        sampleFormat == .rgbaHalf
            ? recolored(LinearNumbers.level, LinearNumbers.sample(ofLevel:), change)
            : recolored(CurvedNumbers.level, CurvedNumbers.sample(ofLevel:), change)
    }

    /// Returns this bitmap of light in the primaries that a matrix leads to.
    package func light(by matrix: LightMatrix) -> Bitmap {
        precondition(sampleFormat == .rgbaHalf)
        var result = recolored(LinearNumbers.number, LinearNumbers.sample(_:), matrix.apply)
        result.colorSpace = .sRGB
        return result
    }

    /// - Parameters:
    ///   - number: Returns the number of a sample that is changed.
    ///   - sample: Returns the sample of a number.
    @inline(__always)
    private func recolored(
        _ number: (UInt16) -> Float, _ sample: (Float) -> UInt16,
        _ change: (SIMD3<Float>) -> SIMD3<Float>
    ) -> Bitmap {
        var result = alike(size)
        let (from, to) = (bytesPerRow / 2, result.bytesPerRow / 2)
        // Safe because both have `height` rows of `width` pixels.
        unsafe withDeepRows { source in
            unsafe result.withMutableDeepRows { target in
                for y in 0..<size.height {
                    if KernelCancellation.stops(at: y) { return }
                    for x in 0..<size.width {
                        let pixel = unsafe source + y * from + x * 4
                        let made = unsafe target + y * to + x * 4
                        let color = unsafe change(
                            SIMD3(number(pixel[0]), number(pixel[1]), number(pixel[2])))
                        for channel in 0..<3 { unsafe made[channel] = sample(color[channel]) }
                        unsafe made[3] = pixel[3]
                    }
                }
            }
        }
        return result
    }

    /// Returns this deep bitmap with a colour laid over its own pixels (source atop).
    ///
    /// - Parameters:
    ///   - color: Blue, green, red, alpha, not premultiplied, each 0 to 255.
    ///   - mode: The mixture of the colour and the picture.
    func deepTinted(_ color: SIMD4<UInt8>, mode: BlendMode) -> Bitmap {
        let top = SIMD3(Double(color.z), Double(color.y), Double(color.x)) / 255
        let share = Float(color.w) / 255
        return deepRecolored { own in
            let mixed = SIMD3(
                Float(mode.mix(Double(own.x), top.x)), Float(mode.mix(Double(own.y), top.y)),
                Float(mode.mix(Double(own.z), top.z)))
            return own + (mixed - own) * share
        }
    }

    /// Returns this deep bitmap in the greys of its luma, by the weights of
    /// ``Convert/luma(_:_:_:)``.
    func deepDesaturated() -> Bitmap {
        let weights = SIMD3<Float>(19595, 38470, 7471) / 65536
        return deepRecolored { SIMD3(repeating: ($0 * weights).sum()) }
    }
}
