#if PNG
    import WebImagePixels

    /// The changes from one frame of an animation to the next.
    struct PNGDifference {
        /// The smallest rectangle with all changed pixels; one pixel if nothing changes.
        let rect: PixelRect
        /// `true` if all changed pixels are opaque, so that they can be blended over the old.
        let canBlend: Bool
        /// `true` if the rectangle has unchanged pixels, which an overlay omits.
        let hasUnchanged: Bool

        /// - Precondition: Both have the same size.
        init(from old: Bitmap, to new: Bitmap) {
            var (left, right, top, bottom, changed) = (Int.max, -1, Int.max, -1, 0)
            var isOpaque = true
            Self.forEachRow(old, new) { y, old, new in
                for x in 0..<new.count where old[x] != new[x] {
                    left = min(left, x)
                    right = max(right, x)
                    top = min(top, y)
                    bottom = y
                    changed += 1
                    isOpaque = isOpaque && UInt32(littleEndian: new[x]) >> 24 == 255
                }
            }
            guard changed > 0 else {
                rect = PixelRect(x: 0, y: 0, size: PixelSize(width: 1, height: 1))
                (canBlend, hasUnchanged) = (false, false)
                return
            }
            let size = PixelSize(width: right - left + 1, height: bottom - top + 1)
            rect = PixelRect(x: left, y: top, size: size)
            canBlend = isOpaque
            hasUnchanged = changed < size.area
        }

        /// Returns the changed pixels of `new`; unchanged pixels are transparent.
        func overlay(from old: Bitmap, to new: Bitmap) -> Bitmap {
            var result = new.cropped(to: rect)
            result.isOpaque = false
            let old = old.cropped(to: rect)
            let stride = result.bytesPerRow
            result.withUnsafeMutableRows { rows in
                old.withUnsafeRows { old in
                    for y in 0..<rect.size.height {
                        let line = UnsafeMutableRawPointer(rows + y * stride)
                            .assumingMemoryBound(to: UInt32.self)
                        let before = UnsafeRawPointer(old + y * stride)
                            .assumingMemoryBound(to: UInt32.self)
                        for x in 0..<rect.size.width where line[x] == before[x] { line[x] = 0 }
                    }
                }
            }
            return result
        }

        private static func forEachRow(
            _ old: Bitmap, _ new: Bitmap,
            _ body: (Int, UnsafeBufferPointer<UInt32>, UnsafeBufferPointer<UInt32>) -> Void
        ) {
            old.withUnsafeRows { oldRows in
                new.withUnsafeRows { newRows in
                    for y in 0..<new.size.height {
                        let a = UnsafeRawPointer(oldRows + y * old.bytesPerRow)
                        let b = UnsafeRawPointer(newRows + y * new.bytesPerRow)
                        let width = new.size.width
                        body(
                            y,
                            UnsafeBufferPointer(
                                start: a.assumingMemoryBound(to: UInt32.self), count: width),
                            UnsafeBufferPointer(
                                start: b.assumingMemoryBound(to: UInt32.self), count: width))
                    }
                }
            }
        }
    }
#endif
