public import WebImagePipeline

extension ImageViewLoader {
    /// Returns the current or last request of a slot, available as soon as its load begins.
    public func request(in slot: ImageSlot = .image) -> ImageRequest? { entries[slot]?.request }

    /// Returns the content of a slot.
    public func shown(in slot: ImageSlot = .image) -> SlotContent {
        entries[slot]?.state.shown ?? .nothing
    }

    /// Returns `true` if the load of a slot has not ended, or loads a released picture again.
    public func isLoading(_ slot: ImageSlot = .image) -> Bool {
        entries[slot]?.state.isLoading ?? false
    }

    /// Returns the received fraction of a slot's picture, 1 at the end; nil if unknown.
    public func fraction(in slot: ImageSlot = .image) -> Double? { entries[slot]?.state.fraction }

    /// The number of running tasks, for tests of leaks.
    package var taskCount: Int { entries.values.reduce(0) { $0 + $1.taskCount } }
}
