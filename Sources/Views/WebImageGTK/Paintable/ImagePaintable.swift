#if GTK

    import CGTK4
    public import WebImageViews

    /// A `GdkPaintable` that shows a picture and draws the transition to the next one.
    ///
    /// A ``WebImageView`` has one for each of its slots; a program can show it in further widgets,
    /// such as a `GtkPicture`. Its size is the picture's in points, 0 without a picture.
    @GTKActor public final class ImagePaintable {
        /// The `GdkPaintable`, valid as long as this object; a widget that shows it retains it.
        public let pointer: OpaquePointer
        let content: PaintableContent

        /// The number of `GdkPaintable` objects in this process.
        package static var liveCount: Int { PaintableType.liveCount }

        /// Creates a paintable without a picture.
        public init() {
            content = PaintableContent()
            pointer = PaintableType.instance(of: content)
        }

        isolated deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

        /// The texture that is shown, the new picture's during a transition.
        public var texture: ImageTexture? { content.current }
        /// `true` until the last frame of a transition.
        public var isInTransition: Bool { content.isInTransition }

        /// The pixels of a point: the scale factor of the screen.
        public var scale: Double {
            get { content.scale }
            set {
                let newValue = newValue.isFinite && newValue > 0 ? newValue : 1
                guard newValue != content.scale else { return }
                content.scale = newValue
                gdk_paintable_invalidate_size(pointer)
            }
        }

        /// Replaces the picture.
        ///
        /// - Parameters:
        ///   - texture: The picture, nil for none.
        ///   - transition: The transition to it, nil for none; ``advance(to:)`` moves it.
        public func show(_ texture: ImageTexture?, transition: ImageTransition? = nil) {
            let resizes = content.show(texture, transition: transition)
            if resizes { gdk_paintable_invalidate_size(pointer) }
            gdk_paintable_invalidate_contents(pointer)
        }

        /// Moves a transition to the time of a frame clock.
        ///
        /// - Parameter time: The time in microseconds; the first of a transition is its beginning.
        public func advance(to time: Int64) {
            if content.advance(to: time) { gdk_paintable_invalidate_contents(pointer) }
        }

        /// Ends a transition: the picture is shown as after its last frame.
        public func finishTransition() {
            guard isInTransition else { return }
            content.finish()
            gdk_paintable_invalidate_contents(pointer)
        }
    }

#endif
