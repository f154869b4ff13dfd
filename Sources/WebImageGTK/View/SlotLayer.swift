#if GTK

    import CGTK4
    import WebImagePixels
    import WebImageViews

    /// One slot of a view: its content, its paintable, and the player of an animation.
    @GTKActor final class SlotLayer {
        let slot: ImageSlot
        let paintable = ImagePaintable()
        var contentFit: GtkContentFit
        var content = SlotContent.nothing
        var player: AnimationPlayer?
        /// `true` after a frame of the player was shown.
        var hasMoved = false
        /// The position of an animation whose picture was dropped.
        var position: AnimationPosition?
        var indicator = IndicatorState.hidden
        /// The presentation of the last load.
        var plan: ImagePresentation?
        /// `true` after a load that failed.
        var hasFailed = false {
            didSet { if !hasFailed { failedEnd = nil } }
        }
        /// The handler of the load that failed, called again by the load that repeats it.
        var failedEnd: ImageViewLoader.End?

        /// The URL of the last load, nil for a file or bytes.
        var url: String?

        init(_ slot: ImageSlot) {
            self.slot = slot
            contentFit = slot == .background ? GTK_CONTENT_FIT_COVER : GTK_CONTENT_FIT_CONTAIN
        }

        /// `true` if the frame clock has to move something.
        var moves: Bool { paintable.isInTransition || player?.isPlaying == true }

        /// The URL of an animation of which not all frames have arrived.
        private var arriving: String? {
            content.picture?.frames?.isComplete == false ? url : nil
        }

        /// Releases the texture; ``SlotLayer/content`` stays.
        func dropTexture() {
            if let player, let frame = player.shownFrame {
                position = AnimationPosition(
                    handle: content.picture?.handle, arriving: arriving, frame: frame,
                    isPlaying: player.isPlaying)
            }
            player = nil
            paintable.show(nil)
        }
    }

    /// The position at which an animation continues when its picture is back.
    struct AnimationPosition {
        weak var handle: DecodedImage.Handle?
        /// The URL of an animation that was still arriving, whose next picture has another handle.
        var arriving: String?
        var frame: Int
        var isPlaying: Bool

        /// Returns `true` if a picture of a URL is the same animation.
        func isOf(_ picture: DecodedImage, _ url: String?) -> Bool {
            handle === picture.handle || arriving != nil && arriving == url
        }
    }

#endif
