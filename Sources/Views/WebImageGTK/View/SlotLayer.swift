#if GTK

    import CGTK4
    import WebImageLoading
    import WebImagePipeline
    import WebImagePixels
    import WebImageViews

    /// One slot of a view: its content, its paintable, and the player of an animation.
    @GTKActor final class SlotLayer {
        let slot: ImageSlot
        let paintable = ImagePaintable()
        /// The placement of the pictures.
        var contentFit: GtkContentFit
        var content = SlotContent.nothing
        var player: AnimationPlayer?
        /// `true` after a frame of the player was shown.
        var hasMoved = false
        /// The position of an animation whose picture was dropped.
        var position: AnimationPosition?
        var indicator = IndicatorState.hidden
        /// The last request, as it was given.
        private(set) var request: ImageRequest?
        /// The presentation of the last load.
        private(set) var plan: ImagePresentation?
        /// The number of loads so far.
        private(set) var loadCount = 0
        /// `true` if the slot was cleared after its last load.
        var isEmptied = false
        /// `true` after a load that failed.
        var hasFailed = false
        /// The handler of the current load's updates, until its end.
        var onUpdate: ImageViewLoader.Update?
        /// The handlers of the load that failed, called again by the load that repeats it.
        var failedHandlers: LoadHandlers?
        /// The state that the program knows.
        var reported = SlotState.empty

        init(_ slot: ImageSlot) {
            self.slot = slot
            contentFit = slot == .background ? GTK_CONTENT_FIT_COVER : GTK_CONTENT_FIT_CONTAIN
        }

        /// Takes the request of a load and returns it with the fit of the placement.
        func begin(_ request: ImageRequest, as plan: ImagePresentation) -> ImageRequest {
            (self.request, self.plan) = (request, plan)
            (failedHandlers, isEmptied) = (nil, false)
            loadCount += 1
            guard let fit = targetFit else { return request }
            var fitted = request
            fitted.targetFit = fit
            return fitted
        }

        /// The fit of a picture in the size of the view, so that it has the pixels that are drawn;
        /// nil for the request's own.
        ///
        /// Only a stretched picture has all pixels that `fill` draws, which would crop it
        /// otherwise.
        var targetFit: Fit? {
            guard let request, plan?.followsViewSize == true,
                !request.options.sets(ImageOptions.TargetFit.self)
            else { return nil }
            switch contentFit {
            case GTK_CONTENT_FIT_COVER: return .fill
            case GTK_CONTENT_FIT_FILL: return .stretch
            default: return .fit
            }
        }

        /// The size of the picture in points, with its aspect ratio.
        ///
        /// For a picture that was loaded stretched it follows from the file.
        var pictureSize: (width: Double, height: Double) {
            let size = paintable.content.size
            guard targetFit == .stretch, request?.transforms.isEmpty == true,
                let file = content.picture?.metadata.size, !file.isEmpty
            else { return size }
            let scale = min(size.width / Double(file.width), size.height / Double(file.height))
            return (Double(file.width) * scale, Double(file.height) * scale)
        }

        /// The URL of the last load, nil for a file or bytes.
        private var url: String? {
            if case .url(let url)? = request?.source { url } else { nil }
        }

        /// Returns `true` if a former position is one of the content.
        func continues(_ former: AnimationPosition) -> Bool {
            content.picture.map { former.isOf($0, url) } ?? false
        }

        /// `true` if there is nothing to show for a load, which has no placeholder.
        var isUncovered: Bool {
            guard request != nil, !isEmptied, let plan else { return false }
            return plan.setsPicture && plan.placeholder == nil && paintable.content.uncovered > 0
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

    /// The handlers of a load, as they were given.
    struct LoadHandlers {
        var onEnd: ImageViewLoader.End?
        var onUpdate: ImageViewLoader.Update?

        init(_ onEnd: ImageViewLoader.End?, _ onUpdate: ImageViewLoader.Update?) {
            self.onEnd = onEnd
            self.onUpdate = onUpdate
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
