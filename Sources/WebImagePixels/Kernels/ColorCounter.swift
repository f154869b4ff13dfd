/// Counts the colours of a picture: each one while they are few, else in groups of similar ones.
///
/// Pixels are straight 0xAARRGGBB numbers. One of alpha below 128 is left out, as it has no colour in
/// an indexed picture. Memory is 2 MB whatever the picture.
package struct ColorCounter: Sendable {
    /// The colours in the order they were met, without alpha; nil when there are more than 256.
    package private(set) var exact: [UInt32]? = []
    /// Whether a pixel was left out.
    package private(set) var hasTransparency = false
    private var known = ColorTable()
    /// Blue, green, red, number of pixels: sums for each group of 5 bits of red, 6 of green, 5 of blue.
    private var groups = [SIMD4<UInt64>](repeating: .zero, count: 1 << 16)

    /// No pixel counted.
    package init() {}

    /// Counts one row; runs of one colour cost hardly more than one pixel.
    package mutating func add(_ row: Span<UInt32>) {
        var index = 0
        while index < row.count {
            let pixel = row[index]
            var end = index + 1
            while end < row.count, row[end] == pixel { end += 1 }
            add(pixel, count: end - index)
            index = end
        }
    }

    private mutating func add(_ pixel: UInt32, count: Int) {
        guard pixel >> 31 == 1 else {
            hasTransparency = true
            return
        }
        let sum = SIMD4(
            UInt64(pixel & 255), UInt64(pixel >> 8 & 255), UInt64(pixel >> 16 & 255), 1)
        groups[ColorGroup.number(pixel)] &+= sum &* UInt64(count)
        guard let colors = exact, known.index(of: pixel) == nil else { return }
        exact = nil
        guard colors.count < 256 else { return }
        known.insert(pixel, index: colors.count)
        exact = colors + [pixel & 0xFF_FFFF]
    }

    /// The mean colour of each group that has pixels.
    var points: [ColorPoint] {
        groups.filter { $0.w > 0 }.map { sum in
            let count = Float(sum.w)
            return ColorPoint(
                blue: Float(sum.x) / count, green: Float(sum.y) / count,
                red: Float(sum.z) / count, weight: count)
        }
    }
}

/// The groups of similar colours: 5 bits of red, 6 of green, 5 of blue.
enum ColorGroup {
    /// The group of a colour.
    @inline(__always)
    static func number(_ pixel: UInt32) -> Int {
        let (red, green, blue) = (pixel >> 8 & 0xF800, pixel >> 5 & 0x07E0, pixel >> 3 & 0x001F)
        return Int(red | green | blue)
    }

    /// The colour in the middle of a group.
    static func center(_ number: Int) -> UInt32 {
        let bits = UInt32(truncatingIfNeeded: number)
        let (red, green, blue) = (bits << 8 & 0xF8_0000, bits << 5 & 0xFC00, bits << 3 & 0xF8)
        return red | green | blue | 0x04_0204
    }
}
