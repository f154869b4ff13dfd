/// The weights of a Gaussian in fixed point, packed in pairs of neighbouring pixels.
struct BlurWeights {
    /// The pixels on each side of the centre.
    let radius: Int
    /// The weights of the rows around a row, in pairs.
    private(set) var rows: [Int32] = []
    /// The weights of the pixels around the first of a pair, beginning ``margin`` pairs before it.
    private(set) var even: [Int32] = []
    /// The weights of the pixels around the second one.
    private(set) var odd: [Int32] = []

    /// The pairs before a pixel that its neighbours occupy.
    var margin: Int { (radius + 1) / 2 }

    /// Creates the weights of standard deviation `sigma`, cut at 3 sigma (0.27 percent are lost).
    init(sigma: Double) {
        radius = Int((3 * sigma).rounded(.up))
        let weights = (-radius...radius).map { distance in
            exponential(-Double(distance * distance) / (2 * sigma * sigma))
        }
        let fixed = ResampleWeights.fixed(weights)
        let lead = margin * 2 - radius
        let count = (lead + 1 + fixed.count + 1) / 2
        ResampleWeights.append(fixed, behind: 0, count: radius + 1, to: &rows)
        ResampleWeights.append(fixed, behind: lead, count: count, to: &even)
        ResampleWeights.append(fixed, behind: lead + 1, count: count, to: &odd)
    }
}
