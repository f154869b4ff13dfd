public import WebImageLoading
public import WebImagePipeline
public import WebImagePixels

/// What one slot of a view shows, and what is done for it: empty → placeholder → preview → image or
/// failure.
///
/// A pure state machine: each method takes an event and returns what is to be done.
/// ``ImageViewLoader`` drives it; nothing here knows of tasks, clocks or toolkits. Whatever the order
/// of events:
/// * no picture of an older load takes the place of a newer one's,
/// * no placeholder takes the place of a picture of its own load,
/// * a load ends exactly once, an attempt is never heard of after it was cancelled.
public struct ImageViewState: Sendable {
    var contents = ViewContents()
    var current: ViewLoad?
    /// Former loads that go on, by attempt.
    var kept: [UInt64: ViewLoad] = [:]
    /// The newest load that had a picture.
    var pictured: UInt64 = 0
    private var lastNumber: UInt64 = 0

    /// What the indicator shows.
    public internal(set) var indicator = IndicatorState.hidden
    /// The size of the view, nil while it has none.
    public internal(set) var viewSize: PixelSize?
    /// Whether the view can be seen; if not, nothing is loaded.
    public internal(set) var isVisible = true

    /// An empty slot.
    public init() {}

    /// What is shown.
    public var shown: SlotContent { contents.shown }
    /// Whether whoever asked for the current load waits for its end.
    public var isLoading: Bool { current.map { !$0.hasEnded } ?? false }
    /// How much of the current load has arrived, 1 when it is there; nil for nothing and when nobody
    /// knows.
    public var fraction: Double? { current?.fraction }

    /// Begins a load in the place of the former one.
    ///
    /// - Parameter subject: What is to be loaded, nil for nothing: then the placeholder is shown and
    ///   the load has failed.
    /// - Returns: The load's number, and what is to be done.
    public mutating func begin(
        _ plan: ImagePresentation, subject: PictureSubject?
    ) -> (load: UInt64, actions: [ViewAction]) {
        var actions = superseded(by: plan)
        let load = ViewLoad(id: nextNumber(), plan: plan, subject: subject)
        current = load
        if plan.indicatorDelay.map({ $0 > .zero }) ?? true { actions += hideIndicator() }
        guard subject != nil else {
            actions += set(plan.placeholder.map { .placeholder($0) } ?? .nothing) + hideIndicator()
            actions += ended(.failure(.request("there is nothing to load")))
            return (load.id, actions)
        }
        return (load.id, actions + attempted())
    }

    /// Takes in what memory has, after ``ViewAction/lookUp(attempt:size:)``.
    public mutating func looked(for attempt: UInt64, _ answer: MemoryAnswer) -> [ViewAction] {
        guard current?.attempt == attempt else { return [] }
        switch answer {
        case .hit(let response): return finished(attempt, .success(response))
        case .miss: return awaited() + [.start(attempt: attempt)]
        case .meanwhile(let response):
            return arrived(response) + awaited() + [.start(attempt: attempt)]
        }
    }

    /// Bytes have arrived.
    public mutating func progressed(_ attempt: UInt64, _ progress: LoadProgress) -> [ViewAction] {
        guard current?.attempt == attempt, let fraction = progress.fraction else { return [] }
        let known = max(fraction, current?.fraction ?? 0)
        current?.fraction = known
        return indicator == .hidden ? [] : indicate(.fraction(known))
    }

    /// A preview was made; it never takes the place of a whole picture that stays meanwhile.
    public mutating func previewed(_ attempt: UInt64, _ image: DecodedImage) -> [ViewAction] {
        guard let current, current.attempt == attempt, current.plan.setsPicture,
            !(contents.isImage && staysMeanwhile(current))
        else { return [] }
        pictured = max(pictured, current.id)
        return set(.preview(image))
    }

    /// The cache has a picture while the origin is asked anew.
    public mutating func cached(_ attempt: UInt64, _ response: ImageResponse) -> [ViewAction] {
        current?.attempt == attempt ? arrived(response) : []
    }

    /// An attempt has ended.
    public mutating func finished(
        _ attempt: UInt64, _ result: Result<ImageResponse, ImageError>
    ) -> [ViewAction] {
        if let former = kept.removeValue(forKey: attempt) { return outlived(former, result) }
        guard current?.attempt == attempt else { return [] }
        current?.attempt = nil
        let actions = hideIndicator()
        switch result {
        case .success(let response):
            current?.fraction = 1
            return actions + arrived(response, ending: result)
        case .failure:
            return actions + (current?.hasEnded == true ? [] : failed()) + ended(result)
        }
    }

    /// Stops loading; what is shown stays.
    public mutating func cancel() -> [ViewAction] {
        let actions = abandonedKept() + abandoned() + hideIndicator()
        current?.isWaiting = false
        return actions
    }

    /// Stops loading and shows nothing: the view is used for something else.
    public mutating func clear() -> [ViewAction] {
        let actions = cancel()
        current = nil
        return actions + emptied()
    }

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}
