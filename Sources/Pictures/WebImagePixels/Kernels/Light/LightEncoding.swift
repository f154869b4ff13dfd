/// The conversion of ``SampleFormat/rgbaHalf`` to samples of 16 bits with a curve for light above
/// white.
package struct LightEncoding: Sendable {
    /// The sample of each positive half.
    private let samples: [UInt16]
    private let gamma: SystemGamma?
    private let matrix: LightMatrix?

    /// Creates a conversion.
    ///
    /// - Parameters:
    ///   - gamma: The weights of luminance for HLG; nil for other curves.
    ///   - matrix: The matrix to the primaries of the result; nil for the same ones.
    ///   - sample: Returns the sample, 0 to 1, of light: where white is 1, of HLG the scene's.
    package init(
        gamma: SystemGamma? = nil, matrix: LightMatrix?, sample: (Double) -> Double
    ) {
        (self.gamma, self.matrix) = (gamma, matrix)
        samples = (0...Int(HalfFloat.greatest)).map { half in
            let level = sample(Double(HalfFloat.numbers[half]))
            return UInt16((min(max(level, 0), 1) * 65535).rounded())
        }
    }

    /// Returns the samples of a bitmap of light; negative light is cut off.
    package func samples(of bitmap: Bitmap) -> Bitmap {
        precondition(bitmap.sampleFormat == .rgbaHalf)
        var result = Bitmap(
            uninitialized: bitmap.size, as: .rgba16, colorSpace: .embedded,
            isOpaque: bitmap.isOpaque)
        result.significantBits = bitmap.significantBits
        let check = BandCheck(height: bitmap.size.height, stride: result.bytesPerRow)
        let (from, to, size) = (bitmap.bytesPerRow / 2, result.bytesPerRow, bitmap.size)
        // Safe because both have `height` rows of `width` pixels.
        unsafe bitmap.withDeepRows { source in
            unsafe result.withUnsafeMutableRows { target in
                for y in 0..<size.height {
                    if unsafe check.stops(at: y, of: target) { return }
                    let row = unsafe UnsafeMutableRawPointer(target + y * to)
                        .assumingMemoryBound(to: UInt16.self)
                    for x in 0..<size.width {
                        unsafe write(source + y * from + x * 4, into: row + x * 4)
                    }
                }
            }
        }
        return result
    }

    @inline(__always)
    private func write(
        _ pixel: UnsafePointer<UInt16>, into made: UnsafeMutablePointer<UInt16>
    ) {
        // Safe because both are pixels of four samples.
        let isStored = matrix == nil && gamma == nil
        if isStored {
            for channel in 0..<3 { unsafe made[channel] = sample(pixel[channel]) }
        } else {
            var light = unsafe SIMD3(
                LinearNumbers.number(pixel[0]), LinearNumbers.number(pixel[1]),
                LinearNumbers.number(pixel[2]))
            if let matrix { light = matrix.apply(light) }
            light = light.replacing(with: 0, where: light .< 0)
            if let gamma { light = gamma.scene(light) }
            for channel in 0..<3 {
                unsafe made[channel] = sample(HalfFloat.half(light[channel]))
            }
        }
        unsafe made[3] = CurvedNumbers.sample(LinearNumbers.number(pixel[3]))
    }

    @inline(__always)
    private func sample(_ half: UInt16) -> UInt16 {
        half >= 0x8000 ? 0 : samples[Int(min(half, HalfFloat.greatest))]
    }
}
