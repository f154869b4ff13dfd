import WebImagePipeline
import WebImagePixels

extension ImageViewState {
    /// Sets the content for the current load; returns no action if it is unchanged.
    mutating func set(
        _ picture: SlotContent, transition: ImageTransition? = nil
    ) -> [ViewAction] {
        set(picture, of: current, transition: transition)
    }

    private mutating func set(
        _ picture: SlotContent, of load: ViewLoad?, transition: ImageTransition?
    ) -> [ViewAction] {
        let former = contents
        contents = ViewContents(shown: picture, load: load?.id ?? 0, subject: load?.subject)
        guard former.shown != picture else { return [] }
        let continuesAnimation =
            former.load == contents.load && former.arrivedFrameCount != nil && contents.isLoaded
            && picture.picture?.frames != nil
        return continuesAnimation ? [.extend(picture)] : [.show(picture, transition: transition)]
    }

    /// Empties the slot.
    mutating func emptied() -> [ViewAction] { set(.nothing, of: nil, transition: nil) }

    /// Sets placeholder and indicator during loading.
    mutating func awaited() -> [ViewAction] {
        guard let current else { return [] }
        return awaitedPicture(current) + awaitedIndicator(current)
    }

    private mutating func awaitedPicture(_ load: ViewLoad) -> [ViewAction] {
        if staysMeanwhile(load) { return [] }
        let placeholder = load.plan.placeholder.map { SlotContent.placeholder($0) }
        switch (load.plan.placeholderMoment, placeholder) {
        case (.immediately, _): return set(placeholder ?? .nothing)
        case (.after(let delay), .some):
            return awaitedNothing(load) + [.wake(.placeholder, load: load.id, after: delay)]
        default: return awaitedNothing(load)
        }
    }

    /// Keeps the content if this load has set it.
    private mutating func awaitedNothing(_ load: ViewLoad) -> [ViewAction] {
        contents.load == load.id ? [] : set(.nothing)
    }

    /// Returns `true` if the content is better than the placeholder of a load.
    func staysMeanwhile(_ load: ViewLoad) -> Bool {
        contents.isLoaded
            && (contents.subject == load.subject || load.plan.keepsFormerPicture
                || load.plan.former == .keep)
    }

    private mutating func awaitedIndicator(_ load: ViewLoad) -> [ViewAction] {
        guard isAwaited, let delay = load.plan.indicatorDelay else {
            return hideIndicator()
        }
        if delay <= .zero { return indicateProgress(load) }
        return indicator == .hidden ? [.wake(.indicator, load: load.id, after: delay)] : []
    }

    /// `true` if the current load is running and has shown no complete picture.
    var isAwaited: Bool {
        guard let load = current else { return false }
        return load.isUnderWay && load.isOpen && !(contents.isImage && contents.load == load.id)
    }

    private mutating func indicateProgress(_ load: ViewLoad) -> [ViewAction] {
        indicate(load.fraction.map { .fraction($0) } ?? .busy)
    }

    /// Handles a timer whose time has come.
    ///
    /// - Parameters:
    ///   - timer: The timer.
    ///   - load: The number of the load that set it.
    /// - Returns: The actions to perform, in order.
    public mutating func fired(_ timer: ViewTimer, of load: UInt64) -> [ViewAction] {
        guard let current, current.id == load else { return [] }
        switch timer {
        case .placeholder:
            guard current.isOpen, !staysMeanwhile(current),
                let placeholder = current.plan.placeholder
            else { return [] }
            return set(.placeholder(placeholder))
        case .indicator:
            return isAwaited ? indicateProgress(current) : []
        case .transition: return current.late.map { ended($0) } ?? []
        case .growth: return regrown()
        }
    }

    /// Shows a picture of the current load by its transition rule; a result ends the load.
    mutating func arrived(
        _ response: ImageResponse, ending result: Result<ImageResponse, ImageError>? = nil
    ) -> [ViewAction] {
        guard let load = current else { return [] }
        pictured = max(pictured, load.id)
        let rule = load.plan.transitionRule
        var transition = rule.applies(to: response.origin) ? load.plan.transition : nil
        var actions: [ViewAction] = []
        // The origin confirmed that the shown picture is current.
        let isConfirmed =
            response.unchanged && contents.isImage && contents.load == load.id
            && contents.shown.picture?.size == response.image.size
        if load.plan.setsPicture, !isConfirmed {
            actions = set(.image(response.image), transition: transition)
        }
        if case .show? = actions.first {} else { transition = nil }
        guard let result else { return actions }
        if let transition, load.plan.waitsForTransition, !load.hasEnded {
            current?.late = result
            let timer = ViewAction.wake(
                .transition, load: load.id, after: transition.duration)
            return actions + [timer]
        }
        return actions + ended(result)
    }

    /// Hands an update of the current load to its caller, unless it has ended.
    func updated(_ update: ImageUpdate) -> [ViewAction] {
        guard let current, !current.hasEnded else { return [] }
        return [.update(load: current.id, update)]
    }

    /// Hands a cached picture to the caller of the current load, once.
    mutating func updated(cached response: ImageResponse) -> [ViewAction] {
        guard let current, !current.hasHandedCached else { return [] }
        self.current?.hasHandedCached = true
        return updated(.cached(response))
    }

    /// Returns `true` for the current load until it has ended.
    func isRunning(_ load: UInt64) -> Bool { current?.id == load && current?.hasEnded == false }

    /// Sets the content after a failed load.
    mutating func showFailure() -> [ViewAction] {
        guard let current else { return [] }
        let plan = current.plan
        let isOwn = contents.isLoaded && contents.subject == current.subject
        // The last good picture of the same subject, or a former load's kept for this case.
        if contents.isImage, isOwn || plan.former == .keep { return [] }
        if plan.setsPicture, let failure = plan.failureImage { return set(.failure(failure)) }
        // A partial picture is better than none.
        if isOwn { return [] }
        return set(plan.placeholder.map { .placeholder($0) } ?? .nothing)
    }

    /// Handles the end of a kept former load: its picture is better than none.
    mutating func outlived(
        _ former: ViewLoad, _ result: Result<ImageResponse, ImageError>
    ) -> [ViewAction] {
        let end = ViewAction.end(load: former.id, result)
        guard case .success(let response) = result, former.id > pictured else { return [end] }
        pictured = former.id
        guard former.plan.setsPicture else { return [end] }
        return set(.image(response.image), of: former, transition: nil) + [end]
    }

    mutating func indicate(_ newer: IndicatorState) -> [ViewAction] {
        guard indicator != newer else { return [] }
        indicator = newer
        return [.indicate(newer)]
    }

    mutating func hideIndicator() -> [ViewAction] { indicate(.hidden) }
}
