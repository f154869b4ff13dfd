/// Up to 256 colours that represent all colours of a picture.
package struct Palette: Hashable, Sendable {
    /// The colours as 0xRRGGBB.
    package let colors: [UInt32]
    /// `true` if the picture has no other colours.
    package let isExact: Bool

    /// Creates a palette of given colours.
    package init(colors: [UInt32], isExact: Bool) {
        self.colors = colors
        self.isExact = isExact
    }

    /// Creates the palette of the counted colours: all of them if they are at most `count`.
    ///
    /// Else ``PaletteCut`` makes them, and each is moved to the mean of its nearest pixels.
    ///
    /// - Parameters:
    ///   - count: At least 1.
    ///   - rounds: The number of times colours are moved (Lloyd, 1982); more is better.
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

    /// Returns each colour moved to the mean of its nearest points.
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
