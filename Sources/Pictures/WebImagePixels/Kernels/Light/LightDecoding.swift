import CWebImageKernels

/// The conversion of stored samples to ``SampleFormat/rgbaHalf``.
package struct LightDecoding: Sendable {
    private let light: SampleLight
    /// The matrix to the primaries of the result; nil for the same ones.
    private let matrix: LightMatrix?
    /// The brightest light of the result.
    private let headroom: Double

    /// Creates a conversion.
    ///
    /// - Parameters:
    ///   - curves: The light of each sample of 16 bits, where white is 1; one table, or three.
    ///   - gamma: The weights of luminance, for light of a scene in HLG; nil for other curves.
    ///   - matrix: The matrix to the primaries of the result; nil for the same ones.
    ///   - headroom: The brightest light of the result.
    package init(
        curves: [[Float]], gamma: SystemGamma? = nil, matrix: LightMatrix?, headroom: Double
    ) {
        light = SampleLight(curves: curves, gamma: gamma)
        (self.matrix, self.headroom) = (matrix, headroom)
    }

    /// Returns the light of a bitmap of other samples.
    package func light(of bitmap: Bitmap) -> Bitmap {
        result(of: bitmap, Steps(first: matrix), headroom)
    }

    /// Returns the light of a bitmap of other samples, to which the gains of a map are applied.
    ///
    /// With a weight of 0 it is that of the bitmap.
    package func light(of base: Bitmap, with gain: GainMapLight) -> Bitmap {
        guard gain.isShown else { return result(of: base, Steps(first: matrix), gain.headroom) }
        let rows = GainMapRows(gain, across: base.size)
        let steps = gain.colors.map { Steps(first: $0.first, rows: rows, second: $0.second) }
        return result(of: base, steps ?? Steps(rows: rows, second: matrix), gain.headroom)
    }

    /// The steps from light of the samples' primaries to that of the result.
    private struct Steps {
        var first, second: [Float]?
        var rows: GainMapRows?

        init(first: LightMatrix? = nil, rows: GainMapRows? = nil, second: LightMatrix? = nil) {
            (self.first, self.second) = (first?.columns, second?.columns)
            self.rows = rows
        }
    }

    private func result(of bitmap: Bitmap, _ steps: Steps, _ headroom: Double) -> Bitmap {
        var result = Bitmap(
            uninitialized: bitmap.size, as: .rgbaHalf, colorSpace: .sRGB,
            isOpaque: bitmap.isOpaque)
        // A file with a curve for light has at least 10 bits.
        result.significantBits = max(bitmap.significantBits, 10)
        result.headroom = headroom
        var steps = steps
        let check = BandCheck(height: bitmap.size.height, stride: result.bytesPerRow)
        let (from, to, size) = (bitmap.bytesPerRow, result.bytesPerRow, bitmap.size)
        var part = [SIMD4<Float>](repeating: .zero, count: SampleLight.most)
        // Safe because both have `height` rows of `width` pixels, aligned to them, and a part has
        // no more pixels than the array.
        unsafe bitmap.withUnsafeRows { source in
            unsafe result.withUnsafeMutableRows { target in
                unsafe part.withUnsafeMutableBytes { floats in
                    guard let floats = floats.baseAddress else { return }
                    let pixels = unsafe floats.assumingMemoryBound(to: Float.self)
                    for y in 0..<size.height {
                        if unsafe check.stops(at: y, of: target) { return }
                        let line = unsafe UnsafeRawPointer(source + y * from)
                        let made = unsafe UnsafeMutableRawPointer(target + y * to)
                            .assumingMemoryBound(to: UInt16.self)
                        steps.rows?.move(to: y)
                        for x in stride(from: 0, to: size.width, by: SampleLight.most) {
                            let count = min(SampleLight.most, size.width - x)
                            unsafe light.read(line, of: bitmap, from: x, count, into: pixels)
                            unsafe Self.apply(steps, at: x, to: pixels, count)
                            unsafe cwik_half_write(pixels, made + x * 4, count * 4)
                        }
                    }
                }
            }
        }
        return result
    }

    private static func apply(
        _ steps: Steps, at x: Int, to pixels: UnsafeMutablePointer<Float>, _ count: Int
    ) {
        // Safe because the caller has `count` pixels, and matrices have three columns.
        if let first = steps.first { unsafe cwik_light_mix(pixels, first, count) }
        if let rows = steps.rows { unsafe rows.apply(at: x, to: pixels, count) }
        if let second = steps.second { unsafe cwik_light_mix(pixels, second, count) }
    }
}
