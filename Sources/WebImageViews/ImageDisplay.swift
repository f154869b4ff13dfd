/// What a toolkit's view implements: it sets what it is told, in the slot it is told.
///
/// ``ImageViewLoader`` calls it in the isolation in which the loader itself is called, and only when
/// something changes.
public protocol ImageDisplay: AnyObject {
    /// Puts a picture in the place of what a slot shows.
    ///
    /// - Parameter transition: How it comes, nil for at once. A transition under way is to be
    ///   abandoned when the next picture comes.
    func show(_ picture: SlotContent, in slot: ImageSlot, transition: ImageTransition?)

    /// Puts an indicator in the place of the one a slot shows.
    func show(_ indicator: IndicatorState, in slot: ImageSlot)
}

extension ImageDisplay {
    /// Shows no indicator.
    public func show(_ indicator: IndicatorState, in slot: ImageSlot) {}
}
