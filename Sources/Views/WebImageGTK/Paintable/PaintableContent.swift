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
        /// The progress of the transition, 0 to 1 unless its curve overshoots.
        private var progress = 1.0
        /// The pixels of a point.
        var scale = 1.0
        /// `true` if text runs from right to left, and transitions with it.
        var isRightToLeft = false

        nonisolated init() {}

        var isInTransition: Bool { transition != nil }

        /// The part of the area, 0 to 1, that has no picture: all of it, or what a transition from
        /// none leaves.
        var uncovered: Double {
            guard current != nil else { return 1 }
            return isInTransition && former == nil ? min(max(1 - progress, 0), 1) : 0
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
            progress = transition.progress(after: elapsed)
            if elapsed >= transition.duration { finish() }
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
            let usual = transition.frame(at: progress)
            let frame = isRightToLeft ? usual.mirrored : usual
            var bounds = Rectangle(x: 0, y: 0, width: area.width, height: area.height).graphene
            gtk_snapshot_push_clip(snapshot, &bounds)
            if let mix = frame.mix { gtk_snapshot_push_cross_fade(snapshot, mix) }
            append(former, frame.former, to: snapshot, area, fit)
            if frame.mix != nil { gtk_snapshot_pop(snapshot) }
            append(current, frame.current, to: snapshot, area, fit)
            if frame.mix != nil { gtk_snapshot_pop(snapshot) }
            gtk_snapshot_pop(snapshot)
        }

        /// Draws a texture with the look that it has at a moment of a transition.
        private func append(
            _ texture: ImageTexture?, _ look: PictureLook, to snapshot: OpaquePointer,
            _ area: (width: Double, height: Double), _ fit: GtkContentFit
        ) {
            guard texture != nil, !look.isInvisible else { return }
            var part = Rectangle(
                x: look.columns.lowerBound * area.width, y: look.rows.lowerBound * area.height,
                width: (look.columns.upperBound - look.columns.lowerBound) * area.width,
                height: (look.rows.upperBound - look.rows.lowerBound) * area.height
            ).graphene
            gtk_snapshot_push_clip(snapshot, &part)
            gtk_snapshot_push_opacity(snapshot, look.opacity)
            gtk_snapshot_save(snapshot)
            // Scaled about the centre, then moved.
            let corner = (SIMD2(1, 1) - look.scale) / 2 + look.offset
            var offset = graphene_point_t(
                x: Float(corner.x * area.width), y: Float(corner.y * area.height))
            gtk_snapshot_translate(snapshot, &offset)
            gtk_snapshot_scale(snapshot, Float(look.scale.x), Float(look.scale.y))
            append(texture, to: snapshot, area, fit)
            gtk_snapshot_restore(snapshot)
            gtk_snapshot_pop(snapshot)
            gtk_snapshot_pop(snapshot)
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
