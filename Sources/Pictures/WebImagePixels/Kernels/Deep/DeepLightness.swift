/// Lightness L* (CIE 1976) of pixels of ``SampleFormat/rgba16``, whose colours count as multiplied
/// by alpha.
struct DeepLightness: LightnessPixels {
    /// The tables, made once.
    static let standard = DeepLightness()

    /// The light of a sample, 0 to 1.
    private let light: [Float]
    /// The cube root of CIELAB, by light, with one more entry.
    private let roots: [Float]

    private static let steps = 65_535

    private init() {
        light = (0...Self.steps).map { Float(Lightness.linear(Double($0) / Double(Self.steps))) }
        roots = (0...Self.steps + 1).map {
            Float(Lightness.root(Double($0) / Double(Self.steps)))
        }
    }

    func read(_ row: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<Float>, count: Int) {
        let weights = SIMD3<Float>(0.2126, 0.7152, 0.0722)
        for x in 0..<count {
            // Safe because the row has `count` pixels.
            let sum = unsafe (light(of: row + x * 4) * weights).sum()
            unsafe target[x] = 116 * root(sum) - 16
        }
    }

    func move(_ pixel: UnsafeMutablePointer<UInt16>, by difference: Float) {
        // Safe because a pixel has four samples.
        let alpha = unsafe Double(pixel[3]) / Double(Self.steps)
        guard alpha > 0 else { return }
        let moved = unsafe Lightness.moved(light(of: pixel), by: difference) { root($0) }
        for channel in 0..<3 {
            let light = Double(min(max(moved[channel], 0), 1))
            let level = min(Lightness.encoded(light), alpha) / alpha
            unsafe pixel[channel] = UInt16((level * Double(Self.steps)).rounded())
        }
    }

    /// Returns the light of red, green and blue, multiplied by alpha.
    @inline(__always)
    private func light(of pixel: UnsafePointer<UInt16>) -> SIMD3<Float> {
        let alpha = unsafe UInt32(pixel[3])
        func level(_ sample: UInt16) -> Float {
            let product = UInt64(sample) * UInt64(alpha) + UInt64(Self.steps / 2)
            return light[alpha == Self.steps ? Int(sample) : Int(product) / Self.steps]
        }
        return unsafe SIMD3(level(pixel[0]), level(pixel[1]), level(pixel[2]))
    }

    /// Returns the cube root of CIELAB, between two entries of the table.
    @inline(__always)
    private func root(_ light: Float) -> Float {
        let place = min(max(light, 0), 1) * Float(Self.steps)
        let entry = Int(place)
        return roots[entry] + (roots[entry + 1] - roots[entry]) * (place - Float(entry))
    }
}

/// Lightness L* of pixels of ``SampleFormat/rgbaHalf``, also above that of white.
struct LightLightness: LightnessPixels {
    func read(_ row: UnsafePointer<UInt16>, into target: UnsafeMutablePointer<Float>, count: Int) {
        let weights = SIMD3<Float>(0.2126, 0.7152, 0.0722)
        for x in 0..<count {
            // Safe because the row has `count` pixels.
            let light = unsafe Self.light(of: row + x * 4)
            unsafe target[x] = 116 * Self.root((light.color * light.alpha * weights).sum()) - 16
        }
    }

    func move(_ pixel: UnsafeMutablePointer<UInt16>, by difference: Float) {
        // Safe because a pixel has four samples.
        let (color, alpha) = unsafe Self.light(of: pixel)
        guard alpha > 0 else { return }
        let moved = Lightness.moved(color * alpha, by: difference, root: Self.root) / alpha
        for channel in 0..<3 { unsafe pixel[channel] = LinearNumbers.sample(moved[channel]) }
    }

    /// Returns the light of red, green and blue, and alpha.
    @inline(__always)
    private static func light(
        of pixel: UnsafePointer<UInt16>
    ) -> (color: SIMD3<Float>, alpha: Float) {
        let color = unsafe SIMD3(
            LinearNumbers.number(pixel[0]), LinearNumbers.number(pixel[1]),
            LinearNumbers.number(pixel[2]))
        return (color, unsafe min(max(LinearNumbers.number(pixel[3]), 0), 1))
    }

    /// Returns the cube root of CIELAB, of which negative light has a linear one.
    private static func root(_ light: Float) -> Float { Float(Lightness.root(Double(light))) }
}
