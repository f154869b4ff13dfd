import WebImage

/// The coverage of pixels by strokes, without a colour.
///
/// Crossing strokes do not add up: the nearest stroke gives a pixel's coverage, so joints
/// of a glyph are no darker than its lines.
struct Ink {
    /// The size of the area in pixels.
    let size: PixelSize
    private let halfWidth: Float
    private var coverage: [Float]

    /// Creates an empty area for strokes of a width with round ends.
    init(size: PixelSize, halfWidth: Float) {
        self.size = size
        self.halfWidth = halfWidth
        coverage = [Float](repeating: 0, count: size.area)
    }

    /// Draws a polyline; pixel centres are at halves.
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

    /// Returns the strokes in one colour on transparency.
    ///
    /// - Parameter color: Opaque blue, green, red, alpha.
    func bitmap(_ color: SIMD4<UInt8>) -> Bitmap {
        var result = Bitmap(size: size)
        let tone = SIMD4<Float>(color)
        let stride = result.bytesPerRow
        result.withUnsafeMutableRows { rows in
            for (index, share) in coverage.enumerated() {
                let pixel = SIMD4<UInt8>(tone * share + 0.5)
                let at = index / size.width * stride + index % size.width * 4
                for channel in 0..<4 { rows[at + channel] = pixel[channel] }
            }
        }
        return result
    }
}
