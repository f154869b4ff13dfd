/// The outline of one chain of mountains.
struct Ridge: Sendable {
    /// The distance: 1 for the chain at the back, near 0 for the one in front.
    let distance: Float
    /// The outline's y coordinates at evenly spaced columns.
    private let tops: [Float]
    private let columnsPerUnit: Float

    /// The columns in a picture's height, at least as many as the samples have pixels.
    private static let resolution: Float = 1600

    /// Returns four chains, the most distant first.
    static func range(seed: UInt32, aspect: Float) -> [Ridge] {
        let shapes: [(distance: Float, base: Float, height: Float, detail: Float, trees: Float)] = [
            (1, 0.52, 0.36, 2.3, 0), (0.62, 0.565, 0.22, 2.9, 0), (0.3, 0.61, 0.14, 2.4, 0.004),
            (0.04, 0.645, 0.075, 1.9, 0.022),
        ]
        return shapes.enumerated().map { index, shape in
            let noise = Noise(seed: seed &+ 40 &+ UInt32(index))
            return Ridge(distance: shape.distance, aspect: aspect) { x in
                let outline = noise.layered(x * shape.detail, 3.7, octaves: 8) - 0.38
                let woods = shape.trees > 0 ? shape.trees * Self.firs(x, noise) : 0
                return shape.base - shape.height * max(outline, -0.1) * 1.3 - woods
            }
        }
    }

    private init(distance: Float, aspect: Float, top: (_ x: Float) -> Float) {
        self.distance = distance
        columnsPerUnit = Self.resolution
        tops = (0...Int(aspect * Self.resolution) + 2).map { top(Float($0) / Self.resolution) }
    }

    /// Returns the height of a row of firs: narrow triangles of different heights.
    private static func firs(_ x: Float, _ noise: Noise) -> Float {
        var tallest: Float = 0
        for (layer, spacing) in [Float(0.0085), 0.0061].enumerated() {
            let place = x / spacing + Float(layer) * 0.37
            let cell = place.rounded(.down)
            let own = noise.lattice(Int32(cell), Int32(900 + layer))
            let across = abs(place - cell - 0.5) * 2
            tallest = max(tallest, (0.35 + 0.65 * own) * max(1 - across, 0))
        }
        return tallest
    }

    /// Returns the y coordinate of the outline.
    func top(at x: Float) -> Float {
        let place = min(max(x * columnsPerUnit, 0), Float(tops.count - 2))
        let index = Int(place)
        return tops[index] + (tops[index + 1] - tops[index]) * (place - Float(index))
    }
}
