/// The places of primaries and white in the diagram of CIE 1931, as x and y.
package struct Chromaticities: Hashable, Sendable {
    package var red, green, blue, white: SIMD2<Double>

    package init(
        red: SIMD2<Double>, green: SIMD2<Double>, blue: SIMD2<Double>, white: SIMD2<Double>
    ) {
        (self.red, self.green, self.blue, self.white) = (red, green, blue, white)
    }

    /// A matrix by its columns.
    package typealias Columns = (red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>)

    /// The weights of red, green and blue in luminance; nil if no light mixes to the white.
    package var luminances: SIMD3<Double>? {
        columns.map { SIMD3($0.red.y, $0.green.y, $0.blue.y) }
    }

    /// The matrix from linear light to XYZ, with a Y of 1 for white; nil if no light mixes to the
    /// white.
    package var columns: Columns? {
        guard let white = tristimulus(ofWhite: white) else { return nil }
        let (red, green, blue) = (Self.sums(red), Self.sums(green), Self.sums(blue))
        // A white outside of the triangle has negative amounts, a triangle that is nearly a line
        // huge ones.
        guard let amounts = Self.solve((red, green, blue), white), amounts.min() > 0,
            amounts.max() < 4
        else { return nil }
        return (red * amounts.x, green * amounts.y, blue * amounts.z)
    }

    /// The matrix to XYZ under the white D50 of profiles (Bradford), and the one of white to white.
    package var adapted: (columns: Columns, adaptation: Columns)? {
        guard let columns, let white = tristimulus(ofWhite: white),
            let adapted = Self.adapted(columns, from: white),
            let adaptation = Self.adaptation(of: white)
        else { return nil }
        return (adapted, adaptation)
    }

    /// Creates the places of colours from a matrix to XYZ under D50; nil if they have none.
    ///
    /// - Parameters:
    ///   - columns: The matrix.
    ///   - white: The white from which it was adapted, in XYZ.
    ///   - adaptation: The matrix by which it was; nil for Bradford's.
    init?(adapted columns: Columns, white: SIMD3<Double>, adaptation: Columns?) {
        guard let matrix = adaptation ?? Self.adaptation(of: white),
            let red = Self.solve(matrix, columns.red).flatMap(Self.place),
            let green = Self.solve(matrix, columns.green).flatMap(Self.place),
            let blue = Self.solve(matrix, columns.blue).flatMap(Self.place),
            let white = Self.place(white)
        else { return nil }
        self.init(red: red, green: green, blue: blue, white: white)
    }

    /// Returns the matrix from light under a white to light under D50 (Bradford).
    private static func adaptation(of white: SIMD3<Double>) -> Columns? {
        adapted(([1, 0, 0], [0, 1, 0], [0, 0, 1]), from: white)
    }

    /// Returns colours under a white as they are under D50.
    private static func adapted(_ colors: Columns, from white: SIMD3<Double>) -> Columns? {
        let cone: Columns = (
            [0.8951, -0.7502, 0.0389], [0.2664, 1.7135, -0.0685], [-0.1614, 0.0367, 1.0296]
        )
        let (from, to) = (apply(cone, white), apply(cone, d50))
        guard from.min() > 0 else { return nil }
        let scale = to / from
        func adapt(_ color: SIMD3<Double>) -> SIMD3<Double>? {
            solve(cone, apply(cone, color) * scale)
        }
        guard let red = adapt(colors.red), let green = adapt(colors.green),
            let blue = adapt(colors.blue)
        else { return nil }
        return (red, green, blue)
    }

    /// Returns the place of a colour in XYZ; nil for black.
    private static func place(_ color: SIMD3<Double>) -> SIMD2<Double>? {
        let sum = color.sum()
        return sum > 0 ? SIMD2(color.x, color.y) / sum : nil
    }

    /// Returns `true` if all places are the same but for the rounding of programs.
    fileprivate func isNear(_ other: Chromaticities) -> Bool {
        [red - other.red, green - other.green, blue - other.blue, white - other.white]
            .allSatisfy { max($0.max(), -$0.min()) < 0.001 }
    }

    /// The white of profiles (ICC.1:2010, 7.2.16).
    package static let d50 = SIMD3(0.9642, 1, 0.8249)

    private func tristimulus(ofWhite white: SIMD2<Double>) -> SIMD3<Double>? {
        guard white.x > 0, white.y > 0, white.x + white.y < 1 else { return nil }
        return Self.sums(white) / white.y
    }

    private static func sums(_ place: SIMD2<Double>) -> SIMD3<Double> {
        SIMD3(place.x, place.y, 1 - place.x - place.y)
    }

    private static func apply(_ matrix: Columns, _ value: SIMD3<Double>) -> SIMD3<Double> {
        matrix.red * value.x + matrix.green * value.y + matrix.blue * value.z
    }

    /// Returns the vector that a matrix maps to `value`, by Cramer's rule; nil if it is singular.
    static func solve(_ matrix: Columns, _ value: SIMD3<Double>) -> SIMD3<Double>? {
        let whole = volume(matrix.red, matrix.green, matrix.blue)
        guard whole.magnitude > 1e-6, whole.isFinite else { return nil }
        return SIMD3(
            volume(value, matrix.green, matrix.blue), volume(matrix.red, value, matrix.blue),
            volume(matrix.red, matrix.green, value)) / whole
    }

    static func volume(
        _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>
    ) -> Double {
        a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) + c.x
            * (a.y * b.z - a.z * b.y)
    }
}

extension ColorPrimaries {
    /// The primaries at the given places; nil if they have no number.
    package init?(near places: Chromaticities) {
        guard let known = Self.allCases.first(where: { places.isNear($0.chromaticities) }) else {
            return nil
        }
        self = known
    }
}
