import WebImage

/// The difference between two pictures of more than 8 bits, as their files have them.
struct DeepComparison: Sendable {
    /// The largest difference of a sample, in levels of 0 to 65535.
    private(set) var maximum = 0
    /// The number of pixels that differ.
    private(set) var count = 0

    /// Compares the pixels that are not transparent.
    ///
    /// - Precondition: Both have the same size, and samples of 16 bits.
    init(_ one: Bitmap, _ other: Bitmap) {
        for y in 0..<one.size.height {
            for x in 0..<one.size.width {
                let (a, b) = (one[deep: x, y], other[deep: x, y])
                guard a != b, a.w > 0 || b.w > 0 else { continue }
                let most = (0..<4).map { abs(Int(a[$0]) - Int(b[$0])) }.max() ?? 0
                maximum = max(maximum, most)
                count += 1
            }
        }
    }
}
