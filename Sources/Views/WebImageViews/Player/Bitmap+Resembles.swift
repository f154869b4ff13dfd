import WebImagePixels

extension Bitmap {
    /// The most rows and columns of the compared pixels.
    private static let comparedSide = 32

    /// Returns `true` if another bitmap has the same size and, in up to 32 × 32 places spread
    /// evenly, corners included, the same pixels.
    ///
    /// For two first frames that a decoder may have made of the same bytes: the pixels of all rows
    /// would occupy the thread of a toolkit for milliseconds.
    func resembles(_ other: Bitmap) -> Bool {
        guard size == other.size, colorSpace == other.colorSpace else { return false }
        let columns = Self.places(within: size.width)
        return Self.places(within: size.height).allSatisfy { y in
            columns.allSatisfy { self[$0, y] == other[$0, y] }
        }
    }

    private static func places(within side: Int) -> [Int] {
        let count = min(side, comparedSide)
        return (0..<count).map { count > 1 ? $0 * (side - 1) / (count - 1) : 0 }
    }
}
