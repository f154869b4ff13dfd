#if HEIF
    /// The scale of quality, fitted to AVIF's.
    ///
    /// libheif's own scale is x265's quantizer: at 80 its files have nearly three times the bytes
    /// of AVIF at 80, and from 95 on they are equal. The points have the structural similarity of
    /// AVIF at the same quality, measured on a photograph of 1,500 × 1,000 pixels.
    enum HEIFQuality {
        private static let points = [
            (1, 1), (10, 8), (30, 21), (50, 34), (70, 46), (80, 52), (90, 63), (95, 70), (100, 94),
        ]

        /// Returns libheif's quality for one of 1 to 100.
        static func ofEncoder(_ quality: Int) -> Int {
            let above = max(points.firstIndex { $0.0 >= quality } ?? points.count - 1, 1)
            let (low, high) = (points[above - 1], points[above])
            let share = Double(quality - low.0) / Double(high.0 - low.0)
            return low.1 + Int((share * Double(high.1 - low.1)).rounded())
        }
    }
#endif
