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
/// A picture in memory is shown before ``load(_:in:as:onEnd:on:)`` returns, so such a view never
/// flashes. A request whose cache policy neither the caller nor the pipeline's defaults set is
/// loaded with `CachePolicy.cachedFirst`: a stale picture is shown at once, and the load ends when
/// the origin has confirmed or replaced it, or has failed.
public final class ImageViewLoader {
    /// The handler of a load's result, called exactly once; `cancelled` for a replaced load.
    public typealias End = (Result<ImageResponse, ImageError>) -> Void

    /// The pipeline of the next loads.
    public var pipeline: ImagePipeline
    private weak var display: (any ImageDisplay)?
    private let clock: any Clock<Duration>
    private(set) var entries: [ImageSlot: LoaderEntry] = [:]
    private var actions: [(slot: ImageSlot, action: ViewAction)] = []
    private var isActing = false
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
    }

    /// Loads a picture into a slot and replaces the slot's former load.
    ///
    /// - Parameters:
    ///   - request: The request, nil for none: the placeholder is shown.
    ///   - slot: The slot of the view.
    ///   - presentation: The presentation of the load.
    ///   - onEnd: Called with the result on the caller's actor, after the handler of a former load.
    ///     It is retained until then, so it should refer to the view weakly.
    ///   - actor: The actor of the view, by default the caller's.
    public func load(
        _ request: ImageRequest?, in slot: ImageSlot = .image,
        as presentation: ImagePresentation = ImagePresentation(), onEnd: End? = nil,
        on actor: isolated any Actor = #isolation
    ) {
        var plan = presentation
        if request?.targetSizing != nil { plan.followsViewSize = false }
        var entry = entries[slot] ?? newEntry()
        let subject = request.map { PictureSubject($0, in: pipeline) }
        let (load, begun) = entry.state.begin(plan, subject: subject)
        entry.request = request
        entry.pipeline = pipeline
        entry.ends[load] = onEnd
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

    private func changeAll(
        on actor: isolated any Actor, _ body: (inout ImageViewState) -> [ViewAction]
    ) {
        for slot in entries.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            change(slot, on: actor, body)
        }
    }

    private func change(
        _ slot: ImageSlot, on actor: isolated any Actor,
        _ body: (inout ImageViewState) -> [ViewAction]
    ) {
        guard var state = entries[slot]?.state else { return }
        let todo = body(&state)
        entries[slot]?.state = state
        act(todo, in: slot, on: actor)
    }

    /// Performs actions of a state in order; actions that callers cause meanwhile follow.
    private func act(
        _ newer: [ViewAction], in slot: ImageSlot, on actor: isolated any Actor
    ) {
        actions += newer.map { (slot, $0) }
        guard !isActing else { return }
        isActing = true
        var next = 0
        while next < actions.count {
            let (slot, action) = actions[next]
            next += 1
            perform(action, in: slot, on: actor)
        }
        actions = []
        isActing = false
    }

    private func perform(
        _ action: ViewAction, in slot: ImageSlot, on actor: isolated any Actor
    ) {
        switch action {
        case .lookUp(let attempt, let size): lookUp(attempt, size, in: slot, on: actor)
        case .start(let attempt): start(attempt, in: slot, on: actor)
        case .cancel(let attempt):
            entries[slot]?.attempts.removeValue(forKey: attempt)?.cancel()
        case .show(let picture, let transition):
            display?.show(picture, in: slot, transition: transition)
        case .extend(let picture): display?.extend(picture, in: slot)
        case .indicate(let indicator): display?.show(indicator, in: slot)
        case .fail(let isFailed): display?.show(isFailed: isFailed, in: slot)
        case .wake(let timer, let load, let delay):
            wake(timer, load, after: delay, in: slot, on: actor)
        case .end(let load, let result):
            entries[slot]?.stopTimers(of: load)
            entries[slot]?.ends.removeValue(forKey: load)?(result)
        }
    }

    private func lookUp(
        _ attempt: UInt64, _ size: PixelSize?, in slot: ImageSlot, on actor: isolated any Actor
    ) {
        guard let entry = entries[slot], var request = entry.request else { return }
        if let size { request.targetSize = size }
        request = entry.pipeline.completed(request)
        if !request.options.sets(ImageOptions.Policy.self) { request.cachePolicy = .cachedFirst }
        entries[slot]?.attempted = request
        let answer: MemoryAnswer
        if let found = entry.pipeline.imageForTheMeantime(completed: request) {
            answer = .meanwhile(found)
        } else if let hit = entry.pipeline.imageInMemory(completed: request) {
            answer = .hit(hit)
        } else {
            answer = .miss
        }
        change(slot, on: actor) { $0.looked(for: attempt, answer) }
    }

    private func start(
        _ attempt: UInt64, in slot: ImageSlot, on actor: isolated any Actor
    ) {
        guard let entry = entries[slot], let request = entry.attempted else { return }
        let updates = entry.pipeline.updates(completed: request)
        entries[slot]?.attempts[attempt] = Task { [weak self] in
            _ = actor
            var result = Result<ImageResponse, ImageError>.failure(.cancelled)
            for await update in updates {
                if case .finished(let last) = update { result = last }
                self?.received(update, of: attempt, in: slot, on: actor)
            }
            self?.finished(attempt, result, in: slot, on: actor)
        }
    }

    private func received(
        _ update: ImageUpdate, of attempt: UInt64, in slot: ImageSlot,
        on actor: isolated any Actor
    ) {
        guard display != nil else { return cancel(slot, on: actor) }
        change(slot, on: actor) { state in
            switch update {
            case .progress(let progress): state.progressed(attempt, progress)
            case .preview(let image): state.previewed(attempt, image)
            case .cached(let response): state.cached(attempt, response)
            default: []
            }
        }
    }

    private func finished(
        _ attempt: UInt64, _ result: Result<ImageResponse, ImageError>, in slot: ImageSlot,
        on actor: isolated any Actor
    ) {
        entries[slot]?.attempts[attempt] = nil
        change(slot, on: actor) { $0.finished(attempt, result) }
    }

    private func wake(
        _ timer: ViewTimer, _ load: UInt64, after delay: Duration, in slot: ImageSlot,
        on actor: isolated any Actor
    ) {
        entries[slot]?.timers[timer]?.task.cancel()
        let task = Task { [weak self, clock] in
            _ = actor
            do { try await clock.sleep(for: delay) } catch { return }
            // A replaced timer that wakes up at this moment does nothing.
            if Task.isCancelled { return }
            self?.entries[slot]?.timers[timer] = nil
            self?.change(slot, on: actor) { $0.fired(timer, of: load) }
        }
        entries[slot]?.timers[timer] = (load, task)
    }
}
