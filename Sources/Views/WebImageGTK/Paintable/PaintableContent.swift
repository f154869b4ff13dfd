#if GTK

    import CGTK4
    import WebImagePixels
    import WebImageViews

    /// The content of an ``ImagePaintable``: a texture, and during a transition the former one.
    @GTKActor final class PaintableContent {
        private(set) var current: ImageTexture?
        private var former: ImageTexture?
        private var transition: ImageTransition?
        /// The time of the transition's first frame, in microseconds.
        private var start: Int64?
        /// The fraction of the transition, 0 to 1.
        private var progress = 1.0
        /// The pixels of a point.
        var scale = 1.0
        /// `true` if text runs from right to left, and slides with it.
        var isRightToLeft = false

        nonisolated init() {}

        var isInTransition: Bool { transition != nil }

        /// The part of the area, 0 to 1, that has no picture: all of it, or what a transition from
        /// none leaves.
        var uncovered: Double {
            guard current != nil else { return 1 }
            return isInTransition && former == nil ? 1 - progress : 0
        }

        /// The size in points; zero without a texture.
        var size: (width: Double, height: Double) { points(current) }

        /// Replaces the texture; returns `true` if the size differs.
        func show(_ texture: ImageTexture?, transition: ImageTransition?) -> Bool {
            let before = current?.size
            let moves = transition.map { $0.duration > .zero } ?? false
            former = moves ? current : nil
            current = texture
            self.transition = moves ? transition : nil
            start = nil
            progress = moves ? 0 : 1
            return before != texture?.size
        }

        /// Sets the time of a transition; returns `true` if a frame is to be drawn.
        func advance(to time: Int64) -> Bool {
            guard let transition else { return false }
            let begin = start ?? time
            start = begin
            let elapsed = Duration.microseconds(time - begin)
            let part = min(elapsed / transition.duration, 1)
            let rest = 1 - part
            progress = 1 - rest * rest * rest
            if part >= 1 { finish() }
            return true
        }

        /// Ends a transition at its last frame.
        func finish() {
            transition = nil
            former = nil
            progress = 1
        }

        private func points(_ texture: ImageTexture?) -> (width: Double, height: Double) {
            guard let size = texture?.size else { return (0, 0) }
            return (Double(size.width) / scale, Double(size.height) / scale)
        }

        /// Draws into an area at the origin.
        ///
        /// - Parameters:
        ///   - snapshot: The `GtkSnapshot`.
        ///   - area: The width and height in points.
        ///   - fit: The placement in the area.
        func draw(
            into snapshot: OpaquePointer, area: (width: Double, height: Double), fit: GtkContentFit
        ) {
            guard let transition else { return append(current, to: snapshot, area, fit) }
            switch transition.style {
            case .slide: drawSlide(into: snapshot, area, fit)
            case .flip: drawFlip(into: snapshot, area, fit)
            default:
                gtk_snapshot_push_cross_fade(snapshot, progress)
                append(former, to: snapshot, area, fit)
                gtk_snapshot_pop(snapshot)
                append(current, to: snapshot, area, fit)
                gtk_snapshot_pop(snapshot)
            }
        }

        private func drawSlide(
            into snapshot: OpaquePointer, _ area: (width: Double, height: Double),
            _ fit: GtkContentFit
        ) {
            append(former, to: snapshot, area, fit)
            var bounds = Rectangle(x: 0, y: 0, width: area.width, height: area.height).graphene
            gtk_snapshot_push_clip(snapshot, &bounds)
            gtk_snapshot_save(snapshot)
            let distance = (1 - progress) * area.width * (isRightToLeft ? -1 : 1)
            var offset = graphene_point_t(x: Float(distance), y: 0)
            gtk_snapshot_translate(snapshot, &offset)
            append(current, to: snapshot, area, fit)
            gtk_snapshot_restore(snapshot)
            gtk_snapshot_pop(snapshot)
        }

        /// Narrows the former texture to a line, then widens the new one.
        private func drawFlip(
            into snapshot: OpaquePointer, _ area: (width: Double, height: Double),
            _ fit: GtkContentFit
        ) {
            gtk_snapshot_save(snapshot)
            let breadth = abs(1 - 2 * progress)
            var offset = graphene_point_t(x: Float(area.width * (1 - breadth) / 2), y: 0)
            gtk_snapshot_translate(snapshot, &offset)
            gtk_snapshot_scale(snapshot, Float(max(breadth, 0.001)), 1)
            append(progress < 0.5 ? former : current, to: snapshot, area, fit)
            gtk_snapshot_restore(snapshot)
        }

        private func append(
            _ texture: ImageTexture?, to snapshot: OpaquePointer,
            _ area: (width: Double, height: Double), _ fit: GtkContentFit
        ) {
            guard let texture, area.width > 0, area.height > 0 else { return }
            let place = ContentFit(area: area, scale: scale).rectangle(of: points(texture), fit)
            let clips = place.exceeds(area)
            if clips {
                var bounds = Rectangle(x: 0, y: 0, width: area.width, height: area.height).graphene
                gtk_snapshot_push_clip(snapshot, &bounds)
            }
            var bounds = place.graphene
            gtk_snapshot_append_texture(snapshot, texture.pointer, &bounds)
            if clips { gtk_snapshot_pop(snapshot) }
        }
    }

#endif
