/// Up to 256 colours that stand for all of a picture.
package struct Palette: Hashable, Sendable {
    /// The colours as 0xRRGGBB.
    package let colors: [UInt32]
    /// Whether the picture has no others.
    package let isExact: Bool

    /// Given colours.
    package init(colors: [UInt32], isExact: Bool) {
        self.colors = colors
        self.isExact = isExact
    }

    /// The colours of what was counted: all of them if they are at most `count`, else as many that are
    /// near to all, found by cutting and moved to the middle of the pixels they serve.
    ///
    /// - Parameters:
    ///   - count: At least 1.
    ///   - rounds: How often colours are moved (Lloyd, 1982); more is better and slower.
    package init(of counter: ColorCounter, count: Int, rounds: Int) {
        if let exact = counter.exact, exact.count <= count {
            self.init(colors: exact, isExact: true)
            return
        }
        let points = counter.points
        var cut = PaletteCut(points)
        var colors = cut.colors(count)
        for _ in 0..<rounds {
            let moved = Self.moved(colors, to: points)
            if moved == colors { break }
            colors = moved
        }
        self.init(colors: colors, isExact: false)
    }

    /// Each colour in the middle of the points it is nearest to.
    private static func moved(_ colors: [UInt32], to points: [ColorPoint]) -> [UInt32] {
        let places = ColorPlaces(colors)
        var sums = [SIMD4<Float>](repeating: .zero, count: colors.count)
        var weights = [Float](repeating: 0, count: colors.count)
        for point in points {
            let index = places.nearest(to: point.place)
            sums[index] += point.place * point.weight
            weights[index] += point.weight
        }
        return colors.indices.map { index in
            weights[index] > 0 ? ColorPoint.color(at: sums[index] / weights[index]) : colors[index]
        }
    }
}
