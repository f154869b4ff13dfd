import WebImagePixels

/// Pictures as sums of cosines, up to four channels at once, as placeholders store them.
struct CosineSeries {
    /// `cos(π · frequency · (x + phase) / count)` for each frequency, then each `x`.
    private let columns: [[Double]]
    private let rows: [[Double]]
    private let size: PixelSize

    /// Creates the series of pictures of `size`.
    ///
    /// - Parameters:
    ///   - frequencies: The largest number in each direction.
    ///   - phase: The position in a pixel to take the cosine at: 0.5 in its centre, 0 at its edge.
    init(size: PixelSize, frequencies: PixelSize, phase: Double) {
        self.size = size
        columns = Self.table(frequencies.width, over: size.width, phase)
        rows = Self.table(frequencies.height, over: size.height, phase)
    }

    private static func table(_ frequencies: Int, over count: Int, _ phase: Double) -> [[Double]] {
        (0..<frequencies).map { frequency in
            (0..<count).map { position in
                cosine(.pi * Double(frequency) * (Double(position) + phase) / Double(count))
            }
        }
    }

    /// Returns the mean of `samples` weighted by each pair of cosines: `[row][column]`.
    func analyze(_ samples: [SIMD4<Double>]) -> [[SIMD4<Double>]] {
        var sums = rows.map { _ in columns.map { _ in SIMD4<Double>.zero } }
        for y in 0..<size.height {
            let line = samples[y * size.width..<(y + 1) * size.width]
            for (column, cosines) in columns.enumerated() {
                let sum = zip(line, cosines).reduce(SIMD4.zero) { $0 + $1.0 * $1.1 }
                for row in rows.indices { sums[row][column] += sum * rows[row][y] }
            }
        }
        let area = Double(size.width * size.height)
        return sums.map { $0.map { $0 / area } }
    }

    /// Returns the sum of all cosines at a pixel, each times its factor (`[row][column]`).
    func sample(_ factors: [[SIMD4<Double>]], x: Int, y: Int) -> SIMD4<Double> {
        var sum = SIMD4<Double>.zero
        for (row, line) in factors.enumerated() {
            for (column, factor) in line.enumerated() {
                sum += factor * (columns[column][x] * rows[row][y])
            }
        }
        return sum
    }
}
