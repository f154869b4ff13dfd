import Foundation

/// The formulas of ITU-T H.273 and IEC 61966-2-1, written for expected values of tests.
public enum H273 {
    /// The numbers of a file.
    public struct Numbers: Hashable, Sendable, CustomStringConvertible {
        /// The numbers of primaries, transfer characteristics and matrix coefficients.
        public var primaries, transfer, matrix: Int
        /// `true` if samples use the whole range of their bits.
        public var isFullRange: Bool
        /// The bits of a sample.
        public var depth: Int

        /// Creates numbers.
        public init(
            _ primaries: Int, _ transfer: Int, _ matrix: Int, full isFullRange: Bool = true,
            depth: Int = 8
        ) {
            (self.primaries, self.transfer, self.matrix) = (primaries, transfer, matrix)
            (self.isFullRange, self.depth) = (isFullRange, depth)
        }

        /// The numbers, for the names of tests.
        public var description: String {
            "\(primaries)/\(transfer)/\(matrix) \(isFullRange ? "full" : "limited") \(depth)"
        }
    }

    /// Table 3: light of a sample, PQ as a part of 10,000 cd/m², HLG of the scene.
    public static func light(_ transfer: Int, _ e: Double) -> Double {
        switch transfer {
        case 1, 6, 11, 12, 14, 15:
            e < 4.5 * 0.018053968510807
                ? e / 4.5 : pow((e + 0.09929682680944) / 1.09929682680944, 1 / 0.45)
        case 4: pow(e, 2.2)
        case 5: pow(e, 2.8)
        case 7: e < 4 * 0.0228 ? e / 4 : pow((e + 0.1115) / 1.1115, 1 / 0.45)
        case 8: e
        case 9: e <= 0 ? 0 : pow(10, 2 * (e - 1))
        case 10: e <= 0 ? 0 : pow(10, 2.5 * (e - 1))
        case 16:
            pow(
                max(pow(e, 4096.0 / (2523 * 128)) - 3424.0 / 4096, 0)
                    / (2413.0 / 128 - 2392.0 / 128 * pow(e, 4096.0 / (2523 * 128))),
                16384.0 / 2610)
        case 17: 52.37 / 48 * pow(e, 2.6)
        case 18: e <= 0.5 ? e * e / 3 : (exp((e - 0.55991073) / 0.17883277) + 0.28466892) / 12
        default: e <= 0.04045 ? e / 12.92 : pow((e + 0.055) / 1.055, 2.4)
        }
    }

