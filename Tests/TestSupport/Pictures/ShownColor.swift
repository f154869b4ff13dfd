import Foundation

/// Colours as they are shown in sRGB, by the formulas of the standards.
///
/// Written without the code of the library, so that it is a second opinion.
public struct ShownColor {
    /// The chromaticities of red, green, blue and white.
    public var places: [(x: Double, y: Double)]
    /// The light of a sample of 0 to 1; of PQ in cd/m².
    public var light: (Double) -> Double
    /// The light of a screen that shows the light of a scene.
    public var screen: ([Double]) -> [Double] = { $0 }
    /// The luminance up to which PQ is bent below 203 cd/m²; nil for other curves.
    public var peak: Double?

    /// Creates colours of primaries and a curve.
    public init(
        _ places: [(x: Double, y: Double)], light: @escaping (Double) -> Double,
        peak: Double? = nil
    ) {
        (self.places, self.light, self.peak) = (places, light, peak)
    }

    /// Numbers of ITU-T H.273, tables 2 and 3; nil for PQ and HLG, and for reserved numbers.
    ///
    /// - Parameter ofCamera: `true` to take BT.709 by the inverse of its own curve, as libjxl does.
    public init?(primaries: Int, transfer: Int, ofCamera: Bool = false) {
        guard let places = Self.primaries[primaries],
            let light = Self.curve(transfer, ofCamera: ofCamera)
        else { return nil }
        self.init(places, light: light)
    }

    private static let d65 = (x: 0.3127, y: 0.3290)

