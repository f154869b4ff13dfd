/// The sums of four numbers of all pixels above and to the left of each one.
///
/// After Crow, "Summed-area tables for texture mapping" (SIGGRAPH 1984).
struct SummedArea {
    private let width: Int
    private var sums: [SIMD4<Int32>]

    /// Creates the table of rows of `width` pixels, whose sums stay below 2³¹.
    init(of pixels: [SIMD4<Int32>], width: Int) {
        let stride = width + 1
        let height = pixels.count / width
        self.width = width
        sums = Array(repeating: .zero, count: stride * (height + 1))
        for y in 0..<height {
            var row = SIMD4<Int32>.zero
            for x in 0..<width {
                row &+= pixels[y * width + x]
                sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1] &+ row
            }
        }
    }

    /// Returns the sum of the pixels of a rectangle.
    func sum(columns: Range<Int>, rows: Range<Int>) -> SIMD4<Int32> {
        let (top, bottom) = (rows.lowerBound * (width + 1), rows.upperBound * (width + 1))
        let upper = sums[top + columns.upperBound] &- sums[top + columns.lowerBound]
        return sums[bottom + columns.upperBound] &- sums[bottom + columns.lowerBound] &- upper
    }
}
