/// The search for the margins of a picture that have one colour (libvips' `find_trim`).
///
/// A pixel belongs to the margin if none of its channels, after a median of three by three pixels,
/// differs from the margin's colour by more than the threshold. Transparency counts as magenta.
package struct TrimMargins {
    private let bitmap: Bitmap
    private let lowest: SIMD4<Int16>
    private let highest: SIMD4<Int16>

    /// The magenta that stands for transparency: blue, green, red, alpha.
    private static let transparency = SIMD4<UInt8>(255, 0, 255, 255)

    /// Creates the search in a picture.
    ///
    /// - Parameters:
    ///   - color: Blue, green, red, alpha of the margin, premultiplied; nil takes them from the
    ///     pixel at
    ///     the top left.
    ///   - threshold: The difference of a channel that belongs to the margin, 0 to 255.
    package init(of bitmap: Bitmap, color: SIMD4<UInt8>?, threshold: Double) {
        self.bitmap = bitmap.inEightBits.laid(over: Self.transparency)
        var middle = SIMD4<Int16>(truncatingIfNeeded: self.bitmap[0, 0])
        if let color {
            for channel in 0..<4 {
                let magenta = Convert.multiply(Self.transparency[channel], 255 - color.w)
                middle[channel] = Int16(color[channel]) + Int16(magenta)
            }
        }
        let distance = Int16(min(max(threshold.rounded(.down), 0), 255))
        lowest = middle &- distance
        highest = middle &+ distance
    }

    /// Returns the rectangle without the margins; nil if there is nothing else.
    package func content() -> PixelRect? {
        let size = bitmap.size
        // Safe because only pixels of the picture are read.
        return unsafe bitmap.withUnsafeRows { rows in
            guard
                let top = (0..<size.height).first(where: { y in
                    (0..<size.width).contains { x in unsafe isContent(rows, x, y) }
                }),
                let bottom = (top..<size.height).last(where: { y in
                    (0..<size.width).contains { x in unsafe isContent(rows, x, y) }
                })
            else { return nil }
            var (left, right) = (size.width, 0)
            for y in top...bottom {
                left = (0..<left).first { x in unsafe isContent(rows, x, y) } ?? left
                let rest = min(max(right + 1, left), size.width)..<size.width
                right = rest.last { x in unsafe isContent(rows, x, y) } ?? right
            }
            right = max(right, left)
            return PixelRect(
                x: left, y: top, size: PixelSize(width: right - left + 1, height: bottom - top + 1))
        }
    }

    /// Returns `true` if the median around a pixel differs from the margin's colour.
    ///
    /// The median of nine numbers is above a limit if five of them are.
    @inline(__always)
    private func isContent(_ rows: UnsafePointer<UInt8>, _ x: Int, _ y: Int) -> Bool {
        let (width, height) = (bitmap.size.width, bitmap.size.height)
        var (above, below) = (SIMD4<Int16>.zero, SIMD4<Int16>.zero)
        for line in -1...1 {
            let row = unsafe rows + min(max(y + line, 0), height - 1) * bitmap.bytesPerRow
            for column in -1...1 {
                let at = min(max(x + column, 0), width - 1) * 4
                // Safe because the position is clamped to the picture.
                let pixel = unsafe UnsafeRawPointer(row + at).load(as: SIMD4<UInt8>.self)
                let value = SIMD4<Int16>(truncatingIfNeeded: pixel)
                above.replace(with: above &+ 1, where: value .> highest)
                below.replace(with: below &+ 1, where: value .< lowest)
            }
        }
        return any(above .>= 5) || any(below .>= 5)
    }
}