    /// The sample of light, found by bisection.
    public static func sample(_ transfer: Int, _ light: Double) -> Double {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if Self.light(transfer, middle) < light { low = middle } else { high = middle }
        }
        return (low + high) / 2
    }

    /// The levels of sRGB, from 0 to 255, of samples from 0 to 1; not for PQ and HLG.
    public static func shown(_ color: [Double], _ numbers: Numbers) -> [Int] {
        let known =
            places(numbers.primaries) == nil || numbers.transfer == 3
            ? (1, 13)
            : (
                numbers.primaries,
                [1, 2, 6, 14, 15].contains(numbers.transfer) ? 13 : numbers.transfer
            )
        // Curves of cameras are shown by that of displays, BT.1886; encoders of AVIF and HEIC state
        // most of them for that of sRGB.
        let light = color.map {
            [11, 12].contains(known.1) ? pow($0, 2.4) : min(Self.light(known.1, $0), 1)
        }
        let xyz = product(adapted(known.0), light)
        return product(inverse(adapted(1)), xyz).map { light in
            let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return Int((min(max(value, 0), 1) * 255).rounded())
        }
    }

    /// Section 8.3: luma and the two chroma samples of a colour.
    public static func samples(of color: [Double], _ numbers: Numbers) -> [Int] {
        let (y, cb, cr) = differences(color, numbers)
        let (top, step) = (Double(1 << numbers.depth - 1), Double(1 << (numbers.depth - 8)))
        let middle = Double(1 << (numbers.depth - 1))
        func luma(_ value: Double) -> Double {
            numbers.isFullRange ? value * top : (219 * value + 16) * step
        }
        func chroma(_ value: Double) -> Double {
            if numbers.matrix == 0 { return luma(value) }
            let range = numbers.matrix == 8 ? 219.0 : 224
            return (numbers.isFullRange ? value * top : range * value * step) + middle
        }
        return [luma(y), chroma(cb), chroma(cr)].map { Int(min(max($0.rounded(), 0), top)) }
    }

    private static func differences(
        _ color: [Double], _ numbers: Numbers
    ) -> (Double, Double, Double) {
        let (r, g, b) = (color[0], color[1], color[2])
        let transfer = numbers.transfer == 2 ? 13 : numbers.transfer
        switch numbers.matrix {
        case 0: return (g, b, r)
        case 8: return (0.5 * g + 0.25 * (r + b), 0.5 * g - 0.25 * (r + b), 0.5 * (r - b))
        case 10, 13:
            let (kr, kb) = weights(numbers)
            let light = color.map { Self.light(transfer, $0) }
            let y = sample(transfer, kr * light[0] + (1 - kr - kb) * light[1] + kb * light[2])
            func chroma(_ value: Double, _ weight: Double) -> Double {
                value <= y
                    ? (value - y) / (2 * sample(transfer, 1 - weight))
                    : (value - y) / (2 * (1 - sample(transfer, weight)))
            }
            return (y, chroma(b, kb), chroma(r, kr))
        case 11: return (g, (0.986566 * b - g) / 2, (r - 0.991902 * g) / 2)
        case 14:
            let mix: [[Double]] = [[1688, 2146, 262], [683, 2951, 462], [99, 309, 3688]]
            let cones = product(mix, color.map { Self.light(transfer, $0) }).map {
                sample(transfer, $0 / 4096)
            }
            let axes: [[Double]] =
                transfer == 18
                ? [[2048, 2048, 0], [3625, -7465, 3840], [9500, -9212, -288]]
                : [[2048, 2048, 0], [6610, -13613, 7003], [17933, -17390, -543]]
            let result = product(axes, cones).map { $0 / 4096 }
            return (result[0], result[1], result[2])
        default:
            let (kr, kb) = weights(numbers)
            let y = kr * r + (1 - kr - kb) * g + kb * b
            return (y, (b - y) / (2 * (1 - kb)), (r - y) / (2 * (1 - kr)))
        }
    }

    /// The weights of red and blue in luma.
    private static func weights(_ numbers: Numbers) -> (Double, Double) {
        switch numbers.matrix {
        case 1: return (0.2126, 0.0722)
        case 4: return (0.30, 0.11)
        case 7: return (0.212, 0.087)
        case 9, 10: return (0.2627, 0.0593)
        case 12, 13:
            let rows = matrix(numbers.primaries)
            return (rows[1][0], rows[1][2])
        default: return (0.299, 0.114)
        }
    }

    /// Table 2: red, green, blue and white.
    private static func places(_ primaries: Int) -> [[Double]]? {
        let (d65, c) = ([0.3127, 0.3290], [0.310, 0.316])
        switch primaries {
        case 1, 2: return [[0.640, 0.330], [0.300, 0.600], [0.150, 0.060], d65]
        case 4: return [[0.67, 0.33], [0.21, 0.71], [0.14, 0.08], c]
        case 5: return [[0.64, 0.33], [0.29, 0.60], [0.15, 0.06], d65]
        case 6, 7: return [[0.630, 0.340], [0.310, 0.595], [0.155, 0.070], d65]
        case 8: return [[0.681, 0.319], [0.243, 0.692], [0.145, 0.049], c]
        case 9: return [[0.708, 0.292], [0.170, 0.797], [0.131, 0.046], d65]
        case 10: return [[1, 0], [0, 1], [0, 0], [1.0 / 3, 1.0 / 3]]
        case 11: return [[0.680, 0.320], [0.265, 0.690], [0.150, 0.060], [0.314, 0.351]]
        case 12: return [[0.680, 0.320], [0.265, 0.690], [0.150, 0.060], d65]
        case 22: return [[0.630, 0.340], [0.295, 0.605], [0.155, 0.077], d65]
        default: return nil
        }
    }

    private static func xyz(_ place: [Double]) -> [Double] {
        [place[0] / place[1], 1, (1 - place[0] - place[1]) / place[1]]
    }

    /// The matrix from light to XYZ.
    private static func matrix(_ primaries: Int) -> [[Double]] {
        let places = places(primaries) ?? []
        let columns = places[0..<3].map { [$0[0], $0[1], 1 - $0[0] - $0[1]] }
        let rows = (0..<3).map { row in columns.map { $0[row] } }
        let amounts = product(inverse(rows), xyz(places[3]))
        return rows.map { row in zip(row, amounts).map(*) }
    }

    /// The matrix from light to XYZ, with the white of sRGB by Bradford's cones.
    private static func adapted(_ primaries: Int) -> [[Double]] {
        let cones = [
            [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296],
        ]
        let from = product(cones, xyz((places(primaries) ?? [])[3]))
        let to = product(cones, xyz([0.3127, 0.3290]))
        let columns = (0..<3).map { column in
            let own = product(cones, matrix(primaries).map { $0[column] })
            return product(inverse(cones), (0..<3).map { own[$0] * to[$0] / from[$0] })
        }
        return (0..<3).map { row in columns.map { $0[row] } }
    }

    private static func product(_ matrix: [[Double]], _ vector: [Double]) -> [Double] {
        matrix.map { row in zip(row, vector).map(*).reduce(0, +) }
    }

    private static func inverse(_ m: [[Double]]) -> [[Double]] {
        func minor(_ row: Int, _ column: Int) -> Double {
            let (a, b) = ((row + 1) % 3, (row + 2) % 3)
            let (c, d) = ((column + 1) % 3, (column + 2) % 3)
            return m[a][c] * m[b][d] - m[a][d] * m[b][c]
        }
        let whole = (0..<3).map { m[0][$0] * minor(0, $0) }.reduce(0, +)
        return (0..<3).map { row in (0..<3).map { minor($0, row) / whole } }
    }
}
