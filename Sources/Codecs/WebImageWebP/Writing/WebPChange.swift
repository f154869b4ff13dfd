#if WebP
    import WebImagePixels

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The difference between a frame and the one before it.
    struct WebPChange {
        /// The smallest rectangle around all changes that begins at even coordinates.
        let rect: PixelRect
        /// The blocks of the rectangle by rows; `true` if a pixel changed.
        private(set) var blocks: [Bool]
        /// The number of blocks in a row.
        let columns: Int

        /// Compares two frames; nil if nothing changed.
        ///
        /// - Precondition: Both have the same size.
        init?(from before: Bitmap, to after: Bitmap) {
            guard let rect = Self.bounds(before, after) else { return nil }
            self.rect = rect
            columns = (rect.size.width + Self.side - 1) / Self.side
            let rows = (rect.size.height + Self.side - 1) / Self.side
            blocks = [Bool](repeating: false, count: columns * rows)
            before.withUnsafeRows { old in
                after.withUnsafeRows { findBlocks(old, $0, stride: after.bytesPerRow) }
            }
        }

        /// The fraction of the blocks that did not change.
        var stillShare: Double {
            Double(blocks.count { !$0 }) / Double(blocks.count)
        }

        /// Returns the position of a block on the canvas.
        func place(ofBlock index: Int) -> PixelRect {
            let (x, y) = (index % columns * Self.side, index / columns * Self.side)
            return PixelRect(
                x: rect.x + x, y: rect.y + y,
                size: PixelSize(
                    width: min(Self.side, rect.size.width - x),
                    height: min(Self.side, rect.size.height - y)))
        }

        /// The side of a macroblock of VP8.
        private static let side = 16

        private mutating func findBlocks(
            _ old: UnsafePointer<UInt8>, _ new: UnsafePointer<UInt8>, stride: Int
        ) {
            for index in blocks.indices {
                let place = place(ofBlock: index)
                let first = place.y * stride + place.x * 4
                blocks[index] = (0..<place.size.height).contains { row in
                    let offset = first + row * stride
                    return memcmp(old + offset, new + offset, place.size.width * 4) != 0
                }
            }
        }

        private static func bounds(_ before: Bitmap, _ after: Bitmap) -> PixelRect? {
            let (size, stride) = (after.size, after.bytesPerRow)
            return before.withUnsafeRows { old in
                after.withUnsafeRows { new in
                    let rows = (0..<size.height).filter { row in
                        memcmp(old + row * stride, new + row * stride, size.width * 4) != 0
                    }
                    guard let top = rows.first, let bottom = rows.last else { return nil }
                    let sides = sides(old, new, rows.map { $0 * stride }, width: size.width)
                    // A frame begins at an even column and row.
                    let (x, y) = (sides.left & ~1, top & ~1)
                    return PixelRect(
                        x: x, y: y,
                        size: PixelSize(width: sides.right + 1 - x, height: bottom + 1 - y))
                }
            }
        }

        /// Returns the first and last column in which the rows at `offsets` differ.
        private static func sides(
            _ old: UnsafePointer<UInt8>, _ new: UnsafePointer<UInt8>, _ offsets: [Int], width: Int
        ) -> (left: Int, right: Int) {
            var (left, right) = (width - 1, 0)
            for offset in offsets {
                func differs(_ column: Int) -> Bool {
                    memcmp(old + offset + column * 4, new + offset + column * 4, 4) != 0
                }
                left = (0..<left).first(where: differs) ?? left
                right = (right + 1..<max(right + 1, width)).last(where: differs) ?? right
            }
            return (left, right)
        }
    }
#endif
