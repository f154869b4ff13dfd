#if GTK

    import CGTK4
    import WebImagePixels
    import WebImageViews

    extension WebImageView {
        /// Returns the side of the picture in points; for the other side, if given, by its aspect
        /// ratio.
        ///
        /// A widget with requests for both sides has its size from them alone.
        func naturalSide(_ orientation: GtkOrientation, forOther side: gint) -> gint {
            let size = naturalSize
            let isWidth = orientation == GTK_ORIENTATION_HORIZONTAL
            let (own, other) = isWidth ? (size.width, size.height) : (size.height, size.width)
            guard side > 0, other > 0 else { return gint(min(own.rounded(.up), 1_000_000)) }
            let scaled = own * Double(side) / other
            let isLimited = contentFit() == GTK_CONTENT_FIT_SCALE_DOWN
            return gint(min((isLimited ? min(scaled, own) : scaled).rounded(), 1_000_000))
        }

        /// Takes the size of a new picture, which stays the view's out of sight.
        func pictureResized() {
            guard isInSight, !hasFixedSize else { return }
            let first = layers.first { $0.slot == .image && $0.paintable.texture != nil }
            let size = (first ?? layers.first)?.pictureSize ?? (0, 0)
            guard size != naturalSize else { return }
            naturalSize = size
            guard isAllocating else { return gtk_widget_queue_resize(widget) }
            // GTK forgets a request during a layout.
            Task { [weak self] in
                if let self { gtk_widget_queue_resize(widget) }
            }
        }

        /// `true` if the size of the view does not depend on its picture.
        private var hasFixedSize: Bool {
            var (width, height): (gint, gint) = (0, 0)
            gtk_widget_get_size_request(widget, &width, &height)
            return width >= 0 && height >= 0
        }

        /// Draws the layers, then the indicators.
        func draw(into snapshot: OpaquePointer) {
            let area = (
                width: Double(gtk_widget_get_width(widget)),
                height: Double(gtk_widget_get_height(widget))
            )
            let layers = visibleLayers
            drawPlaceholder(into: snapshot, area: area, for: layers)
            for layer in layers {
                layer.paintable.content.draw(into: snapshot, area: area, fit: layer.contentFit)
            }
            var child = gtk_widget_get_first_child(widget)
            while let current = child {
                gtk_widget_snapshot_child(widget, current, snapshot)
                child = gtk_widget_get_next_sibling(current)
            }
        }

        /// Draws a neutral tile while no layer has a picture.
        private func drawPlaceholder(
            into snapshot: OpaquePointer, area: (width: Double, height: Double),
            for layers: [SlotLayer]
        ) {
            let part = layers.map(\.paintable.content.uncovered).min() ?? 0
            guard showsPlaceholder, part > 0, layers.contains(where: \.isUncovered) else {
                return
            }
            var color = Self.placeholderColor(of: widget)
            color.alpha *= Float(part)
            var bounds = Rectangle(x: 0, y: 0, width: area.width, height: area.height).graphene
            gtk_snapshot_append_color(snapshot, &color, &bounds)
        }

        /// Returns the colour of the neutral tile, a shade of a widget's text colour.
        static func placeholderColor(of widget: UnsafeMutablePointer<GtkWidget>) -> GdkRGBA {
            var color = GdkRGBA()
            gtk_style_context_get_color(gtk_widget_get_style_context(widget), &color)
            color.alpha *= 0.08
            return color
        }

        /// The layers to draw: the highlighted picture, if there is one, instead of the usual one.
        private var visibleLayers: [SlotLayer] {
            let isHighlighted =
                highlight
                && layers.contains {
                    $0.slot == .highlighted && $0.paintable.texture != nil
                }
            return layers.filter { $0.slot != (isHighlighted ? .image : .highlighted) }
        }

        private var highlight: Bool {
            let flags =
                GTK_STATE_FLAG_ACTIVE.rawValue | GTK_STATE_FLAG_PRELIGHT.rawValue
                | GTK_STATE_FLAG_SELECTED.rawValue
            return gtk_widget_get_state_flags(widget).rawValue & flags != 0
        }

        func stateChanged() {
            if layers.contains(where: { $0.slot == .highlighted }) { gtk_widget_queue_draw(widget) }
        }

        func directionChanged() {
            let isRightToLeft = gtk_widget_get_direction(widget) == GTK_TEXT_DIR_RTL
            for layer in layers { layer.paintable.content.isRightToLeft = isRightToLeft }
        }

        /// Takes the size of the layout: the loads that waited for it begin.
        func allocated(width: gint, height: gint) {
            awaitsLayout = false
            indicators.allocate(width: width, height: height)
            appear(width: Int(width), height: Int(height))
        }

        /// The points of a side of a picture for a view that the layout gives no room without one.
        private static let usualSide = 512

        /// Lets loads run in the size of the view; a side without points is as long as the other.
        ///
        /// A view that is scrolled out of sight waits.
        private func appear(width: Int, height: Int) {
            guard gtk_widget_get_mapped(widget) != 0 else { return }
            // A layout maps cells and clamps scrolls, so any appearance may be a part of one.
            isAllocating = true
            defer { isAllocating = false }
            // Each area has to know the view, also if another one has shown it to be out of sight.
            let isNear = areas.map { $0.contains(self) }
            guard !isNear.contains(false) else { return leaveSight() }
            let side = max(width, height) > 0 ? max(width, height) : Self.usualSide
            let size = PixelSize(width > 0 ? width : side, height > 0 ? height : side)
            loader.viewResized(to: size.scaled(by: Double(gtk_widget_get_scale_factor(widget))))
            if !isInSight {
                isInSight = true
                for layer in layers where layer.paintable.texture == nil { draw(layer) }
            }
            loader.viewAppeared()
        }

        /// Stops loads and releases textures.
        private func leaveSight() {
            guard isInSight else { return }
            stopTicking()
            isInSight = false
            for layer in layers { layer.dropTexture() }
            loader.viewDisappeared(droppingPictures: true)
        }

        /// Lets loads run in the size of the last layout; without one, the next is awaited.
        func appear() {
            let (width, height) = (gtk_widget_get_width(widget), gtk_widget_get_height(widget))
            if width > 0 || height > 0 { appear(width: Int(width), height: Int(height)) }
        }

        func mapped() {
            LayoutWatch.begin(for: self)
            areas = ScrolledArea.around(widget)
            appear()
        }

        func unmapped() {
            for area in areas { area.remove(self) }
            areas = []
            leaveSight()
        }

        func scaleChanged() {
            for layer in layers {
                layer.paintable.scale = Double(gtk_widget_get_scale_factor(widget))
            }
            gtk_widget_queue_allocate(widget)
        }
    }

#endif
