#if GTK

    import CGTK4

    extension ImageGrid {
        /// The time for binding cells in one frame; the rest waits for the next.
        private static let budget = Duration.milliseconds(2)
        /// The largest distance of a cell from the visible page, in points, that GTK is given.
        private static let farthest = 20_000.0
        /// The number of views without an item that are kept.
        private static let spareCount = 64

        /// The distance of the visible page from the beginning, in whole points.
        var value: Double { vertical.map { gtk_adjustment_get_value($0).rounded() } ?? 0 }

        /// The positions on the visible page.
        var visible: Range<Int> { geometry.positions(from: value, to: value + page) }

        /// The first position on the visible page; nil at the beginning.
        var firstVisible: Int? { value > 0 ? visible.first : nil }

        /// The positions that have cells: a row more on both sides, which are seen next.
        private var near: Range<Int> {
            let row = Double(geometry.rowHeight)
            return geometry.positions(from: value - row, to: value + page + row)
        }

        /// Returns the sizes for GTK's layout.
        func side(_ orientation: GtkOrientation) -> (least: gint, natural: gint) {
            if orientation == GTK_ORIENTATION_HORIZONTAL {
                let least = gint(clamping: geometry.leastWidth)
                return (least, least)
            }
            return (0, gint(clamping: geometry.rowHeight))
        }

        /// Takes the size of a layout; the first item in sight stays there.
        func allocated(width: gint, height: gint) {
            isAllocating = true
            defer { isAllocating = false }
            let anchor = geometry.width == Int(width) ? nil : firstVisible
            (geometry.width, page) = (Int(width), Double(height))
            configure(anchor)
            place()
            if updated != near { requestUpdate() }
        }

        /// Gives the scrolled window the sizes of the content and the page.
        private func configure(_ anchor: Int?) {
            if let horizontal {
                let width = Double(geometry.width)
                gtk_adjustment_configure(horizontal, 0, 0, width, 1, width, width)
            }
            guard let vertical else { return }
            let upper = max(geometry.height, page)
            var value = gtk_adjustment_get_value(vertical)
            if let anchor { value = geometry.frame(of: anchor).y - Double(GridGeometry.spacing) }
            if let pendingReveal {
                value = revealing(pendingReveal, from: value)
                self.pendingReveal = nil
            }
            value = min(max(value, 0), upper - page)
            let row = Double(geometry.rowHeight)
            gtk_adjustment_configure(
                vertical, value, 0, upper, row / 2, max(page - row, row), page)
        }

        /// Gives all cells their places.
        private func place() {
            let isRightToLeft = gtk_widget_get_direction(content) == GTK_TEXT_DIR_RTL
            let value = value
            for (position, view) in cells {
                let frame = geometry.frame(of: position)
                let x = isRightToLeft ? Double(geometry.width) - frame.x - frame.width : frame.x
                let y = min(max(frame.y - value, -Self.farthest), page + Self.farthest)
                // GTK requires it once of each new widget.
                gtk_widget_measure(view.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
                var area = GdkRectangle(
                    x: gint(x), y: gint(y), width: gint(frame.width), height: gint(frame.height))
                gtk_widget_size_allocate(view.widget, &area, -1)
            }
        }

        /// Follows a scroll: cells move in the next frame's layout, and are bound before it.
        func scrolled() {
            guard !isAllocating else { return }
            gtk_widget_queue_allocate(content)
            requestUpdate()
        }

        /// Lets the next frame update the cells.
        func requestUpdate() {
            guard tick == 0 else { return }
            tick = gtk_widget_add_tick_callback(
                content,
                { widget, _, _ in
                    _ = GridType.with(widget) { grid in
                        grid.tick = 0
                        grid.update()
                    }
                    return 0
                }, nil, nil)
        }

        /// Binds the cells near the visible page, the nearest to its middle first, for a time.
        private func update() {
            guard page > 0 else { return }
            let (wanted, former) = (near, updated)
            // What is passed within a frame is not loaded.
            if let former, !former.isEmpty, !wanted.isEmpty, !former.overlaps(wanted) {
                updated = wanted
                return requestUpdate()
            }
            releaseCells(outside: wanted)
            let middle = (visible.lowerBound + visible.upperBound) / 2
            let missing = wanted.filter { cells[$0] == nil }
                .sorted { abs($0 - middle) < abs($1 - middle) }
            let start = ContinuousClock.now
            var isComplete = true
            for position in missing {
                if ContinuousClock.now - start >= Self.budget {
                    isComplete = false
                    break
                }
                makeCell(at: position)
            }
            hideSpare()
            if wanted != former || !missing.isEmpty { gtk_widget_queue_allocate(content) }
            updated = wanted
            updatePointer()
            giveFocus()
            if !isComplete { requestUpdate() }
        }

        /// Takes the items of cells away, except that with the keyboard, whose events it gets.
        private func releaseCells(outside wanted: Range<Int>) {
            for (position, view) in cells where !wanted.contains(position) {
                if gtk_widget_has_focus(view.widget) != 0 { continue }
                cells[position] = nil
                spare.append(view)
            }
        }

        private func hideSpare() {
            for view in spare where gtk_widget_get_child_visible(view.widget) != 0 {
                view.clear()
                gtk_widget_set_child_visible(view.widget, 0)
            }
            while spare.count > Self.spareCount {
                gtk_widget_unparent(spare.removeLast().widget)
            }
        }

        /// Draws the cells, and a neutral tile for each that is not bound yet.
        func draw(into snapshot: OpaquePointer) {
            let (visible, value) = (visible, value)
            var color = WebImageView.placeholderColor(of: content)
            for position in visible {
                if let view = cells[position], gtk_widget_get_width(view.widget) > 0 {
                    gtk_widget_snapshot_child(content, view.widget, snapshot)
                } else {
                    var frame = geometry.frame(of: position)
                    frame.y -= value
                    var area = frame.graphene
                    gtk_snapshot_append_color(snapshot, &color, &area)
                }
            }
        }

        /// Returns the scroll value at which an item is in sight, the nearest to another value.
        func revealing(_ position: Int, from value: Double) -> Double {
            let frame = geometry.frame(of: position)
            let spacing = Double(GridGeometry.padding)
            let (top, bottom) = (frame.y - spacing, frame.y + frame.height + spacing)
            if page < bottom - top || top < value { return top }
            return bottom > value + page ? bottom - page : value
        }
    }

#endif
