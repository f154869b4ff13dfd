#if GTK

    /// The places of a grid's cells in its content, in points: all cells have one size, so that
    /// each place follows from the position alone.
    package struct GridGeometry: Hashable {
        /// The number of cells, at most 2⁴⁰.
        package var count = 0 {
            didSet { count = min(max(count, 0), 1 << 40) }
        }
        /// The least width and the height of a cell.
        package var cell = (width: 1, height: 1) {
            didSet {
                let most = 1 << 14
                cell = (min(max(cell.width, 1), most), min(max(cell.height, 1), most))
            }
        }
        package init() {}

        /// The width of the grid.
        package var width = 0

        /// The distance between cells.
        package static let spacing = 8
        /// The distance of the cells from the edges of the content.
        package static let padding = 10

        package static func == (left: GridGeometry, right: GridGeometry) -> Bool {
            left.count == right.count && left.width == right.width && left.cell == right.cell
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(count)
            hasher.combine(width)
            hasher.combine(cell.width)
            hasher.combine(cell.height)
        }

        private var room: Int { width - 2 * Self.padding }

        /// The number of columns, at least 1.
        package var columns: Int { max((room + Self.spacing) / (cell.width + Self.spacing), 1) }

        /// The number of rows.
        package var rows: Int { (count + columns - 1) / columns }

        /// The width of a cell: the columns share the width of the grid.
        package var cellWidth: Int {
            max((room - (columns - 1) * Self.spacing) / columns, cell.width)
        }

        /// The distance from a row to the next.
        package var rowHeight: Int { cell.height + Self.spacing }

        /// The height of the content.
        package var height: Double {
            count == 0
                ? 0 : Double(rows) * Double(rowHeight) + Double(2 * Self.padding - Self.spacing)
        }

        /// The least width of a grid.
        package var leastWidth: Int { cell.width + 2 * Self.padding }

        /// Returns the place of a cell, with columns from left to right.
        package func frame(of position: Int) -> Rectangle {
            let used = columns * (cellWidth + Self.spacing) - Self.spacing
            let left = max((width - used) / 2, Self.padding)
            return Rectangle(
                x: Double(left + position % columns * (cellWidth + Self.spacing)),
                y: Double(Self.padding) + Double(position / columns) * Double(rowHeight),
                width: Double(cellWidth), height: Double(cell.height))
        }

        /// Returns the positions of the rows that touch a part of the content.
        package func positions(from top: Double, to bottom: Double) -> Range<Int> {
            guard count > 0, bottom > top else { return 0..<0 }
            let last = Double(rows)
            let first = ((top - Double(Self.padding)) / Double(rowHeight)).rounded(.down)
            let end = ((bottom - Double(Self.padding)) / Double(rowHeight)).rounded(.up)
            let rows = (lower: Int(min(max(first, 0), last)), upper: Int(min(max(end, 0), last)))
            guard rows.lower < rows.upper else { return 0..<0 }
            return rows.lower * columns..<min(rows.upper * columns, count)
        }

        /// Returns the position of the cell at a place of the content; nil between cells.
        package func position(x: Double, y: Double) -> Int? {
            positions(from: y, to: y.nextUp).first {
                let frame = frame(of: $0)
                return frame.x <= x && x < frame.x + frame.width && frame.y <= y
                    && y < frame.y + frame.height
            }
        }
    }

#endif
