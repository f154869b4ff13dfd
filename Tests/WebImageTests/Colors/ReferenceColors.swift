import Foundation

/// Colours in Double by the formulas of the standards, written without the library's code.
///
/// Numbers and formulas are those of ITU-T H.273 (tables 2, 3 and 4), BT.2100, SMPTE ST 2084, IEC
/// 61966-2-1 and BT.2390 (EETF). Whites are adapted by Bradford's matrix, the intent is relative
/// colorimetric, and what lies outside of sRGB is clipped channel by channel.
struct ReferenceColors {
    typealias Triple = SIMD3<Double>

    /// The xy of red, green, blue and white.
    var places: [SIMD2<Double>]
    /// The light of a stored value, both from 0 to 1; more for what is brighter than white.
    var curve: @Sendable (Double) -> Double
    /// The code point of the curve, for PQ and HLG; 0 for others.
    var transfer = 0
    /// The greatest luminance of the content in cd/m²; only PQ has another than 1,000.
    var peak = 1000.0

    /// Creates the colours of code points.
    init(primaries: Int, transfer: Int, peak: Double = 1000) {
        places = Self.places(primaries)
        curve = { Self.light($0, transfer) }
        self.transfer = transfer
        self.peak = peak
    }

    /// Creates colours whose curve is the inverse of BT.709's own, as libjxl takes it.
    init(ofCamera primaries: Int) {
        places = Self.places(primaries)
        curve = { Self.sceneLight($0) }
    }

    /// Creates the colours of AVIF and HEIC, whose encoders say BT.709, BT.601 and BT.2020 for
    /// sRGB's curve.
    init(media primaries: Int, _ transfer: Int) {
        self.init(
            primaries: primaries, transfer: [1, 6, 14, 15].contains(transfer) ? 13 : transfer)
    }

    /// Creates colours of own primaries and a gamma.
    init(places: [SIMD2<Double>], gamma: Double) {
        self.places = places
        curve = { pow($0, gamma) }
    }

    /// Returns the levels of sRGB for stored values from 0 to 1.
    func levels(_ stored: Triple) -> [Int] {
        var light = stored.map { min(max($0, 0), 1) }
        switch transfer {
        case 16: light = Self.toneMapped(light.map { 10000 * Self.perceptualLight($0) }, peak: peak)
        case 18: light = Self.toneMapped(display(hlg: light), peak: 1000)
        default: light = light.map(curve)
        }
        let target = Self.xyz(of: Self.places(1)).inverse
        let white = Self.adaptation(from: places[3], to: Self.places(1)[3])
        let shown = target * (white * (Self.xyz(of: places) * light))
        return [shown.x, shown.y, shown.z].map {
            let light = min(max($0, 0), 1)
            let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return Int((value * 255).rounded())
        }
    }

    /// Returns the levels of sRGB for levels of 8 bits.
    func levels(_ red: Int, _ green: Int, _ blue: Int) -> [Int] {
        levels(Triple(Double(red), Double(green), Double(blue)) / 255)
    }

    /// The XYZ of red, green and blue under D50, as ICC profiles have them.
    var colorants: [(x: Double, y: Double, z: Double)] {
        let d50 = SIMD2(0.9642, 1) / (0.9642 + 1 + 0.8249)
        let matrix = Self.adaptation(from: places[3], to: d50) * Self.xyz(of: places)
        return [Triple(1, 0, 0), Triple(0, 1, 0), Triple(0, 0, 1)].map {
            let color = matrix * $0
            return (color.x, color.y, color.z)
        }
    }

    static func places(_ primaries: Int) -> [SIMD2<Double>] {
        let d65 = SIMD2(0.3127, 0.3290)
        return switch primaries {
        case 4: [[0.67, 0.33], [0.21, 0.71], [0.14, 0.08], [0.310, 0.316]]
        case 5: [[0.64, 0.33], [0.29, 0.60], [0.15, 0.06], d65]
        case 6, 7: [[0.630, 0.340], [0.310, 0.595], [0.155, 0.070], d65]
        case 8: [[0.681, 0.319], [0.243, 0.692], [0.145, 0.049], [0.310, 0.316]]
        case 9: [[0.708, 0.292], [0.170, 0.797], [0.131, 0.046], d65]
        case 10: [[1, 0], [0, 1], [0, 0], [1.0 / 3, 1.0 / 3]]
        case 11: [[0.680, 0.320], [0.265, 0.690], [0.150, 0.060], [0.314, 0.351]]
        case 12: [[0.680, 0.320], [0.265, 0.690], [0.150, 0.060], d65]
        case 22: [[0.630, 0.340], [0.295, 0.605], [0.155, 0.077], d65]
        default: [[0.640, 0.330], [0.300, 0.600], [0.150, 0.060], d65]
        }
    }

