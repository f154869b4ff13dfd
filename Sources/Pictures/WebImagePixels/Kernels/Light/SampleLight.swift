import CWebImageKernels

/// The light of stored samples by their curves, as numbers.
struct SampleLight: Sendable {
    /// The most pixels that are read at once, so that they stay in the nearest cache; a multiple
    /// of 8.
    static let most = 256

    /// The light of each sample of 16 bits, for red, green and blue, or one table for all.
    private let curves: [[Float]]
    /// The light of each sample of 8 bits, for red, green and blue, one after the other.
    private let bytes: [Float]
    /// The system gamma of HLG; nil for other curves.
    private let gamma: SystemGamma?

    /// The light of samples of sRGB.
    static let sRGB = SampleLight(
        curves: [(0...65535).map { Float(Lightness.linear(Double($0) / 65535)) }], gamma: nil)

    /// Creates the light of samples.
    ///
    /// - Parameters:
    ///   - curves: The light of each sample of 16 bits; one table, or three.
    ///   - gamma: The system gamma of HLG; nil for other curves.
    init(curves: [[Float]], gamma: SystemGamma?) {
        (self.curves, self.gamma) = (curves, gamma)
        bytes = (0..<3).flatMap { channel in
            let curve = curves.count > 2 ? curves[channel] : curves[0]
            return (0...255).map { curve[$0 * 257] }
        }
    }

    /// Writes the red, green, blue and alpha of `count` pixels of a line, without the matrix.
    @inline(__always)
    func read(
        _ line: UnsafeRawPointer, of bitmap: Bitmap, from x: Int, _ count: Int,
        into target: UnsafeMutablePointer<Float>
    ) {
        // Safe because the caller has `count` pixels from `x` on, and room for them.
        let pixels = unsafe line + x * bitmap.sampleFormat.bytesPerPixel
        if bitmap.sampleFormat != .bgra8 {
            unsafe convert(pixels, count, into: target) { (pixel: SIMD4<UInt16>) in pixel }
        } else if bitmap.isOpaque, gamma == nil {
            unsafe cwik_light_look_up(
                pixels.assumingMemoryBound(to: UInt8.self), bytes, target, count)
        } else {
            unsafe convert(pixels, count, into: target) { DeepPixel.sixteen(of: $0) }
        }
    }

    @inline(__always)
    private func convert<Samples>(
        _ line: UnsafeRawPointer, _ count: Int, into target: UnsafeMutablePointer<Float>,
        _ widened: (SIMD4<Samples>) -> SIMD4<UInt16>
    ) {
        let pixels = unsafe line.assumingMemoryBound(to: SIMD4<Samples>.self)
        let made = unsafe UnsafeMutableRawPointer(target)
            .assumingMemoryBound(to: SIMD4<Float>.self)
        let (green, blue) = curves.count > 2 ? (1, 2) : (0, 0)
        // Safe because tables have an entry for each sample, and both have `count` pixels.
        unsafe curves[0].withUnsafeBufferPointer { reds in
            unsafe curves[green].withUnsafeBufferPointer { greens in
                unsafe curves[blue].withUnsafeBufferPointer { blues in
                    for x in 0..<count {
                        let pixel = unsafe widened(pixels[x])
                        var light = unsafe SIMD3(
                            reds[Int(pixel.x)], greens[Int(pixel.y)], blues[Int(pixel.z)])
                        if let gamma { light = gamma.shown(light) }
                        unsafe made[x] = SIMD4(light, Float(pixel.w) / 65535)
                    }
                }
            }
        }
    }
}
