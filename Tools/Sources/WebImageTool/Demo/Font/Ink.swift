import WebImage

/// How much of each pixel strokes cover, before they have a colour.
///
/// Strokes that cross do not add up: a pixel is as covered as by the nearest one, so joints of a
/// glyph are no darker than its lines.
struct Ink {
    /// Width and height of the area.
    let size: PixelSize
    private let halfWidth: Float
    private var coverage: [Float]

    /// A clean area for strokes of that half width, whose ends are round.
    init(size: PixelSize, halfWidth: Float) {
        self.size = size
        self.halfWidth = halfWidth
        coverage = [Float](repeating: 0, count: size.area)
    }

    /// Draws a chain of straight lines; pixel centres are at halves.
    mutating func draw(_ points: [SIMD2<Float>]) {
        guard let first = points.first else { return }
        if points.count == 1 { draw(from: first, to: first) }
        for (start, end) in zip(points, points.dropFirst()) { draw(from: start, to: end) }
    }

    private mutating func draw(from start: SIMD2<Float>, to end: SIMD2<Float>) {
        let reach = halfWidth + 1
        let low = pointwiseMin(start, end) - reach
        let high = pointwiseMax(start, end) + reach
        let columns = Self.range(low.x, high.x, in: size.width)
        let rows = Self.range(low.y, high.y, in: size.height)
        let along = end - start
        let squaredLength = (along * along).sum()
        for y in rows {
            for x in columns {
                let offset = SIMD2(Float(x) + 0.5, Float(y) + 0.5) - start
                let share = squaredLength > 0 ? (offset * along).sum() / squaredLength : 0
                let nearest = offset - along * min(max(share, 0), 1)
                let distance = (nearest * nearest).sum().squareRoot()
                let covered = min(max(halfWidth + 0.5 - distance, 0), 1)
                let index = y * size.width + x
                coverage[index] = max(coverage[index], covered)
            }
        }
    }

    private static func range(_ low: Float, _ high: Float, in count: Int) -> Range<Int> {
        let first = min(max(Int(low.rounded(.down)), 0), count)
        return first..<min(max(Int(high.rounded(.up)), first), count)
    }

    /// The strokes in one colour, on nothing.
    ///
    /// - Parameter color: Opaque blue, green, red, alpha.
    func bitmap(_ color: SIMD4<UInt8>) -> Bitmap {
        var result = Bitmap(size: size)
        let tone = SIMD4<Float>(color)
        result.paintEveryPixel { x, y in tone * coverage[y * size.width + x] }
        return result
    }
}
