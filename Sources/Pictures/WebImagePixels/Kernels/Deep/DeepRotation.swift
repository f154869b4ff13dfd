extension Bitmap {
    /// Returns this deep bitmap rotated by an angle that is not a multiple of 90°.
    func deepTurned(degrees: Double) -> Bitmap {
        var result = Bitmap(
            size: size.rotated(degrees: degrees), as: sampleFormat, colorSpace: colorSpace)
        result.describe(as: self)
        let format = sampleFormat
        let grid = RotationGrid(size, to: result.size, Turn(degrees: degrees))
        let (stride, targetStride, width) = (
            bytesPerRow / 2, result.bytesPerRow / 2, result.size.width
        )
        var row = [SIMD4<Float>](repeating: .zero, count: width)
        // Safe because the row has the pixels of a row of the result, and positions are clamped.
        unsafe withDeepRows { source in
            unsafe result.withMutableDeepRows { target in
                for y in 0..<size.rotated(degrees: degrees).height {
                    if KernelCancellation.stops(at: y) { return }
                    let down = grid.down(of: y)
                    for x in 0..<width {
                        let (u, v) = grid.source(x, down)
                        let share = Float(grid.coverage(u, v))
                        guard share > 0 else {
                            row[x] = .zero
                            continue
                        }
                        row[x] = unsafe deepSample(source, stride, u - 0.5, v - 0.5) * share
                    }
                    unsafe row.withUnsafeBytes { bytes in
                        guard let start = bytes.baseAddress else { return }
                        unsafe format.store(
                            start.assumingMemoryBound(to: Float.self),
                            into: target + y * targetStride, count: width, .alpha)
                    }
                }
            }
        }
        return result
    }

    /// Returns the numbers between pixels, as ``SampleFormat/store(_:into:count:_:)`` takes
    /// them.
    private func deepSample(
        _ source: UnsafePointer<UInt16>, _ stride: Int, _ u: Double, _ v: Double
    ) -> SIMD4<Float> {
        unsafe sampleFormat == .rgbaHalf
            ? deepSample(LinearNumbers.self, source, stride, u, v)
            : deepSample(CurvedNumbers.self, source, stride, u, v) * 65535
    }

    /// Interpolates between four by four pixels, colours multiplied by alpha; those at the edge are
    /// repeated beyond it.
    @inline(__always)
    private func deepSample<Numbers: DeepNumbers>(
        _: Numbers.Type, _ source: UnsafePointer<UInt16>, _ stride: Int, _ u: Double, _ v: Double
    ) -> SIMD4<Float> {
        let (left, top) = (u.rounded(.down), v.rounded(.down))
        let across = RotationGrid.weights(Float(u - left))
        let along = RotationGrid.weights(Float(v - top))
        var sum = SIMD4<Float>.zero
        for row in 0..<4 {
            let y = min(max(Int(top) - 1 + row, 0), size.height - 1)
            var line = SIMD4<Float>.zero
            for column in 0..<4 {
                let x = min(max(Int(left) - 1 + column, 0), size.width - 1)
                // Safe because both coordinates are clamped to the picture.
                let pixel = unsafe source + y * stride + x * 4
                let color = unsafe SIMD4(
                    Numbers.number(pixel[0]), Numbers.number(pixel[1]), Numbers.number(pixel[2]),
                    1)
                let alpha = unsafe Numbers.number(pixel[3])
                line += color * (alpha * across[column])
            }
            sum += line * along[row]
        }
        // Light has no range, other colours end at alpha.
        let alpha = min(max(sum.w, 0), 1)
        let limited =
            sampleFormat == .rgbaHalf
            ? sum : sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
        return SIMD4(limited.x, limited.y, limited.z, alpha)
    }
}
