/// The interface of a toolkit's view: it shows pictures and indicators in its slots.
///
/// ``ImageViewLoader`` calls it on the actor that calls the loader, and only for changes.
public protocol ImageDisplay: AnyObject {
    /// Replaces the image of a slot.
    ///
    /// - Parameters:
    ///   - picture: The content to show.
    ///   - slot: The slot that shows it.
    ///   - transition: The transition to the image, nil for none: ``ImageTransition/frame(at:)``
    ///     says what
    ///     to draw. The next image ends a transition that is still running.
    func show(_ picture: SlotContent, in slot: ImageSlot, transition: ImageTransition?)

    /// Adds frames to an animation that is still loading.
    ///
    /// - Parameters:
    ///   - picture: A later preview of the load, or its image. A player continues with
    ///     ``AnimationPlayer/extend(to:on:)``, unless that returns `false` because the load began again
    ///     with other bytes.
    ///   - slot: The slot that shows the animation.
    func extend(_ picture: SlotContent, in slot: ImageSlot)

    /// Replaces the indicator of a slot.
    ///
    /// - Parameters:
    ///   - indicator: The indicator to show; its fraction is 0 to 1.
    ///   - slot: The slot that shows it.
    func show(_ indicator: IndicatorState, in slot: ImageSlot)

    /// Offers to repeat the load of a slot, or no longer.
    ///
    /// Unlike the handler of a load, it also hears of a picture that was released out of sight and
    /// cannot be loaded again, and nothing of a former load.
    ///
    /// - Parameters:
    ///   - isFailed: `true` if the last load of the slot has failed.
    ///   - slot: The slot.
    func show(isFailed: Bool, in slot: ImageSlot)
}

extension ImageDisplay {
    /// Shows the picture as a new one without a transition, for a view that plays no animations.
    public func extend(_ picture: SlotContent, in slot: ImageSlot) {
        show(picture, in: slot, transition: nil)
    }

    /// Does nothing, for a view without indicators.
    public func show(_ indicator: IndicatorState, in slot: ImageSlot) {}

    /// Does nothing, for a view that repeats no loads.
    public func show(isFailed: Bool, in slot: ImageSlot) {}
}