    /// Returns the light of a camera's value (BT.2020, table 4), of which constant luminance is
    /// made.
    private static func sceneLight(_ value: Double) -> Double {
        let (alpha, beta) = (1.099296826809442, 0.018053968510807)
        return value < 4.5 * beta ? value / 4.5 : pow((value + alpha - 1) / alpha, 1 / 0.45)
    }

    static func light(_ value: Double, _ transfer: Int) -> Double {
        switch transfer {
        // BT.1886, annex 1, with a black of 0.
        case 1, 6, 11, 12, 14, 15: return pow(value, 2.4)
        case 4: return pow(value, 2.2)
        case 5: return pow(value, 2.8)
        case 7: return value < 4 * 0.0228 ? value / 4 : pow((value + 0.1115) / 1.1115, 1 / 0.45)
        case 8: return value
        case 9: return value <= 0 ? 0 : pow(10, (value - 1) * 2)
        case 10: return value <= 0 ? 0 : pow(10, (value - 1) * 2.5)
        case 17: return pow(value, 2.6) * 52.37 / 48
        default: return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
    }

    /// The constants of SMPTE ST 2084.
    private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)

    /// Returns the part of 10,000 cd/m² of a value of PQ.
    static func perceptualLight(_ value: Double) -> Double {
        let power = pow(value, 1 / m2)
        return pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
    }

