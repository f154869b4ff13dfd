/// The course of a transition's progress over time: a cubic Bézier curve from (0, 0) to (1, 1), as
/// in CSS Easing Functions.
public struct TransitionCurve: Hashable, Sendable {
    private let first: SIMD2<Double>
    private let second: SIMD2<Double>

    /// Creates a curve from its control points.
    ///
    /// - Parameters:
    ///   - x1: The time of the first point, taken as 0 to 1.
    ///   - y1: The progress of the first point, taken as -10 to 10; beyond 0 to 1 the curve
    ///     overshoots.
    ///   - x2: The time of the second point.
    ///   - y2: The progress of the second point.
    public init(x1: Double, y1: Double, x2: Double, y2: Double) {
        first = SIMD2(x1.bounded(to: 0...1, else: 0), y1.bounded(to: -10...10, else: 0))
        second = SIMD2(x2.bounded(to: 0...1, else: 1), y2.bounded(to: -10...10, else: 1))
    }

    /// The same speed at all times.
    public static let linear = TransitionCurve(x1: 1.0 / 3, y1: 1.0 / 3, x2: 2.0 / 3, y2: 2.0 / 3)
    /// Slow at the beginning: the cube of the time.
    public static let easeIn = TransitionCurve(x1: 1.0 / 3, y1: 0, x2: 2.0 / 3, y2: 0)
    /// Slow at the end.
    public static let easeOut = TransitionCurve(x1: 1.0 / 3, y1: 1, x2: 2.0 / 3, y2: 1)
    /// Slow at the beginning and at the end.
    public static let easeInOut = TransitionCurve(x1: 0.65, y1: 0, x2: 0.35, y2: 1)

    /// Returns the progress at a fraction of the time, 0 to 1.
    public func value(at fraction: Double) -> Double {
        guard fraction > 0 else { return 0 }
        guard fraction < 1 else { return 1 }
        // Time never decreases along the curve, since both points lie in its range.
        var (low, high) = (0.0, 1.0)
        for _ in 0..<50 {
            let middle = (low + high) / 2
            if point(middle).x < fraction { low = middle } else { high = middle }
        }
        return point((low + high) / 2).y
    }

    private func point(_ part: Double) -> SIMD2<Double> {
        let rest = 1 - part
        return 3 * rest * rest * part * first + 3 * rest * part * part * second
            + part * part * part * SIMD2(1, 1)
    }
}
