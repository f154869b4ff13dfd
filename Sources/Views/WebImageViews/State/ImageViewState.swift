public import WebImageLoading
public import WebImagePipeline
public import WebImagePixels

/// The state of one slot of a view and its load: empty → placeholder → preview → image or failure.
///
/// A pure state machine: each method takes an event and returns the actions to perform.
/// ``ImageViewLoader`` drives it; the state has no tasks, clocks or toolkits. In any order of
/// events:
/// * no picture of an older load replaces one of a newer load,
/// * no placeholder replaces its own load's picture,
/// * a load ends exactly once, and a cancelled attempt has no further effect,
/// * a picture that was dropped is loaded again like one that was never loaded.
public struct ImageViewState: Sendable {
    var contents = ViewContents()
    var current: ViewLoad?
    /// The former loads that continue, by attempt.
    var kept: [UInt64: ViewLoad] = [:]
    /// The number of the newest load that had a picture.
    var pictured: UInt64 = 0
    private var lastNumber: UInt64 = 0

    /// The state of the indicator.
    public internal(set) var indicator = IndicatorState.hidden
    /// The size of the view in pixels, nil while it has none.
    public internal(set) var viewSize: PixelSize?
    /// `true` if the view is visible; otherwise nothing is loaded.
    public internal(set) var isVisible = true

    /// Creates an empty slot.
    public init() {}

    /// The error of the current load, unless that is being repeated.
    private(set) var failure: ImageError?
    /// `true` if the current load has failed, and is not being repeated.
    package var isFailed: Bool { failure != nil }

    /// The content of the slot.
    public var shown: SlotContent { contents.shown }
    /// `true` if the current load has not reported its end, or loads a dropped picture again.
    public var isLoading: Bool {
        current.map { !$0.hasEnded || $0.isOpen && $0.isUnderWay } ?? false
    }
    /// The state of the slot, for observers.
    public var slotState: SlotState {
        if let failure { return .failed(failure) }
        guard let current else { return .empty }
        if !current.hasEnded || current.isOpen { return .loading }
        return current.hasPicture || contents.isImage ? .shown : .empty
    }
    /// The received fraction of the current load, 1 at the end; nil without a load or if unknown.
    public var fraction: Double? { current?.fraction }

    /// Begins a load and replaces the former one.
    ///
    /// - Parameters:
    ///   - plan: The presentation of the load.
    ///   - subject: The subject of the image, nil for none: then the placeholder is shown and the
    ///     load fails.
    /// - Returns: The load's number, and the actions to perform.
    public mutating func begin(
        _ plan: ImagePresentation, subject: PictureSubject?
    ) -> (load: UInt64, actions: [ViewAction]) {
        var actions = superseded(by: plan) + failed(nil)
        let load = ViewLoad(id: nextNumber(), plan: plan, subject: subject)
        current = load
        if plan.indicatorDelay.map({ $0 > .zero }) ?? true { actions += hideIndicator() }
        guard subject != nil else {
            actions += set(plan.placeholder.map { .placeholder($0) } ?? .nothing) + hideIndicator()
            let error = ImageError.request("no request was given")
            actions += failed(error) + ended(.failure(error))
            return (load.id, actions)
        }
        return (load.id, actions + attempted())
    }

    /// Takes the result of ``ViewAction/lookUp(attempt:size:)``.
    ///
    /// - Parameters:
    ///   - attempt: The number in the action.
    ///   - answer: The result of the look-up in memory.
    /// - Returns: The actions to perform, in order.
    public mutating func looked(for attempt: UInt64, _ answer: MemoryAnswer) -> [ViewAction] {
        guard current?.attempt == attempt else { return [] }
        switch answer {
        case .hit(let response): return finished(attempt, .success(response))
        case .miss: return awaited() + [.start(attempt: attempt)]
        case .meanwhile(let response):
            return arrived(response) + awaited() + [.start(attempt: attempt)]
                + updated(cached: response)
        }
    }

    /// Takes the progress of an attempt.
    public mutating func progressed(_ attempt: UInt64, _ progress: LoadProgress) -> [ViewAction] {
        guard current?.attempt == attempt else { return [] }
        let update = updated(.progress(progress))
        guard let fraction = progress.fraction else { return update }
        let known = max(fraction, current?.fraction ?? 0)
        current?.fraction = known
        return (indicator == .hidden ? [] : indicate(.fraction(known))) + update
    }

    /// Shows a preview, unless a complete image stays during loading, and hands it to the caller.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that delivered it.
    ///   - image: The preview.
    /// - Returns: The actions to perform, in order.
    public mutating func previewed(_ attempt: UInt64, _ image: DecodedImage) -> [ViewAction] {
        guard let current, current.attempt == attempt else { return [] }
        let update = updated(.preview(image))
        guard current.plan.setsPicture, !(contents.isImage && staysMeanwhile(current)) else {
            return update
        }
        // A load that began again has fewer frames at first.
        if contents.load == current.id, let known = contents.arrivedFrameCount,
            image.frames?.count ?? 0 < known
        {
            return update
        }
        pictured = max(pictured, current.id)
        return set(.preview(image)) + update
    }

    /// Shows a cached image while the origin is asked.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that delivered it.
    ///   - response: The cached image.
    /// - Returns: The actions to perform, in order.
    public mutating func cached(_ attempt: UInt64, _ response: ImageResponse) -> [ViewAction] {
        guard current?.attempt == attempt else { return [] }
        return arrived(response) + (isAwaited ? [] : hideIndicator()) + updated(cached: response)
    }

    /// Takes the result of an attempt.
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
            current?.hasPicture = true
            return actions + arrived(response, ending: result)
        case .failure(let error):
            // A larger picture that fails leaves the smaller one.
            guard current?.isOpen == true else { return actions }
            var report = showFailure()
            if case .cancelled = error {} else { report += failed(error) }
            return actions + report + ended(result)
        }
    }

    /// Cancels the load; the content stays.
    public mutating func cancel() -> [ViewAction] {
        let actions = abandonedKept() + abandoned() + hideIndicator()
        current?.isWaiting = false
        return actions
    }

    /// Cancels the load and empties the slot, before the view is reused.
    public mutating func clear() -> [ViewAction] {
        let actions = cancel() + failed(nil)
        current = nil
        return actions + emptied()
    }

    /// Reports a failure, or nil for its end; returns no action if it is known.
    mutating func failed(_ error: ImageError?) -> [ViewAction] {
        defer { failure = error }
        return (error != nil) == isFailed ? [] : [.fail(error != nil)]
    }

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}