    /// Table 2 of H.273.
    public static let primaries: [Int: [(x: Double, y: Double)]] = [
        1: [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06), d65],
        4: [(0.67, 0.33), (0.21, 0.71), (0.14, 0.08), (0.310, 0.316)],
        5: [(0.64, 0.33), (0.29, 0.60), (0.15, 0.06), d65],
        6: [(0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65],
        7: [(0.630, 0.340), (0.310, 0.595), (0.155, 0.070), d65],
        8: [(0.681, 0.319), (0.243, 0.692), (0.145, 0.049), (0.310, 0.316)],
        9: [(0.708, 0.292), (0.170, 0.797), (0.131, 0.046), d65],
        10: [(1, 0), (0, 1), (0, 0), (1.0 / 3, 1.0 / 3)],
        11: [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351)],
        12: [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060), d65],
        22: [(0.630, 0.340), (0.295, 0.605), (0.155, 0.077), d65],
    ]

    /// Table 3 of H.273, solved for light.
    public static func curve(
        _ transfer: Int, ofCamera: Bool = false
    ) -> ((Double) -> Double)? {
        switch transfer {
        case 1 where ofCamera:
            return { $0 < 4.5 * 0.018 ? $0 / 4.5 : pow(($0 + 0.099) / 1.099, 1 / 0.45) }
        case 1, 6, 11, 12, 14, 15:
            // The curve of displays, BT.1886.
            return { pow($0, 2.4) }
        case 4: return { pow($0, 2.2) }
        case 5: return { pow($0, 2.8) }
        case 7: return { $0 < 4 * 0.0228 ? $0 / 4 : pow(($0 + 0.1115) / 1.1115, 1 / 0.45) }
        case 8: return { $0 }
        case 9: return { $0 == 0 ? 0 : pow(10, 2 * ($0 - 1)) }
        case 10: return { $0 == 0 ? 0 : pow(10, 2.5 * ($0 - 1)) }
        case 13: return { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        case 17: return { min(pow($0, 2.6) * 52.37 / 48, 1) }
        default: return nil
        }
    }

    /// Returns the sample of PQ (SMPTE ST 2084) of a luminance in cd/m².
    public static func pqSample(_ luminance: Double) -> Double {
        let power = pow(luminance / 10000, 2610.0 / 16384)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
        return pow((c1 + c2 * power) / (1 + c3 * power), 2523.0 / 4096 * 128)
    }

    /// Returns the luminance of a sample of PQ in cd/m².
    public static func pqLuminance(_ sample: Double) -> Double {
        let power = pow(sample, 4096.0 / 2523 / 128)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
        return 10000 * pow(max(power - c1, 0) / (c2 - c3 * power), 16384.0 / 2610)
    }

    /// Colours of PQ.
    public static func pq(primaries: Int, peak: Double = 1000) -> ShownColor {
        ShownColor(Self.primaries[primaries] ?? [], light: pqLuminance, peak: peak)
    }

    /// Colours of HLG (BT.2100, table 5) on its nominal screen of 1,000 cd/m².
    public static func hlg(primaries: Int) -> ShownColor {
        var color = pq(primaries: primaries)
        color.light = {
            $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - 0.55991073) / 0.17883277) + 0.28466892) / 12
        }
        let weights = matrix(color.places)[1]
        color.screen = { scene in
            let luminance = zip(weights, scene).map { $0 * $1 }.reduce(0, +)
            return scene.map { 1000 * pow(luminance, 0.2) * $0 }
        }
        return color
    }

    /// Returns the shown samples, 0 to 255, of samples of 0 to 1.
    public func shown(_ samples: [Double]) -> [Double] {
        var linear = screen(samples.map(light))
        if let peak { linear = Self.toned(linear, peak: peak) }
        let adapted = Self.multiply(Self.adaptation(from: places[3]), Self.matrix(places))
        let toScreen = Self.multiply(Self.inverse(Self.matrix(Self.primaries[1] ?? [])), adapted)
        return Self.apply(toScreen, linear).map { value in
            let light = min(max(value, 0), 1)
            return 255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)
        }
    }

    /// Returns light as a part of 203 cd/m², mapped by the EETF of BT.2390 on the greatest channel.
    private static func toned(_ light: [Double], peak: Double) -> [Double] {
        guard let most = light.max(), most > 0 else { return light }
        let scale = pqSample(max(peak, 203))
        let maximum = pqSample(203) / scale
        let (e1, knee) = (min(pqSample(most) / scale, 1), 1.5 * maximum - 0.5)
        var e2 = e1
        if e1 > knee, knee < 1 {
            let t = (e1 - knee) / (1 - knee)
            e2 =
                (2 * t * t * t - 3 * t * t + 1) * knee
                + (t * t * t - 2 * t * t + t) * (1 - knee) + (3 * t * t - 2 * t * t * t) * maximum
        }
        let shown = pqLuminance(e2 * scale)
        return light.map { $0 / most * shown / 203 }
    }

    /// Returns the light of primaries with the white D65 that is the light of those of sRGB.
    public static func light(_ standard: [Double], in primaries: Int) -> [Double] {
        let xyz = apply(matrix(Self.primaries[1] ?? []), standard)
        return apply(inverse(matrix(Self.primaries[primaries] ?? [])), xyz)
    }

    // MARK: Matrices of three rows

    private typealias Matrix = [[Double]]

    /// The matrix from light to XYZ.
    private static func matrix(_ places: [(x: Double, y: Double)]) -> Matrix {
        let columns = places.prefix(3).map { [$0.x, $0.y, 1 - $0.x - $0.y] }
        let plain: Matrix = (0..<3).map { row in columns.map { $0[row] } }
        let amounts = apply(inverse(plain), white(places[3]))
        return plain.map { row in zip(row, amounts).map { $0 * $1 } }
    }

    private static func white(_ place: (x: Double, y: Double)) -> [Double] {
        [place.x / place.y, 1, (1 - place.x - place.y) / place.y]
    }

    /// Bradford's adaptation to D65.
    private static func adaptation(from place: (x: Double, y: Double)) -> Matrix {
        let cone: Matrix = [
            [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
        ]
        let (from, to) = (apply(cone, white(place)), apply(cone, white(d65)))
        let scaled = cone.enumerated().map { index, row in row.map { $0 * to[index] / from[index] }
        }
        return multiply(inverse(cone), scaled)
    }

    private static func apply(_ matrix: Matrix, _ vector: [Double]) -> [Double] {
        matrix.map { zip($0, vector).map { $0 * $1 }.reduce(0, +) }
    }

    private static func multiply(_ a: Matrix, _ b: Matrix) -> Matrix {
        a.map { row in
            (0..<3).map { column in (0..<3).map { row[$0] * b[$0][column] }.reduce(0, +) }
        }
    }

    private static func inverse(_ m: Matrix) -> Matrix {
        func minor(_ row: Int, _ column: Int) -> Double {
            let (r, c) = ((0..<3).filter { $0 != row }, (0..<3).filter { $0 != column })
            let value = m[r[0]][c[0]] * m[r[1]][c[1]] - m[r[0]][c[1]] * m[r[1]][c[0]]
            return (row + column) % 2 == 0 ? value : -value
        }
        let whole = (0..<3).map { m[0][$0] * minor(0, $0) }.reduce(0, +)
        return (0..<3).map { row in (0..<3).map { minor($0, row) / whole } }
    }
}
