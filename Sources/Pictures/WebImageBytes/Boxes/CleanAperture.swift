package import WebImagePixels

/// The crop of an image in a media file (`clap`; ISO/IEC 14496-12, section 12.1.4), in fractions.
package struct CleanAperture {
    /// Numerator and denominator of width, height, and the distances of the centres.
    private let numbers: [UInt32]

    /// Creates a crop of the eight numbers in the order of the box.
    package init(_ numbers: [UInt32]) {
        precondition(numbers.count == 8, "A clean aperture has eight numbers.")
        self.numbers = numbers
    }

    /// Reads the body of a box; nil if it is too short.
    package init?(_ bytes: RawSpan, at place: Int) {
        let numbers = (0..<8).compactMap { bytes.u32(at: place + $0 * 4, .big) }
        guard numbers.count == 8 else { return nil }
        self.init(numbers)
    }

    /// Returns the crop in whole pixels; nil if it is not inside of an image of that size.
    package func rect(in size: PixelSize) -> PixelRect? {
        guard
            let columns = Self.span(numbers[0..<2], numbers[4..<6], of: size.width),
            let rows = Self.span(numbers[2..<4], numbers[6..<8], of: size.height)
        else { return nil }
        return PixelRect(
            x: columns.lowerBound, y: rows.lowerBound,
            size: PixelSize(width: columns.count, height: rows.count))
    }

    private static func span(
        _ length: ArraySlice<UInt32>, _ offset: ArraySlice<UInt32>, of side: Int
    ) -> Range<Int>? {
        let (lengths, offsets) = (Array(length), Array(offset))
        guard lengths[1] > 0, offsets[1] > 0 else { return nil }
        let length = (Double(lengths[0]) / Double(lengths[1])).rounded()
        let offset = Double(Int32(bitPattern: offsets[0])) / Double(offsets[1])
        let start = (offset + (Double(side) - length) / 2).rounded()
        guard length >= 1, start >= 0, start + length <= Double(side) else { return nil }
        return Int(start)..<Int(start + length)
    }
}
