/// The weights of ``ScaledBlur`` along one axis.
///
/// Edge pixels are repeated beyond the edges. The small picture reaches three pixels beyond, where
/// it is as constant as the repeated pixels, so that repeating its own edges is exact.
struct ScaledBlurAxis {
    /// The distance of the small picture's pixels, in pixels.
    let step: Int
    /// The number of pixels of the small picture.
    let count: Int
    /// Reduces by a quadratic B-spline: three boxes of ``step`` pixels.
    let reduce: ResampleWeights
    /// Blurs by the rest of the Gaussian, cut at 4 sigma.
    let blur: ResampleWeights
    /// Enlarges by the polynomial through six pixels.
    let enlarge: ResampleWeights

    private static let margin = 3

    /// The least standard deviation of the small picture, in its pixels.
    ///
    /// The reduction weakens waves that the small picture cannot represent, and the Gaussian
    /// removes what is left of them: 0.0004 of their height. The polynomial is off by less than
    /// that.
    private static let leastSigma = 2.25

    init(length: Int, sigma: Double) {
        var step = 1
        while sigma / Double(step * 2) >= Self.leastSigma { step *= 2 }
        self.step = step
        let count = 2 * Self.margin + (length + step - 1) / step + 1
        self.count = count
        reduce = ResampleWeights(count: count, repeatingEdgesOf: length) { index in
            let center = (Double(index - Self.margin) + 0.5) * Double(step) - 0.5
            let first = Int((center - 1.5 * Double(step)).rounded(.up))
            return (first, Self.spline(step))
        }
        let rest = (sigma * sigma - Self.variance(Self.spline(step))).squareRoot() / Double(step)
        let gaussian = Self.gaussian(rest)
        blur = ResampleWeights(count: count, repeatingEdgesOf: count) { index in
            (index - gaussian.count / 2, gaussian)
        }
        enlarge = ResampleWeights(count: length, repeatingEdgesOf: count) { pixel in
            let place = (Double(pixel) + 0.5) / Double(step) - 0.5
            let whole = place.rounded(.down)
            return (Int(whole) - 2 + Self.margin, Self.polynomial(at: place - whole))
        }
    }

    /// Returns a quadratic B-spline of 3 × `step` pixels, which is the same for every centre.
    private static func spline(_ step: Int) -> [Double] {
        (0..<3 * step).map { pixel in
            let x = abs(Double(2 * pixel + 1 - 3 * step) / Double(2 * step))
            return x < 0.5 ? 0.75 - x * x : (1.5 - x) * (1.5 - x) / 2
        }
    }

    private static func variance(_ weights: [Double]) -> Double {
        let middle = Double(weights.count - 1) / 2
        let squares = weights.indices.map { (Double($0) - middle) * (Double($0) - middle) }
        return zip(weights, squares).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
    }

    private static func gaussian(_ sigma: Double) -> [Double] {
        let radius = Int((4 * sigma).rounded(.up))
        return (-radius...radius).map { exponential(-Double($0 * $0) / (2 * sigma * sigma)) }
    }

    /// Returns the weights of the pixels −2 to 3 for a place between 0 and 1 (Lagrange).
    private static func polynomial(at place: Double) -> [Double] {
        (-2...3).map { node in
            (-2...3).reduce(1.0) { product, other in
                guard other != node else { return product }
                return product * (place - Double(other)) / Double(node - other)
            }
        }
    }
}
