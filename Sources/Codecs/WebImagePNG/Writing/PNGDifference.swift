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

        /// - Precondition: Both have the same size, and the same format of 8 or 16 bits.
        init(from old: Bitmap, to new: Bitmap) {
            self =
                new.sampleFormat == .bgra8
                ? PNGDifference(from: old, to: new, UInt32.self)
                : PNGDifference(from: old, to: new, UInt64.self)
        }

        /// Compares pixels whose last quarter is alpha.
        private init<Pixel: UnsignedInteger & FixedWidthInteger>(
            from old: Bitmap, to new: Bitmap, _: Pixel.Type
        ) {
            let opacity = Pixel.bitWidth / 4 * 3
            var (left, right, top, bottom, changed) = (Int.max, -1, Int.max, -1, 0)
            var isOpaque = true
            Self.forEachRow(old, new) {
                (y, old: UnsafeBufferPointer<Pixel>, new: UnsafeBufferPointer<Pixel>) in
                for x in 0..<new.count where old[x] != new[x] {
                    left = min(left, x)
                    right = max(right, x)
                    top = min(top, y)
                    bottom = y
                    changed += 1
                    isOpaque =
                        isOpaque && Pixel(littleEndian: new[x]) >> opacity == Pixel.max >> opacity
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
            if result.sampleFormat == .bgra8 {
                clear(&result, whereAs: old, UInt32.self)
            } else {
                clear(&result, whereAs: old, UInt64.self)
            }
            return result
        }

        private func clear<Pixel: FixedWidthInteger>(
            _ result: inout Bitmap, whereAs old: Bitmap, _: Pixel.Type
        ) {
            let stride = result.bytesPerRow
            result.withUnsafeMutableRows { rows in
                old.withUnsafeRows { old in
                    for y in 0..<rect.size.height {
                        let line = UnsafeMutableRawPointer(rows + y * stride)
                            .assumingMemoryBound(to: Pixel.self)
                        let before = UnsafeRawPointer(old + y * stride)
                            .assumingMemoryBound(to: Pixel.self)
                        for x in 0..<rect.size.width where line[x] == before[x] { line[x] = 0 }
                    }
                }
            }
        }

        private static func forEachRow<Pixel>(
            _ old: Bitmap, _ new: Bitmap,
            _ body: (Int, UnsafeBufferPointer<Pixel>, UnsafeBufferPointer<Pixel>) -> Void
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
                                start: a.assumingMemoryBound(to: Pixel.self), count: width),
                            UnsafeBufferPointer(
                                start: b.assumingMemoryBound(to: Pixel.self), count: width))
                    }
                }
            }
        }
    }
#endif
