#if GIF
    import WebImagePixels

    /// A reader of bitmap rows in the terms of GIF: straight 0xAARRGGBB pixels of alpha 255, or 0
    /// if alpha is below half.
    struct GIFRows {
        private let bitmap: Bitmap

        init(_ bitmap: Bitmap) {
            self.bitmap = bitmap
        }

        /// Returns one row.
        func row(_ y: Int) -> [UInt32] {
            var pixels = bitmap.straightRow(y)
            for x in pixels.indices {
                pixels[x] = pixels[x] >> 31 == 1 ? pixels[x] | 0xFF00_0000 : 0
            }
            return pixels
        }

        /// Returns `true` if a row has the same bytes in another bitmap of this size.
        func isSame(_ y: Int, as other: GIFRows) -> Bool {
            bitmap.withUnsafeRows { mine in
                other.bitmap.withUnsafeRows { its in
                    let count = bitmap.size.width * 4
                    let left = UnsafeRawBufferPointer(
                        start: mine + y * bitmap.bytesPerRow, count: count)
                    let right = UnsafeRawBufferPointer(
                        start: its + y * other.bitmap.bytesPerRow, count: count)
                    return left.elementsEqual(right)
                }
            }
        }
    }

    /// The bounds of pixels that are added row by row.
    struct GIFBounds {
        private var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)

        /// The rectangle; nil without pixels.
        var rect: PixelRect? {
            guard left < right else { return nil }
            return PixelRect(
                x: left, y: top, size: PixelSize(width: right - left, height: bottom - top))
        }

        /// Adds a range of columns of a row.
        mutating func add(_ columns: ClosedRange<Int>, row: Int) {
            left = min(left, columns.lowerBound)
            right = max(right, columns.upperBound + 1)
            top = min(top, row)
            bottom = max(bottom, row + 1)
        }

        /// Adds a rectangle.
        mutating func add(_ rect: PixelRect) {
            let columns = rect.x...(rect.x + rect.size.width - 1)
            add(columns, row: rect.y)
            add(columns, row: rect.y + rect.size.height - 1)
        }
    }
#endif
