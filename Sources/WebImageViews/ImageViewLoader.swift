import WebImageCaching
import WebImageLoading
public import WebImagePipeline
public import WebImagePixels

/// Loads pictures into a view: the driver of ``ImageViewState``.
///
/// A view owns one, and is itself only borrowed: when the last reference to the loader goes, its
/// loads are cancelled and nobody is told of them any more. It has no isolation of its own. It belongs
/// to the actor that calls it, which is the toolkit's, and calls the view and its callers there, never
/// while one of its own functions is being decided.
///
/// What memory has is shown before ``load(_:in:as:onEnd:on:)`` returns, so that a view whose picture is
/// there never flashes.
public final class ImageViewLoader {
    /// How a load ended: exactly once, `cancelled` where another one took its place.
    public typealias End = (Result<ImageResponse, ImageError>) -> Void

    /// What loads the pictures; another one is used from the next load on.
    public var pipeline: ImagePipeline
    private weak var display: (any ImageDisplay)?
    private let clock: any Clock<Duration>
    private var entries: [ImageSlot: LoaderEntry] = [:]
    private var actions: [(slot: ImageSlot, action: ViewAction)] = []
    private var isActing = false
    private var viewSize: PixelSize?
    private var isVisible = true

    /// A loader for a view.
    ///
    /// - Parameter clock: What delays are measured with.
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

    /// Loads a picture into a slot, in the place of what was loaded into it.
    ///
    /// - Parameters:
    ///   - request: What is loaded, nil for nothing: the placeholder is shown.
    ///   - presentation: How that looks.
    ///   - onEnd: Told how the load ended, in the caller's isolation; that of a former load is told
    ///     before. It is kept until then, so it should hold the view weakly.
    public func load(
        _ request: ImageRequest?, in slot: ImageSlot = .image,
        as presentation: ImagePresentation = ImagePresentation(), onEnd: End? = nil,
        on actor: isolated any Actor = #isolation
    ) {
        var plan = presentation
        if request?.targetSize != nil { plan.followsViewSize = false }
        var entry = entries[slot] ?? newEntry()
        let subject = request.map { PictureSubject($0, in: pipeline) }
        let (load, begun) = entry.state.begin(plan, subject: subject)
        entry.request = request
        entry.pipeline = pipeline
        entry.ends[load] = onEnd
        entries[slot] = entry
        act(begun, in: slot, on: actor)
    }

    /// Stops loading into a slot; what it shows stays.
    public func cancel(_ slot: ImageSlot = .image, on actor: isolated any Actor = #isolation) {
        change(slot, on: actor) { $0.cancel() }
    }

    /// Stops loading and shows nothing in any slot: before a view is used for something else.
    public func clear(on actor: isolated any Actor = #isolation) {
        changeAll(on: actor) { $0.clear() }
    }

    /// Tells the size of the view in pixels of the screen.
    public func viewResized(to size: PixelSize, on actor: isolated any Actor = #isolation) {
        viewSize = size
        changeAll(on: actor) { $0.resized(to: size) }
    }

    /// Tells that the view can be seen.
    public func viewAppeared(on actor: isolated any Actor = #isolation) {
        isVisible = true
        changeAll(on: actor) { $0.appeared() }
    }

    /// Tells that the view cannot be seen: its loads wait until it can.
    ///
    /// - Parameter droppingPictures: Whether its pictures are let go; they come back from memory.
    public func viewDisappeared(
        droppingPictures: Bool = false, on actor: isolated any Actor = #isolation
    ) {
        isVisible = false
        changeAll(on: actor) { $0.disappeared(dropsPicture: droppingPictures) }
    }

    /// What is loaded, or was last, into a slot; known as soon as that begins.
    public func request(in slot: ImageSlot = .image) -> ImageRequest? { entries[slot]?.request }

    /// What a slot shows.
    public func shown(in slot: ImageSlot = .image) -> SlotContent {
        entries[slot]?.state.shown ?? .nothing
    }

    /// Whether somebody waits for a slot's picture.
    public func isLoading(_ slot: ImageSlot = .image) -> Bool {
        entries[slot]?.state.isLoading ?? false
    }

    /// How much of a slot's picture has arrived, 1 when it is there; nil when nobody knows.
    public func fraction(in slot: ImageSlot = .image) -> Double? { entries[slot]?.state.fraction }

    /// The tasks under way, for tests of what remains.
    package var taskCount: Int { entries.values.reduce(0) { $0 + $1.taskCount } }

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

    /// Does what a state wants, in order: what callers cause meanwhile comes behind it.
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
        case .indicate(let indicator): display?.show(indicator, in: slot)
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
        entries[slot]?.attempted = request
        let answer: MemoryAnswer
        if let hit = entry.pipeline.imageInMemory(completed: request) {
            answer = .hit(hit)
        } else if let found = entry.pipeline.imageForTheMeantime(completed: request) {
            answer = .meanwhile(found)
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
            // One that was replaced while it woke up has nothing to tell.
            if Task.isCancelled { return }
            self?.entries[slot]?.timers[timer] = nil
            self?.change(slot, on: actor) { $0.fired(timer, of: load) }
        }
        entries[slot]?.timers[timer] = (load, task)
    }
}
