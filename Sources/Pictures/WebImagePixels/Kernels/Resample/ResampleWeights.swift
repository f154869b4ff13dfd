import CWebImageKernels

/// The weights of one axis in fixed point, packed in pairs of neighbouring source pixels.
///
/// Pairs begin at even positions and match the layout of a ``PairRow``, so that one multiply
/// instruction takes two pixels.
struct ResampleWeights: Sendable {
    /// The source pairs of one target pixel; their weights begin at `offset` of ``pairs``.
    typealias Window = CWIKWindow

    /// The fraction bits of a weight; the weights of a window add up to exactly 1 << this.
    static let fractionBits = 14

    /// One window for each target pixel.
    private(set) var windows: [Window] = []
    /// The weight of the even pixel in the low half, of the odd one in the high half.
    private(set) var pairs: [Int32] = []

    /// The longest window, in pairs.
    var longestWindow: Int { windows.lazy.map { $0.pairCount }.max() ?? 0 }

    /// Creates the weights that map pixels `origin ..< origin + source`, or a part of them, to
    /// `target` pixels.
    init(
        source: Int, origin: Int, target: Int, filter: ResampleFilter, part: AxisSpan? = nil
    ) {
        windows.reserveCapacity(target)
        AxisWindow.forEach(
            source: source, target: target, filter: filter, part: part ?? AxisSpan(whole: source)
        ) { window in append(Self.fixed(window.weights), at: origin + window.first) }
    }

    /// Creates the weights of windows that may reach beyond the edges, where the edge pixels count.
    ///
    /// - Parameters:
    ///   - count: The number of target pixels.
    ///   - source: The number of source pixels.
    ///   - window: Returns the first source pixel of a target pixel, and the weights from there on.
    init(
        count: Int, repeatingEdgesOf source: Int,
        _ window: (Int) -> (first: Int, weights: [Double])
    ) {
        windows.reserveCapacity(count)
        for index in 0..<count {
            let (first, weights) = window(index)
            let low = min(max(first, 0), source - 1)
            let high = min(max(first + weights.count - 1, low), source - 1)
            var inside = [Double](repeating: 0, count: high - low + 1)
            for (offset, weight) in weights.enumerated() {
                inside[min(max(first + offset, low), high) - low] += weight
            }
            append(Self.fixed(inside), at: low)
        }
    }

    /// Creates the weights that copy `count` pixels unchanged.
    init(copying count: Int) {
        self.init(source: count, origin: 0, target: count, filter: .box)
    }

    /// Returns the windows that read one of the given source pixels, whose first is at `origin`.
    ///
    /// Windows begin and end in the order of their pixels.
    func windows(reading pixels: Range<Int>) -> Range<Int> {
        let first = windows.firstIndex { ($0.firstPair + $0.pairCount) * 2 > pixels.lowerBound }
        let last = windows.lastIndex { $0.firstPair * 2 < pixels.upperBound }
        guard !pixels.isEmpty, let first, let last, first <= last else { return 0..<0 }
        return first..<last + 1
    }

    private mutating func append(_ weights: [Int32], at first: Int) {
        let start = first / 2
        let end = (first + weights.count + 1) / 2
        windows.append(Window(firstPair: start, pairCount: end - start, offset: pairs.count))
        Self.append(weights, behind: first - start * 2, count: end - start, to: &pairs)
    }

    /// Appends `count` pairs of weights, the first `lead` of which are 0.
    static func append(
        _ weights: [Int32], behind lead: Int, count: Int, to pairs: inout [Int32]
    ) {
        for even in stride(from: -lead, to: count * 2 - lead, by: 2) {
            let low = weights.indices.contains(even) ? weights[even] : 0
            let high = weights.indices.contains(even + 1) ? weights[even + 1] : 0
            pairs.append((low & 0xFFFF) | high << 16)
        }
    }

    /// Returns the weights as integers that add up to exactly one.
    ///
    /// The rounding error of a weight is carried to the next. Even a window of thousands of pixels,
    /// with weights below one unit, thus has the right sum over every part of it.
    static func fixed(_ weights: [Double]) -> [Int32] {
        let sum = weights.reduce(0, +)
        guard sum > 0 else {
            return weights.indices.map { $0 == weights.count / 2 ? 1 << Int32(fractionBits) : 0 }
        }
        let scale = Double(1 << fractionBits) / sum
        var carry = 0.0
        return weights.map { weight in
            let exact = weight * scale + carry
            let whole = exact.rounded()
            carry = exact - whole
            return Int32(whole)
        }
    }
}
