/// The weights of a wide Gaussian in fixed point, from its centre outwards.
struct HalvedBlurWeights {
    /// Pixels on each side of the centre.
    let radius: Int
    /// Of the centre, of its neighbours, and so on; one of nothing at the end.
    let values: [Int16]

    /// Fraction bits of a weight; those of all pixels add up to exactly 1 << this.
    static let fractionBits = 15

    /// The weights of standard deviation `sigma`; those beyond 3 sigma add up to 0.27 percent.
    init(sigma: Double) {
        radius = Int((3 * sigma).rounded(.up))
        let exact = (0...radius).map { distance in
            exponential(-Double(distance * distance) / (2 * sigma * sigma))
        }
        let sum = exact.reduce(0, +) * 2 - exact[0]
        let scale = Double(1 << Self.fractionBits) / sum
        var values = [Int16](repeating: 0, count: radius + 2)
        var (centre, carry) = (1 << Self.fractionBits, 0.0)
        // What rounding takes from one weight is given to the next; the centre has what is left.
        for distance in stride(from: radius, to: 0, by: -1) {
            let weight = exact[distance] * scale + carry
            carry = weight - weight.rounded()
            values[distance] = Int16(weight.rounded())
            centre -= Int(values[distance]) * 2
        }
        values[0] = Int16(centre)
        self.values = values
    }

    /// Where every second pixel tells enough of those between.
    ///
    /// Their error is largest for waves of 10 pixels that go from black to white: below 0.001 of
    /// their height at a sigma of 4, 0.005 at 3. Above 9, what is rounded off the products of so many
    /// pixels could add up to half a level, and a flat colour would not stay that colour.
    static let sigmas = 4.0...9.0
}
