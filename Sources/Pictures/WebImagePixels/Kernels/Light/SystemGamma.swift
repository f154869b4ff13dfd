/// The system gamma of HLG (ITU-R BT.2100, table 5, note 5e) for a screen of 1,000 cd/m²: light of
/// a scene, 0 to 1, to that of the screen.
package struct SystemGamma: Sendable {
    /// The light of white of a scene, as a multiple of 203 cd/m².
    package static let headroom = 1000 / 203.0
    private let weights: SIMD3<Float>
    /// The factors of light by the fourth root of luminance, from that of the scene, and from that
    /// of the screen.
    private static let (factors, inverses) = (table(0.2), table(-0.2 / 1.2))
    private static let steps = 4096

    /// - Parameter weights: The weights of red, green and blue in luminance.
    package init(weights: SIMD3<Double>) { self.weights = SIMD3(weights) }

    /// Returns the light on the screen of light of the scene.
    @inline(__always)
    func shown(_ scene: SIMD3<Float>) -> SIMD3<Float> {
        scene * (Self.factor(Self.factors, (scene * weights).sum()) * Float(Self.headroom))
    }

    /// Returns the light of the scene that is shown as light on the screen.
    @inline(__always)
    func scene(_ shown: SIMD3<Float>) -> SIMD3<Float> {
        let part = shown / Float(Self.headroom)
        return part * Self.factor(Self.inverses, (part * weights).sum())
    }

    private static func table(_ exponent: Double) -> [Float] {
        // No light needs a factor.
        (0...steps + 1).map { step in
            let root = Double(max(step, 1)) / Double(steps)
            return Float(power(root * root * root * root, exponent))
        }
    }

    /// Returns the factor of a luminance, between two entries of a table.
    @inline(__always)
    private static func factor(_ table: [Float], _ luminance: Float) -> Float {
        let place = min(max(luminance, 0), 1).squareRoot().squareRoot() * Float(steps)
        let entry = Int(place)
        return table[entry] + (table[entry + 1] - table[entry]) * (place - Float(entry))
    }
}
