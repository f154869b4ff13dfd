import CWebImageKernels

extension Bitmap {
    /// Returns this deep bitmap rotated by an angle that is not a multiple of 90°.
    func deepTurned(degrees: Double) -> Bitmap {
        var result = Bitmap(
            size: size.rotated(degrees: degrees), as: sampleFormat, colorSpace: colorSpace)
        result.significantBits = significantBits
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
                        row[x] =
                            unsafe share > 0
                            ? deepSample(source, stride, u - 0.5, v - 0.5) * share : .zero
                    }
                    unsafe row.withUnsafeBytes { bytes in
                        guard let start = bytes.baseAddress else { return }
                        unsafe cwik_deep_store(
                            start.assumingMemoryBound(to: Float.self), target + y * targetStride,
                            width, false)
                    }
                }
            }
        }
        return result
    }

    /// Interpolates between four by four pixels, colours multiplied by alpha; those at the edge are
    /// repeated beyond it.
    @inline(__always)
    private func deepSample(
        _ source: UnsafePointer<UInt16>, _ stride: Int, _ u: Double, _ v: Double
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
                let alpha = unsafe Float(pixel[3])
                let color = unsafe SIMD4(
                    Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 65535)
                line += color * (alpha / 65535 * across[column])
            }
            sum += line * along[row]
        }
        let alpha = min(max(sum.w, 0), 65535)
        let limited = sum.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: alpha))
        return SIMD4(limited.x, limited.y, limited.z, alpha)
    }
}
