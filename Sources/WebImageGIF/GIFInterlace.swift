#if GIF
    /// The order of an interlaced frame's rows (GIF89a specification, appendix E): every eighth row,
    /// every eighth from the fourth, every fourth from the second, then the odd ones.
    enum GIFInterlace {
        private static let passes = [(first: 0, step: 8), (4, 8), (2, 4), (1, 2)]

        /// The row from the top of the one that is number `index` in the file.
        static func row(_ index: Int, of height: Int) -> Int {
            var index = index
            for (first, step) in passes {
                let count = max(height - first + step - 1, 0) / step
                if index < count { return first + index * step }
                index -= count
            }
            return height
        }

        /// For each row from the top the one to show in its place when the first `count` of the file
        /// were decoded: itself, or the nearest above of an earlier pass; none above the first.
        static func shown(_ count: Int, of height: Int) -> [Int?] {
            var isThere = [Bool](repeating: false, count: height)
            for index in 0..<min(count, height) { isThere[row(index, of: height)] = true }
            // Rows of the first pass are eight apart: none is repeated further.
            return (0..<height).map { y in
                (max(y - 7, 0)...y).last { isThere[$0] }
            }
        }
    }
#endif
