import Foundation
import WebImagePixels

/// A picture of floating-point channels with textbook implementations of the kernels.
struct FloatImage {
    let size: PixelSize
    var pixels: [SIMD4<Double>]

    init(_ bitmap: Bitmap) {
        size = bitmap.size
        pixels = (0..<size.height).flatMap { y in
            (0..<bitmap.size.width).map {
                SIMD4<Double>(SIMD4<Int>(truncatingIfNeeded: bitmap[$0, y]))
            }
        }
    }

    init(size: PixelSize, _ pixel: (Int, Int) -> SIMD4<Double>) {
        self.size = size
        pixels = (0..<size.height).flatMap { y in (0..<size.width).map { pixel($0, y) } }
    }

    /// The pixel at a position, clamped to the picture.
    subscript(x: Int, y: Int) -> SIMD4<Double> {
        pixels[min(max(y, 0), size.height - 1) * size.width + min(max(x, 0), size.width - 1)]
    }

    var transposed: FloatImage { FloatImage(size: size.transposed) { self[$1, $0] } }

    /// The nearest premultiplied bytes.
    var bitmap: Bitmap {
        var result = Bitmap(size: size)
        for y in 0..<size.height {
            for x in 0..<size.width {
                var value = self[x, y]
                value.clamp(
                    lowerBound: .zero, upperBound: SIMD4(repeating: min(max(value.w, 0), 255)))
                value.round(.toNearestOrAwayFromZero)
                result[x, y] = SIMD4(
                    UInt8(value.x), UInt8(value.y), UInt8(value.z), UInt8(value.w))
            }
        }
        return result
    }

    func resampled(to target: PixelSize, _ filter: ResampleFilter) -> FloatImage {
        resampledRows(to: target.width, filter).transposed
            .resampledRows(to: target.height, filter).transposed
    }

    private func resampledRows(to width: Int, _ filter: ResampleFilter) -> FloatImage {
        guard width != size.width else { return self }
        let scale = Double(size.width) / Double(width)
        let stretch = max(scale, 1)
        if filter == .nearest {
            return FloatImage(size: PixelSize(width: width, height: size.height)) { x, y in
                self[Int((Double(x) + 0.5) * scale), y]
            }
        }
        let weights = (0..<width).map { x in
            (0..<size.width).map { source in
                Self.weight((Double(source) + 0.5 - (Double(x) + 0.5) * scale) / stretch, filter)
            }
        }
        return FloatImage(size: PixelSize(width: width, height: size.height)) { x, y in
            var (sum, total) = (SIMD4<Double>.zero, 0.0)
            for (source, weight) in weights[x].enumerated() where weight != 0 {
                sum += self[source, y] * weight
                total += weight
            }
            return sum / total
        }
    }

    private static func weight(_ x: Double, _ filter: ResampleFilter) -> Double {
        let t = abs(x)
        func sinc(_ t: Double) -> Double { t == 0 ? 1 : sin(.pi * t) / (.pi * t) }
        switch filter {
        case .nearest, .box: return x > -0.5 && x <= 0.5 ? 1 : 0
        case .bilinear: return max(1 - t, 0)
        case .bicubic where t < 1: return 1.5 * t * t * t - 2.5 * t * t + 1
        case .bicubic: return t < 2 ? -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2 : 0
        case .lanczos: return t < 3 ? sinc(t) * sinc(t / 3) : 0
        }
    }

    /// Returns a Gaussian blur over all pixels within four sigma, edges repeated.
    func gaussian(_ sigma: Double) -> FloatImage {
        gaussianRows(sigma).transposed.gaussianRows(sigma).transposed
    }

    private func gaussianRows(_ sigma: Double) -> FloatImage {
        let reach = Int((sigma * 4).rounded(.up))
        let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let total = weights.reduce(0, +)
        return FloatImage(size: size) { x, y in
            weights.indices.reduce(SIMD4<Double>.zero) {
                $0 + self[x + $1 - reach, y] * (weights[$1] / total)
            }
        }
    }
}
