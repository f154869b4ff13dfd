import WebImage
import WebImageViews

/// A view for one picture, which may be animated.
///
/// `draw` and `spin` stand for functions of a toolkit.
@MainActor final class PictureView: @MainActor ImageDisplay {
    private let pipeline: ImagePipeline
    private let draw: (Bitmap?) -> Void
    private let spin: (Bool) -> Void
    private lazy var loader = ImageViewLoader(for: self, pipeline: pipeline)
    private var player: AnimationPlayer?

    init(
        _ pipeline: ImagePipeline = .standard, draw: @escaping (Bitmap?) -> Void,
        spin: @escaping (Bool) -> Void = { _ in }
    ) {
        self.pipeline = pipeline
        self.draw = draw
        self.spin = spin
    }

    // Called by the program.

    func load(_ source: some ImageRequestConvertible, placeholder: DecodedImage? = nil) {
        var presentation = ImagePresentation(
            placeholder: placeholder, indicatorDelay: .milliseconds(300))
        presentation.followsViewSize = true
        loader.load(ImageRequest(source), as: presentation)
    }

    // Called by the toolkit.

    func resized(width: Int, height: Int) {
        loader.viewResized(to: PixelSize(width: width, height: height))
    }

    func mapped() {
        loader.viewAppeared()
        player?.setVisible(true)
    }

    func unmapped() {
        loader.viewDisappeared(droppingPictures: true)
        player?.setVisible(false)
    }

    func prepareForReuse() { loader.clear() }

    // Called by the loader.

    func show(_ picture: SlotContent, in slot: ImageSlot, transition: ImageTransition?) {
        draw(picture.picture?.poster)
        player = picture.picture.flatMap { AnimationPlayer($0, from: pipeline) }
        player?.onFrame = { [draw] _, bitmap in draw(bitmap) }
        player?.play()
    }

    func extend(_ picture: SlotContent, in slot: ImageSlot) {
        let isExtended = picture.picture.map { player?.extend(to: $0) == true } ?? false
        if !isExtended { show(picture, in: slot, transition: nil) }
    }

    func show(_ indicator: IndicatorState, in slot: ImageSlot) { spin(indicator != .hidden) }
}
