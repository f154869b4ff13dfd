import CWebImageKernels

/// The weights of one axis for deep pixels, in floats that add up to one.
struct DeepWeights: Sendable {
    /// One span for each target pixel, in the order of their first source pixels.
    private(set) var spans: [CWIKSpan] = []
    private(set) var weights: [Float] = []
    /// The most source pixels of one target pixel.
    private(set) var longest = 0

    /// Creates the weights that map `source` pixels, or a part of them, to `target` pixels.
    init(source: Int, target: Int, filter: ResampleFilter, part: AxisSpan) {
        spans.reserveCapacity(target)
        AxisWindow.forEach(source: source, target: target, filter: filter, part: part) { window in
            append(window)
        }
    }

    /// Creates no weights.
    init() {}

    /// Adds the next target pixel.
    mutating func append(_ window: AxisWindow) {
        let sum = window.weights.reduce(0, +)
        spans.append(
            CWIKSpan(first: window.first, count: window.weights.count, offset: weights.count))
        weights += window.weights.map { Float(sum > 0 ? $0 / sum : 0) }
        longest = max(longest, window.weights.count)
    }

    /// The source pixels that count for any target pixel.
    var reach: Range<Int> {
        let first = spans.lazy.map { $0.first }.min() ?? 0
        return first..<(spans.lazy.map { $0.first + $0.count }.max() ?? first)
    }
}
