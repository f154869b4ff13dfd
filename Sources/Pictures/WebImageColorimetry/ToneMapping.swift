import WebImagePixels

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// The levels of PQ and HLG on a screen of standard range; ``CurveMapping`` has the method.
struct ToneMapping: Sendable {
    /// The light of each sample of 12 bits: of PQ as a part of 10,000 cd/m², of HLG that of the
    /// scene.
    private let light: [Float]
    /// The weights of luminance and the factor of the nominal screen at each fourth root of it, for
    /// HLG.
    private let scene: (weights: SIMD3<Float>, factors: [Float])?
    /// The factor from light of the source to that of the screen, at each fourth root of light.
    private let gains: [Float]
    /// The sample of sRGB at each square root of light.
    private let levels = Self.levelTable

    private static let steps = 4095
    private static let white = HighlightMapping.white
    /// The peak of content that states none, in parts of 10,000 cd/m².
    static let usualPeak = 0.1

    /// - Parameter peak: The luminance of the brightest pixel in cd/m²; it counts for PQ.
    init(_ codePoints: ColorCodePoints, peak: Double?) {
        let isHLG = codePoints.transfer == .hlg
        light = isHLG ? Self.sceneLight : Self.perceptualLight
        let weights = codePoints.primaries.chromaticities.luminances ?? SIMD3(0.2627, 0.678, 0.0593)
        // The factor of BT.2100, note 5e: luminance of the scene to the power of 0.2.
        scene =
            isHLG
            ? (
                SIMD3<Float>(weights),
                Self.table { Float(Self.usualPeak * pow($0 * $0 * $0 * $0, 0.2)) }
            )
            : nil
        let stated = peak.flatMap { $0.isFinite && $0 > 0 && $0 <= 10000 ? $0 / 10000 : nil }
        let peak = isHLG ? Self.usualPeak : max(stated ?? Self.usualPeak, Self.white)
        gains = Self.table { root in
            let light = root * root * root * root
            return light > 0
                ? Float(HighlightMapping.shown(light, peak: peak) / light / Self.white)
                : Float(1 / Self.white)
        }
    }

    private static let sceneLight = table { Float(TransferFunction.hlg.light($0)) }
    private static let perceptualLight = table { Float(TransferFunction.pq.light($0)) }
    private static let levelTable = table { CurveMapping.level(ofLight: $0 * $0) }

    /// Returns the levels of samples of 16 bits.
    @inline(__always)
    func levels(of color: SIMD3<Int>) -> SIMD3<UInt8> {
        let places = (color &* Self.steps &+ 32767) / 65535
        var linear = SIMD3(light[places.x], light[places.y], light[places.z])
        if let scene {
            linear *= scene.factors[Self.place((linear * scene.weights).sum().squareRoot())]
        }
        linear *= gains[Self.place(linear.max().squareRoot())]
        return SIMD3(
            levels[Self.place(linear.x)], levels[Self.place(linear.y)],
            levels[Self.place(linear.z)])
    }

    /// Returns the place of a square root in a table.
    @inline(__always)
    private static func place(_ value: Float) -> Int {
        Int(min(max(value, 0).squareRoot(), 1) * Float(steps) + 0.5)
    }

    private static func table<Value>(_ value: (Double) -> Value) -> [Value] {
        (0...steps).map { value(Double($0) / Double(steps)) }
    }
}
