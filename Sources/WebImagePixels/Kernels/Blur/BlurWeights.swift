/// The weights of a Gaussian in fixed point, two neighbouring pixels at a time.
struct BlurWeights {
    /// Pixels on each side of the centre.
    let radius: Int
    /// The weights of the rows around one, two and two.
    private(set) var rows: [Int32] = []
    /// The weights of the pixels around the first of a pair, beginning ``margin`` pairs before it.
    private(set) var even: [Int32] = []
    /// Those around the second one.
    private(set) var odd: [Int32] = []

    /// Pairs before the first pixel that its neighbours take.
    var margin: Int { (radius + 1) / 2 }

    /// The weights of standard deviation `sigma`; those beyond 3 sigma add up to 0.27 percent.
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
