/// The part of a picture that a scaled picture covers, for a picture of any size.
///
/// It differs from the whole for crops, and for ``Fit/fill``, which scales both sides by one
/// factor: a side of whole pixels covers a little less or more than the picture.
package struct Coverage: Hashable, Sendable {
    private var columns: AxisSpan
    private var rows: AxisSpan
    /// The width and height that the spans are parts of.
    private var (width, height) = (1.0, 1.0)

    /// Creates the centred shares of width and height, 1 for all of it.
    package init(columns: Double = 1, rows: Double = 1) {
        self.columns = AxisSpan(start: (1 - columns) / 2, length: columns)
        self.rows = AxisSpan(start: (1 - rows) / 2, length: rows)
    }

    /// Creates a part of a picture, in pixels of one of that size.
    package init(columns: AxisSpan, rows: AxisSpan, of size: PixelSize) {
        self.columns = columns
        self.rows = rows
        (width, height) = (Double(size.width), Double(size.height))
    }

    /// Creates a rectangle of a picture.
    package init(_ rect: PixelRect, of size: PixelSize) {
        self.init(
            columns: AxisSpan(start: Double(rect.x), length: Double(rect.size.width)),
            rows: AxisSpan(start: Double(rect.y), length: Double(rect.size.height)), of: size)
    }

    /// Returns the part of the stored picture that this part of the upright one is.
    package func stored(_ orientation: Orientation) -> Coverage {
        var across = orientation.isMirrored ? columns.mirrored(in: width) : columns
        var down = rows
        let turns = orientation.quarterTurns
        if turns == 1 || turns == 2 { across = across.mirrored(in: width) }
        if turns == 2 || turns == 3 { down = down.mirrored(in: height) }
        var stored = self
        (stored.columns, stored.rows) = (across, down)
        guard orientation.swapsSides else { return stored }
        (stored.columns, stored.rows) = (down, across)
        (stored.width, stored.height) = (height, width)
        return stored
    }

    /// Returns the covered columns of a picture of that width.
    package func columns(of count: Int) -> AxisSpan { columns.scaled(to: count, from: width) }

    /// Returns the covered rows of a picture of that height.
    package func rows(of count: Int) -> AxisSpan { rows.scaled(to: count, from: height) }
}