    /// Returns the value of PQ of a part of 10,000 cd/m².
    static func perceptual(_ light: Double) -> Double {
        let power = pow(light, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    /// Returns the cd/m² that a display of 1,000 cd/m² shows of values of HLG (BT.2100, table 5).
    private func display(hlg values: Triple) -> Triple {
        let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
        let scene = values.map { $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - c) / a) + b) / 12 }
        let luminance = (Self.xyz(of: places) * scene).y
        return luminance > 0 ? 1000 * pow(luminance, 1.2 - 1) * scene : Triple()
    }

    /// Maps cd/m² to parts of 203 cd/m² by BT.2390's EETF on the greatest channel.
    private static func toneMapped(_ light: Triple, peak: Double) -> Triple {
        let greatest = light.max()
        guard greatest > 0 else { return Triple() }
        guard peak > 203 else { return light / 203 }
        let top = perceptual(peak / 10000)
        let largest = perceptual(203.0 / 10000) / top
        let knee = 1.5 * largest - 0.5
        var value = min(perceptual(greatest / 10000) / top, 1)
        if value > knee {
            let t = (value - knee) / (1 - knee)
            let (t2, t3) = (t * t, t * t * t)
            value =
                (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee)
                + (3 * t2 - 2 * t3) * largest
        }
        return light * (10000 * perceptualLight(value * top) / greatest / 203)
    }

    private static func xyz(of places: [SIMD2<Double>]) -> Matrix {
        let columns = places.map { Triple($0.x, $0.y, 1 - $0.x - $0.y) }
        let plain = Matrix(columns: (columns[0], columns[1], columns[2]))
        let scale = plain.inverse * (columns[3] / columns[3].y)
        return plain * Matrix.diagonal(scale)
    }

    private static func adaptation(from: SIMD2<Double>, to: SIMD2<Double>) -> Matrix {
        let bradford = Matrix(
            columns: (
                [0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296]
            ))
        let cones = [from, to].map { bradford * (Triple($0.x, $0.y, 1 - $0.x - $0.y) / $0.y) }
        return bradford.inverse * Matrix.diagonal(cones[1] / cones[0]) * bradford
    }

    /// The weights of red and blue in luma; nil for matrices of other forms.
    private static func weights(_ matrix: Int) -> (red: Double, blue: Double)? {
        switch matrix {
        case 1: (0.2126, 0.0722)
        case 4: (0.30, 0.11)
        case 5, 6: (0.299, 0.114)
        case 7: (0.212, 0.087)
        case 9, 10: (0.2627, 0.0593)
        default: nil
        }
    }

    /// Returns luma (0 to 1) and chroma (-0.5 to 0.5) of values: G, B, R for the identity (0), Y,
    /// Cg, Co for YCgCo (8), of constant luminance for 10, whose curve is BT.2020's.
    static func planes(_ rgb: Triple, matrix: Int) -> Triple {
        if matrix == 0 { return Triple(rgb.y, rgb.z, rgb.x) }
        guard let (red, blue) = weights(matrix) else {
            let sum = (rgb.x + rgb.z) / 2
            return Triple((rgb.y + sum) / 2, (rgb.y - sum) / 2, (rgb.x - rgb.z) / 2)
        }
        guard matrix == 10 else {
            let luma = red * rgb.x + (1 - red - blue) * rgb.y + blue * rgb.z
            return Triple(luma, (rgb.z - luma) / 2 / (1 - blue), (rgb.x - luma) / 2 / (1 - red))
        }
        let linear = rgb.map { sceneLight($0) }
        let luma = value2020(red * linear.x + (1 - red - blue) * linear.y + blue * linear.z)
        let (cb, cr) = (rgb.z - luma, rgb.x - luma)
        return Triple(luma, cb / (cb <= 0 ? 1.9404 : 1.5816), cr / (cr <= 0 ? 1.7184 : 0.9936))
    }

    /// Returns the values of ``planes(_:matrix:)``.
    static func values(_ planes: Triple, matrix: Int) -> Triple {
        if matrix == 0 { return Triple(planes.z, planes.x, planes.y) }
        guard let (red, blue) = weights(matrix) else {
            let rest = planes.x - planes.y
            return Triple(rest + planes.z, planes.x + planes.y, rest - planes.z)
        }
        guard matrix == 10 else {
            let (r, b) = (planes.x + 2 * (1 - red) * planes.z, planes.x + 2 * (1 - blue) * planes.y)
            return Triple(r, (planes.x - red * r - blue * b) / (1 - red - blue), b)
        }
        let b = planes.x + planes.y * (planes.y <= 0 ? 1.9404 : 1.5816)
        let r = planes.x + planes.z * (planes.z <= 0 ? 1.7184 : 0.9936)
        let rest = sceneLight(planes.x) - red * sceneLight(r) - blue * sceneLight(b)
        return Triple(r, value2020(max(rest / (1 - red - blue), 0)), b)
    }

    private static func value2020(_ light: Double) -> Double {
        light < 0.018053968510807 ? 4.5 * light : 1.099296826809442 * (pow(light, 0.45) - 1) + 1
    }
}

/// A matrix of three columns.
private struct Matrix {
    var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    static func diagonal(_ values: SIMD3<Double>) -> Matrix {
        Matrix(columns: ([values.x, 0, 0], [0, values.y, 0], [0, 0, values.z]))
    }

    static func * (matrix: Matrix, vector: SIMD3<Double>) -> SIMD3<Double> {
        let (a, b, c) = matrix.columns
        return a * vector.x + b * vector.y + c * vector.z
    }

    static func * (one: Matrix, other: Matrix) -> Matrix {
        let (a, b, c) = other.columns
        return Matrix(columns: (one * a, one * b, one * c))
    }

    var inverse: Matrix {
        let (a, b, c) = columns
        let rows = [Self.cross(b, c), Self.cross(c, a), Self.cross(a, b)].map {
            $0 / (a * Self.cross(b, c)).sum()
        }
        let (x, y, z) = (rows[0], rows[1], rows[2])
        return Matrix(columns: ([x.x, y.x, z.x], [x.y, y.y, z.y], [x.z, y.z, z.z]))
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
    }
}

extension SIMD3<Double> {
    fileprivate func map(_ change: (Double) -> Double) -> Self {
        Self(change(x), change(y), change(z))
    }
}
