/// Counts the colours of a picture: each colour while they are few, else groups of similar colours.
///
/// Pixels are straight 0xAARRGGBB numbers. Pixels of alpha below 128 are left out, as they have no
/// colour in an indexed picture. The groups take 2 MB, whatever the size of the picture.
package struct ColorCounter: Sendable {
    /// The colours in the order of their first pixels, without alpha; nil for more than 256.
    package private(set) var exact: [UInt32]? = []
    /// `true` if a pixel was left out.
    package private(set) var hasTransparency = false
    private var known = ColorTable()
    /// The number of pixels of each exact colour.
    private var counts: [Int] = []
    /// Sums of blue, green, red and pixels for each ``ColorGroup``; empty while colours are few.
    private var groups: [SIMD4<UInt64>] = []

    /// Creates a counter without pixels.
    package init() {}

    /// Counts one row; a run of one colour costs little more than one pixel.
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
        guard let number = exact?.count else { return addToGroup(pixel, count: count) }
        if let index = known.index(of: pixel) {
            counts[Int(index)] += count
        } else if number < 256 {
            known.insert(pixel, index: number)
            exact?.append(pixel & 0xFF_FFFF)
            counts.append(count)
        } else {
            groupExact()
            addToGroup(pixel, count: count)
        }
    }

    /// Moves the counts of exact colours into groups.
    private mutating func groupExact() {
        groups = Array(repeating: .zero, count: ColorGroup.count)
        for (color, count) in zip(exact ?? [], counts) { addToGroup(color, count: count) }
        exact = nil
    }

    private mutating func addToGroup(_ pixel: UInt32, count: Int) {
        let sum = SIMD4(
            UInt64(pixel & 255), UInt64(pixel >> 8 & 255), UInt64(pixel >> 16 & 255), 1)
        groups[ColorGroup.number(pixel)] &+= sum &* UInt64(count)
    }

    /// The exact colours, or the mean colour of each group that has pixels.
    var points: [ColorPoint] {
        if let exact {
            return zip(exact, counts).map { color, count in
                var point = ColorPoint(color)
                point.weight = Float(count)
                return point
            }
        }
        return groups.filter { $0.w > 0 }.map { sum in
            let count = Float(sum.w)
            return ColorPoint(
                blue: Float(sum.x) / count, green: Float(sum.y) / count,
                red: Float(sum.z) / count, weight: count)
        }
    }
}

/// The groups of similar colours: 5 bits of red, 6 of green, 5 of blue.
enum ColorGroup {
    static let count = 1 << 16

    /// Returns the group of a colour.
    @inline(__always)
    static func number(_ pixel: UInt32) -> Int {
        let (red, green, blue) = (pixel >> 8 & 0xF800, pixel >> 5 & 0x07E0, pixel >> 3 & 0x001F)
        return Int(red | green | blue)
    }

    /// Returns the colour in the middle of a group.
    static func center(_ number: Int) -> UInt32 {
        let bits = UInt32(truncatingIfNeeded: number)
        let (red, green, blue) = (bits << 8 & 0xF8_0000, bits << 5 & 0xFC00, bits << 3 & 0xF8)
        return red | green | blue | 0x04_0204
    }
}
