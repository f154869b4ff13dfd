/// A part of one axis of a picture, in fractions of a pixel.
package struct AxisSpan: Hashable, Sendable {
    /// The distance of its beginning from the picture's edge, in pixels.
    package var start: Double
    /// Its length in pixels.
    package var length: Double
    /// The edges of a crop: pixels inside are made of pixels inside alone; nil for none.
    package var edges: ClosedRange<Double>?

    /// Creates a part from its beginning and length in pixels.
    package init(start: Double, length: Double, edges: ClosedRange<Double>? = nil) {
        self.start = start
        self.length = length
        self.edges = edges
    }

    /// Creates the whole of an axis.
    package init(whole count: Int) {
        self.init(start: 0, length: Double(count))
    }

    /// Returns the first pixel if this part is as many whole pixels as `count`; otherwise nil.
    func wholePixel(count: Int) -> Int? {
        length == Double(count) && start >= 0 ? Int(exactly: start) : nil
    }

    /// Returns this part as seen from a pixel of the axis.
    func seen(from pixel: Int) -> AxisSpan {
        let shift = Double(pixel)
        return AxisSpan(
            start: start - shift, length: length,
            edges: edges.map { $0.lowerBound - shift...$0.upperBound - shift })
    }

    /// Returns this part of an axis that has `count` pixels in place of `whole`.
    func scaled(to count: Int, from whole: Double) -> AxisSpan {
        let count = Double(count)
        return AxisSpan(
            start: start * count / whole, length: length * count / whole,
            edges: edges.map { $0.lowerBound * count / whole...$0.upperBound * count / whole })
    }

    /// Returns this part of an axis of `whole` pixels as seen from the other end.
    ///
    /// One in the middle stays exactly where it is.
    func mirrored(in whole: Double) -> AxisSpan {
        let other = whole - start - length
        return AxisSpan(
            start: abs(other - start) < 1e-9 ? start : other, length: length,
            edges: edges.map { whole - $0.upperBound...whole - $0.lowerBound })
    }

    /// Returns the whole pixels, of `count`, of which one with that centre may be made.
    ///
    /// A pixel that an edge divides counts as outside, unless there is no other.
    func readable(at center: Double, of count: Int) -> Range<Int> {
        guard let edges, edges.contains(center) else { return 0..<count }
        let first = max(0, Int((edges.lowerBound - 1e-6).rounded(.up)))
        let end = min(count, Int((edges.upperBound + 1e-6).rounded(.down)))
        guard first < end else {
            let only = min(max(Int(center), 0), count - 1)
            return only..<only + 1
        }
        return first..<end
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
