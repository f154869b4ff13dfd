import WebImageCaching
import WebImageLoading
public import WebImagePipeline
public import WebImagePixels

/// Loads pictures into a view: the driver of ``ImageViewState``.
///
/// The view owns the loader, which refers to the view weakly. When the last reference to the loader
/// is released, its loads are cancelled and no handler is called any more. The loader has no
/// isolation: it belongs to the actor that calls it, the toolkit's. There it calls the
/// view and its callers, never during a state change.
///
/// A picture in memory is shown before ``load(_:in:as:placeholder:onEnd:onUpdate:on:)`` returns, so
/// such a view never flashes. A request whose cache policy neither the caller nor the pipeline's
/// defaults set is loaded with `CachePolicy.cachedFirst`: a stale picture is shown at once, and the
/// load ends when the origin has confirmed or replaced it, or has failed.
public final class ImageViewLoader {
    /// The handler of a load's result, called exactly once; `cancelled` for a replaced load.
    public typealias End = (Result<ImageResponse, ImageError>) -> Void
    /// The handler of a load's progress and previews, and of a cached picture while the origin is
    /// asked.
    ///
    /// `finished` is left to ``End``.
    public typealias Update = (ImageUpdate) -> Void

    /// The pipeline of the next loads.
    public var pipeline: ImagePipeline
    /// Called on the loader's actor with the new state of a slot, after the view was called and the
    /// handlers of loads.
    ///
    /// States that a call passes through are left out: a picture in memory is reported as `shown`.
    /// The loader retains the handler, so it should refer to the view weakly. It may call the
    /// loader.
    public var onStateChange: ((SlotState, ImageSlot) -> Void)?

    weak var display: (any ImageDisplay)?
    let clock: any Clock<Duration>
    /// The time that limits updates: of the machine, since the clock of delays may stand still.
    let elapsed = ContinuousClock().timing().elapsed
    var entries: [ImageSlot: LoaderEntry] = [:]
    var observers: [ImageSlot: [AsyncStream<SlotState>.Continuation]] = [:]
    var actions: [(slot: ImageSlot, action: ViewAction)] = []
    var isActing = false
    private var viewSize: PixelSize?
    private var isVisible = true

    /// Creates a loader for a view.
    ///
    /// - Parameters:
    ///   - display: The view, which is referred to weakly.
    ///   - pipeline: The pipeline of the loads.
    ///   - clock: The clock of delays.
    public init(
        for display: any ImageDisplay, pipeline: ImagePipeline,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.display = display
        self.pipeline = pipeline
        self.clock = clock
    }

    deinit {
        for entry in entries.values { entry.stop() }
        for observer in observers.values.joined() { observer.finish() }
    }

    /// Loads a picture into a slot and replaces the slot's former load.
    ///
    /// - Parameters:
    ///   - request: The request, nil for none: the placeholder is shown.
    ///   - slot: The slot of the view.
    ///   - presentation: The presentation of the load.
    ///   - placeholder: The picture until the load has one; nil for the presentation's.
    ///   - onEnd: Called with the result on the caller's actor, after the handler of a former load.
    ///     It is retained until then, so it should refer to the view weakly.
    ///   - onUpdate: Called on the caller's actor with progress, with the previews that the request
    ///     asks for (`previews`), also without ``ImagePresentation/setsPicture``, and with a cached
    ///     picture while the origin is asked: less than 30 times in any second, the latest of each
    ///     kind, and the last before `onEnd`. Not called any more once the load was cancelled or
    ///     replaced, or the view released. It is retained like `onEnd`, and may call the loader.
    ///   - actor: The actor of the view, by default the caller's.
    public func load(
        _ request: ImageRequest?, in slot: ImageSlot = .image,
        as presentation: ImagePresentation = ImagePresentation(),
        placeholder: DecodedImage? = nil, onEnd: End? = nil, onUpdate: Update? = nil,
        on actor: isolated any Actor = #isolation
    ) {
        var plan = presentation
        if let placeholder { plan.placeholder = placeholder }
        if request?.targetSizing != nil { plan.followsViewSize = false }
        var entry = entries[slot] ?? newEntry()
        let subject = request.map { PictureSubject($0, in: pipeline) }
        let (load, begun) = entry.state.begin(plan, subject: subject)
        entry.request = request
        entry.pipeline = pipeline
        entry.ends[load] = onEnd
        entry.updates[load] = onUpdate
        entry.restartPacing()
        entries[slot] = entry
        act(begun, in: slot, on: actor)
    }

    /// Sets the fit of a slot's request; a load in the size of the view begins anew if needed.
    ///
    /// - Parameters:
    ///   - fit: The rule that adapts the picture to the view.
    ///   - slot: The slot of the view.
    ///   - actor: The actor of the view, by default the caller's.
    package func setTargetFit(
        _ fit: Fit, of slot: ImageSlot = .image, on actor: isolated any Actor = #isolation
    ) {
        guard let former = entries[slot]?.request, former.targetFit != fit else { return }
        entries[slot]?.request?.targetFit = fit
        change(slot, on: actor) { $0.refitted() }
    }

    /// Cancels the load of a slot; its image stays.
    ///
    /// - Parameters:
    ///   - slot: The slot of the view.
    ///   - actor: The actor of the view, by default the caller's.
    public func cancel(_ slot: ImageSlot = .image, on actor: isolated any Actor = #isolation) {
        change(slot, on: actor) { $0.cancel() }
    }

    /// Cancels all loads and empties all slots, before the view is reused.
    ///
    /// - Parameter actor: The actor of the view, by default the caller's.
    public func clear(on actor: isolated any Actor = #isolation) {
        changeAll(on: actor) { $0.clear() }
    }

    /// Reports the size of the view.
    ///
    /// - Parameters:
    ///   - size: The width and height in pixels of the screen.
    ///   - actor: The actor of the view, by default the caller's.
    public func viewResized(to size: PixelSize, on actor: isolated any Actor = #isolation) {
        viewSize = size
        changeAll(on: actor) { $0.resized(to: size) }
    }

    /// Reports that the view is visible.
    ///
    /// - Parameter actor: The actor of the view, by default the caller's.
    public func viewAppeared(on actor: isolated any Actor = #isolation) {
        isVisible = true
        changeAll(on: actor) { $0.appeared() }
    }

    /// Reports that the view is invisible: its loads wait until it is visible.
    ///
    /// - Parameters:
    ///   - droppingPictures: `true` releases its images, to be fetched from memory later.
    ///   - actor: The actor of the view, by default the caller's.
    public func viewDisappeared(
        droppingPictures: Bool = false, on actor: isolated any Actor = #isolation
    ) {
        isVisible = false
        changeAll(on: actor) { $0.disappeared(dropsPicture: droppingPictures) }
    }

    /// Suspends a slot until ``viewAppeared(on:)``: its load stops, and its next loads wait.
    ///
    /// A view that is bound to another picture before its layout suspends its slot, since the
    /// layout may put it out of sight.
    ///
    /// - Parameters:
    ///   - slot: The slot of the view.
    ///   - actor: The actor of the view, by default the caller's.
    public func suspend(_ slot: ImageSlot = .image, on actor: isolated any Actor = #isolation) {
        if entries[slot] == nil { entries[slot] = newEntry() }
        change(slot, on: actor) { $0.disappeared(dropsPicture: false) }
    }

    private func newEntry() -> LoaderEntry {
        var entry = LoaderEntry(pipeline: pipeline)
        if let viewSize { _ = entry.state.resized(to: viewSize) }
        if !isVisible { _ = entry.state.disappeared(dropsPicture: false) }
        return entry
    }
}
