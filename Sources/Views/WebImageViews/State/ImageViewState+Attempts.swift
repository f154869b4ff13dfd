import WebImageCaching
import WebImagePipeline
public import WebImagePixels

extension ImageViewState {
    /// Looks for the picture once the view is visible and, if needed, has a size.
    mutating func attempted() -> [ViewAction] {
        guard let load = current, load.subject != nil else { return [] }
        let needsSize = load.plan.followsViewSize && viewSize == nil
        guard isVisible, !needsSize else {
            current?.isWaiting = true
            return awaited()
        }
        let attempt = nextNumber()
        current?.isWaiting = false
        // After a failure the next attempt is one like the first.
        if isFailed { current?.isOpen = true }
        current?.attempt = attempt
        current?.box = load.plan.followsViewSize ? viewSize : nil
        return failed(nil) + [.lookUp(attempt: attempt, size: current?.box)]
    }

    /// Cancels or keeps the load that the next one replaces.
    mutating func superseded(by plan: ImagePresentation) -> [ViewAction] {
        guard plan.former == .keep else { return abandonedKept() + abandoned() }
        guard let former = current, let attempt = former.attempt, !former.hasEnded else {
            return abandoned()
        }
        kept[attempt] = former
        current = nil
        return []
    }

    /// Cancels the current load; the content stays.
    mutating func abandoned() -> [ViewAction] {
        let stop = current?.attempt.map { [ViewAction.cancel(attempt: $0)] } ?? []
        current?.attempt = nil
        return stop + ended(.failure(.cancelled))
    }

    /// Cancels the former loads that were kept, the oldest first.
    mutating func abandonedKept() -> [ViewAction] {
        let former = kept.sorted { $0.key < $1.key }
        kept = [:]
        return former.flatMap { attempt, load -> [ViewAction] in
            [.cancel(attempt: attempt), .end(load: load.id, .failure(.cancelled))]
        }
    }

    /// Reports the result of the current load, unless it was reported.
    mutating func ended(_ result: Result<ImageResponse, ImageError>) -> [ViewAction] {
        current?.isOpen = false
        guard let load = current, !load.hasEnded else { return [] }
        current?.hasEnded = true
        current?.late = nil
        return [.end(load: load.id, result)]
    }

    /// Takes the size of the view in pixels; an empty one counts as none.
    ///
    /// A load that follows the view's size begins with the first size. It loads a larger picture
    /// after the view has been larger for a while. A view that shrinks keeps its picture.
    public mutating func resized(to size: PixelSize) -> [ViewAction] {
        viewSize = size.isEmpty ? nil : size
        guard let load = current, load.plan.followsViewSize else { return [] }
        if load.isWaiting { return attempted() }
        guard isOutgrown else { return [] }
        return [.wake(.growth, load: load.id, after: load.plan.growthDelay)]
    }

    /// Loads a larger picture if the view is still larger than the last one.
    mutating func regrown() -> [ViewAction] { isOutgrown ? attemptedAnew() : [] }

    /// Loads the picture in another shape, since the view places it by another rule.
    ///
    /// A load that waits begins in that shape; a picture with all pixels of its file stays.
    mutating func refitted() -> [ViewAction] {
        guard let load = current, load.plan.followsViewSize, !load.isWaiting,
            load.isUnderWay || contents.isImage && !isWhole
        else { return [] }
        return attemptedAnew()
    }

    private mutating func attemptedAnew() -> [ViewAction] {
        let stop = current?.attempt.map { [ViewAction.cancel(attempt: $0)] } ?? []
        current?.attempt = nil
        return stop + attempted()
    }

    /// `true` if a larger picture would show more than the current or loading one.
    private var isOutgrown: Bool {
        guard let load = current, !load.isWaiting, let box = load.box, let viewSize,
            viewSize.width > box.width || viewSize.height > box.height
        else { return false }
        return load.isUnderWay || contents.isImage && !isWhole
    }

    /// `true` if the shown picture has all pixels of its file.
    private var isWhole: Bool {
        guard let picture = contents.shown.picture, !picture.metadata.isVector else { return false }
        return picture.size == picture.metadata.size
    }

    /// Continues a load that was stopped or whose picture was dropped, because the view is visible.
    public mutating func appeared() -> [ViewAction] {
        guard !isVisible else { return [] }
        isVisible = true
        return current?.isWaiting == true ? attempted() : []
    }

    /// Stops loading until the view is visible again; the load then has its former priority.
    ///
    /// - Parameter dropsPicture: `true` releases the picture, to be fetched from memory again.
    public mutating func disappeared(dropsPicture: Bool) -> [ViewAction] {
        let actions = isVisible ? hidden() : []
        guard dropsPicture, contents.isLoaded else { return actions }
        // After a failure the picture may be a former load's, which nothing else would bring back.
        if contents.load == current?.id || isFailed { current?.reopen() }
        return actions + emptied()
    }

    private mutating func hidden() -> [ViewAction] {
        isVisible = false
        var actions = abandonedKept()
        if let attempt = current?.attempt {
            actions.append(.cancel(attempt: attempt))
            current?.attempt = nil
            current?.isWaiting = true
        }
        return actions + hideIndicator() + (current?.late.map { ended($0) } ?? [])
    }
}
