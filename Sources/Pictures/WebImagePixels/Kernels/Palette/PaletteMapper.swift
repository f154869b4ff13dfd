/// Maps rows of colours to indices of a palette, from the top row to the last.
///
/// Pixels are straight 0xAARRGGBB numbers; one of alpha below 128 gets the index for transparency.
package struct PaletteMapper: Sendable {
    private let palette: Palette
    private let places: ColorPlaces
    private let transparentIndex: UInt8
    private let dithers: Bool
    private var exact = ColorTable()
    /// The nearest index of each ``ColorGroup``, `UInt16.max` if not computed yet; empty before the
    /// first use.
    private var nearest: [UInt16] = []
    /// The errors to add to the pixels of this row and the next, times 16, with one more pixel on
    /// both sides.
    private var (errors, nextErrors): ([SIMD4<Int32>], [SIMD4<Int32>])
    private var goesRight = true

    /// Creates a mapper for rows of `width` pixels.
    ///
    /// - Parameter dithers: `true` distributes the error of a pixel to its neighbours (Floyd and
    ///   Steinberg, 1976), in rows of alternating direction.
    package init(_ palette: Palette, width: Int, transparentIndex: UInt8, dithers: Bool) {
        self.palette = palette
        self.transparentIndex = transparentIndex
        self.dithers = dithers && !palette.isExact
        places = ColorPlaces(palette.colors)
        for (index, color) in palette.colors.enumerated() where exact.index(of: color) == nil {
            exact.insert(color, index: index)
        }
        errors = Array(repeating: .zero, count: self.dithers ? width + 2 : 0)
        nextErrors = errors
    }

    /// Writes the indices of one row to `indices`, beginning at `start`.
    ///
    /// - Precondition: The row has the mapper's width, and `indices` has room for it.
    package mutating func map(_ row: Span<UInt32>, into indices: inout [UInt8], at start: Int) {
        guard dithers else {
            for x in 0..<row.count { indices[start + x] = index(of: row[x]) }
            return
        }
        swap(&errors, &nextErrors)
        for x in nextErrors.indices { nextErrors[x] = .zero }
        for step in 0..<row.count {
            let x = goesRight ? step : row.count - 1 - step
            indices[start + x] = dithered(row[x], at: x)
        }
        goesRight.toggle()
    }

    private mutating func index(of pixel: UInt32) -> UInt8 {
        guard pixel >> 31 == 1 else { return transparentIndex }
        return exact.index(of: pixel) ?? nearestIndex(pixel)
    }

    private mutating func nearestIndex(_ pixel: UInt32) -> UInt8 {
        if nearest.isEmpty { nearest = Array(repeating: .max, count: ColorGroup.count) }
        let group = ColorGroup.number(pixel)
        if nearest[group] == .max {
            let place = ColorPoint(ColorGroup.center(group)).place
            nearest[group] = UInt16(places.nearest(to: place))
        }
        return UInt8(truncatingIfNeeded: nearest[group])
    }

    /// Returns the index of a pixel with its share of errors; its own error goes to its neighbours.
    private mutating func dithered(_ pixel: UInt32, at x: Int) -> UInt8 {
        // A transparent pixel passes no error on, so that edges stay clean.
        guard pixel >> 31 == 1 else { return transparentIndex }
        let wanted = (Self.channels(pixel) &+ (errors[x + 1] &+ 8) &>> 4)
            .clamped(lowerBound: .zero, upperBound: SIMD4(255, 255, 255, 0))
        let color = UInt32(
            truncatingIfNeeded: wanted.x | wanted.y << 8 | wanted.z << 16)
        let index = nearestIndex(color)
        let error = wanted &- Self.channels(palette.colors[Int(index)])
        let ahead = goesRight ? 1 : -1
        errors[x + 1 + ahead] &+= error &* 7
        nextErrors[x + 1 - ahead] &+= error &* 3
        nextErrors[x + 1] &+= error &* 5
        nextErrors[x + 1 + ahead] &+= error
        return index
    }

    private static func channels(_ color: UInt32) -> SIMD4<Int32> {
        SIMD4(
            Int32(color & 255), Int32(color >> 8 & 255), Int32(color >> 16 & 255), 0)
    }
}
