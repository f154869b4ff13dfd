/// The interface of a toolkit's view: it shows pictures and indicators in its slots.
///
/// ``ImageViewLoader`` calls it on the actor that calls the loader, and only for changes.
public protocol ImageDisplay: AnyObject {
    /// Replaces the picture of a slot.
    ///
    /// - Parameter transition: The transition to the picture, nil for none. The next picture ends a
    ///   transition that is still running.
    func show(_ picture: SlotContent, in slot: ImageSlot, transition: ImageTransition?)

    /// Replaces the indicator of a slot.
    func show(_ indicator: IndicatorState, in slot: ImageSlot)
}

extension ImageDisplay {
    /// Does nothing, for a view without indicators.
    public func show(_ indicator: IndicatorState, in slot: ImageSlot) {}
}
