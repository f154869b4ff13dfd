/// A part of one axis of a picture, in fractions of a pixel.
package struct AxisSpan: Hashable, Sendable {
    /// The distance of its beginning from the picture's edge, in pixels.
    package var start: Double
    /// Its length in pixels.
    package var length: Double

    /// Creates a part from its beginning and length in pixels.
    package init(start: Double, length: Double) {
        self.start = start
        self.length = length
    }

    /// Creates the whole of an axis.
    package init(whole count: Int) {
        self.init(start: 0, length: Double(count))
    }

    /// Returns the first pixel if this part is as many whole pixels as `count`; otherwise nil.
    func wholePixel(count: Int) -> Int? {
        length == Double(count) && start >= 0 ? Int(exactly: start) : nil
    }

    /// Returns the pixels that a filter reads of an axis to scale this part to `target` pixels.
    func pixels(of count: Int, target: Int, filter: ResampleFilter) -> Range<Int> {
        let reach = filter.support * max(length / Double(target), 1) + 1
        let first = min(max(Int(start - reach), 0), count - 1)
        return first..<max(min(Int((start + length + reach).rounded(.up)), count), first + 1)
    }
}

/// The centred part of a picture that ``Fit/fill`` shows, and its size there.
package struct FilledBox: Hashable, Sendable {
    /// The size of the result: the box, or less if the picture is smaller and does not grow.
    package let size: PixelSize
    /// The columns that are shown.
    package let columns: AxisSpan
    /// The rows that are shown.
    package let rows: AxisSpan

    /// Creates the part of a picture that covers a box; a side of 0 is free.
    ///
    /// The part is whole pixels if the picture keeps its scale.
    package init(of source: PixelSize, in box: PixelSize, enlarges: Bool) {
        guard box.width > 0, box.height > 0 else {
            size = Fit.fill.scaledSize(of: source, in: box, enlarges: enlarges)
            columns = AxisSpan(whole: source.width)
            rows = AxisSpan(whole: source.height)
            return
        }
        let (across, down) = (
            Double(box.width) / Double(source.width), Double(box.height) / Double(source.height)
        )
        let scale = max(across, down)
        guard scale != 1, enlarges || scale < 1 else {
            size = PixelSize(
                width: min(source.width, box.width), height: min(source.height, box.height))
            columns = Self.middle(Double(size.width), of: source.width, whole: true)
            rows = Self.middle(Double(size.height), of: source.height, whole: true)
            return
        }
        size = box
        let (width, height) = (Double(source.width), Double(source.height))
        columns = Self.middle(
            across < down ? Double(box.width) * height / Double(box.height) : width,
            of: source.width, whole: false)
        rows = Self.middle(
            across < down ? height : Double(box.height) * width / Double(box.width),
            of: source.height, whole: false)
    }

    private static func middle(_ length: Double, of count: Int, whole: Bool) -> AxisSpan {
        let length = min(length, Double(count))
        let start = (Double(count) - length) / 2
        return AxisSpan(start: whole ? start.rounded(.down) : start, length: length)
    }
}
