#if HTTP && PNG
    import WebImage
    import WebImageViews

    /// A view of an imaginary toolkit: the content of each slot, and the log of all changes.
    @MainActor final class SceneView: @MainActor ImageDisplay {
        private(set) var pictures: [ImageSlot: SlotContent] = [:]
        private(set) var indicators: [IndicatorState] = []
        private(set) var transitions: [ImageTransition] = []
        private(set) var log: [String] = []

        func show(_ picture: SlotContent, in slot: ImageSlot, transition: ImageTransition?) {
            pictures[slot] = picture
            if let transition { transitions.append(transition) }
            log.append("\(slot.rawValue):\(Self.name(picture))")
        }

        func show(_ indicator: IndicatorState, in slot: ImageSlot) {
            indicators.append(indicator)
        }

        /// Returns a loader for this view.
        func loader(_ pipeline: ImagePipeline) -> ImageViewLoader {
            ImageViewLoader(for: self, pipeline: pipeline)
        }

        private static func name(_ picture: SlotContent) -> String {
            switch picture {
            case .nothing: "nothing"
            case .placeholder: "placeholder"
            case .preview: "preview"
            case .image: "image"
            case .failure: "failure"
            }
        }
    }

    /// Waits in the caller's isolation until a condition holds; see `eventually`.
    func until(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<30_000 {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return condition()
    }

    extension DecodedImage {
        /// Returns a single-coloured picture for a placeholder.
        static func plain() -> DecodedImage {
            DecodedImage(poster: Bitmap(size: PixelSize(width: 2, height: 2)))
        }
    }
#endif
