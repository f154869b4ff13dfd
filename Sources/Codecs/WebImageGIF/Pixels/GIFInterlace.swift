#if GIF
    import WebImagePixels

    /// The row order of an interlaced frame (GIF89a specification, appendix E).
    ///
    /// Rows 0, 8, 16 …, then 4, 12, 20 …, then 2, 6, 10 …, then the odd rows.
    enum GIFInterlace {
        private static let passes = [(first: 0, step: 8), (4, 8), (2, 4), (1, 2)]

        /// Returns the row number from the top for row `index` of the file.
        static func row(_ index: Int, of height: Int) -> Int {
            var index = index
            for (first, step) in passes {
                let count = max(height - first + step - 1, 0) / step
                if index < count { return first + index * step }
                index -= count
            }
            return height
        }

        /// Returns the row to show at each position once `count` rows of the file are decoded:
        /// itself or the nearest above; nil above the first.
        static func shown(_ count: Int, of height: Int) -> [Int?] {
            var isThere = [Bool](repeating: false, count: height)
            for index in 0..<min(count, height) { isThere[row(index, of: height)] = true }
            // Rows of the first pass are eight apart, so a row is repeated seven times at most.
            return (0..<height).map { y in
                (max(y - 7, 0)...y).last { isThere[$0] }
            }
        }
    }

    extension Bitmap {
        /// Repeats rows of an interlaced frame where those below are not decoded.
        ///
        /// - Parameters:
        ///   - visible: The part of the frame on the canvas.
        ///   - count: The number of decoded rows, in the order of the file.
        ///   - height: The number of rows of the frame.
        mutating func repeatRows(of visible: PixelRect, after count: Int, of height: Int) {
            let (stride, width) = (bytesPerRow, visible.size.width * 4)
            let shown = GIFInterlace.shown(count, of: height)
            withUnsafeMutableRows { rows in
                let origin = rows + visible.y * stride + visible.x * 4
                for y in 0..<visible.size.height {
                    guard let from = shown[y], from != y else { continue }
                    (origin + y * stride).update(from: origin + from * stride, count: width)
                }
            }
        }
    }
#endif
