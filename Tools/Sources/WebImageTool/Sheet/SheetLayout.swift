package import WebImage

/// The parts of a contact sheet.
package struct SheetShape: Sendable {
    /// The number of cards in a row; nil for as many as are wide enough.
    var columns: Int?
    /// The lines of text below each thumbnail.
    var captionLines = 3
    /// `false` leaves out the title and the line below it.
    var hasTitle = true

    /// Creates the usual shape.
    package init(columns: Int? = nil, captionLines: Int = 3, hasTitle: Bool = true) {
        (self.columns, self.captionLines, self.hasTitle) = (columns, captionLines, hasTitle)
    }
}

/// The layout of a contact sheet: a title, below it cards in rows.
package struct SheetLayout: Sendable {
    /// The rectangles of one card.
    struct Cell: Sendable, Hashable {
        /// The whole card.
        let card: PixelRect
        /// The box in which the thumbnail is centred.
        let box: PixelRect
        /// The lines of the caption, from the top.
        let lines: [PixelRect]
    }

    /// The size of the sheet in pixels.
    let size: PixelSize
    let title: PixelRect
    /// The rectangle of the line below the title.
    let subtitle: PixelRect
    /// One cell for each picture, row by row.
    let cells: [Cell]

    /// The margin around all cards in pixels.
    static let margin = 40
    /// The gap between cards in pixels.
    static let gap = 22
    /// The padding inside a card in pixels.
    static let padding = 14
    /// The smallest width of a sheet in pixels.
    package static let minWidth = 400
    private static let minCellWidth = 330
    /// The gap between a thumbnail and its caption in pixels.
    private static let captionGap = 10
    /// The gap between the first line of a caption and the others in pixels.
    private static let lineGap = 5

    /// Returns the size of every thumbnail's box on a sheet of a width.
    package static func box(sheetWidth: Int, shape: SheetShape = SheetShape()) -> PixelSize {
        let width = max(cellWidth(sheetWidth, shape) - 2 * padding, 1)
        return PixelSize(width: width, height: max(width * 3 / 4, 1))
    }

    /// Lays out a sheet of a width for `count` pictures.
    ///
    /// - Precondition: The width is at least ``minWidth``.
    init(
        width: Int, count: Int, titleHeight: Int, lineHeight: Int, shape: SheetShape = SheetShape()
    ) {
        precondition(width >= Self.minWidth, "A contact sheet is at least \(Self.minWidth) wide.")
        let inner = width - 2 * Self.margin
        title = PixelRect(
            x: Self.margin, y: Self.margin - 8, size: PixelSize(width: inner, height: titleHeight))
        subtitle = PixelRect(
            x: Self.margin, y: title.y + titleHeight + 8,
            size: PixelSize(width: inner, height: lineHeight))
        let top = shape.hasTitle ? subtitle.y + lineHeight + 18 : Self.margin
        let cellWidth = Self.cellWidth(width, shape)
        let box = Self.box(sheetWidth: width, shape: shape)
        let caption =
            shape.captionLines == 0
            ? Self.padding
            : Self.captionGap + shape.captionLines * lineHeight + Self.lineGap + 8
        let cellHeight = Self.padding + box.height + caption
        let columns = Self.columns(width, shape)
        cells = (0..<count).map { index in
            let x = Self.margin + index % columns * (cellWidth + Self.gap)
            let y = top + index / columns * (cellHeight + Self.gap)
            let size = PixelSize(width: cellWidth, height: cellHeight)
            return Self.cell(x, y, size, box, lineHeight, lines: shape.captionLines)
        }
        let rows = (count + columns - 1) / columns
        let height = top + rows * (cellHeight + Self.gap) - Self.gap + Self.margin
        size = PixelSize(width: width, height: height)
    }

    /// The least width of a line with a name, and format and size after it.
    private static let wholeLineWidth = 300

    /// Returns `true` if a name, and format and size, need lines of their own.
    static func needsTwoLines(sheetWidth: Int, shape: SheetShape) -> Bool {
        cellWidth(sheetWidth, shape) - 2 * padding < wholeLineWidth
    }

    private static func columns(_ width: Int, _ shape: SheetShape) -> Int {
        shape.columns ?? max(1, (width - 2 * margin + gap) / (minCellWidth + gap))
    }

    /// Returns the width of a card in pixels.
    static func cellWidth(_ width: Int, _ shape: SheetShape) -> Int {
        let columns = columns(width, shape)
        return (width - 2 * margin - (columns - 1) * gap) / columns
    }

    private static func cell(
        _ x: Int, _ y: Int, _ size: PixelSize, _ box: PixelSize, _ lineHeight: Int,
        lines count: Int
    ) -> Cell {
        let lines = (0..<count).map { line in
            PixelRect(
                x: x + padding,
                y: y + padding + box.height + captionGap + line * lineHeight + min(line, 1)
                    * lineGap,
                size: PixelSize(width: size.width - 2 * padding, height: lineHeight))
        }
        return Cell(
            card: PixelRect(x: x, y: y, size: size),
            box: PixelRect(x: x + padding, y: y + padding, size: box), lines: lines)
    }
}
