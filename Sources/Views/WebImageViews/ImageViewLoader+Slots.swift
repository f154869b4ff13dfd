public import WebImagePipeline

extension ImageViewLoader {
    /// Returns the current or last request of a slot, available as soon as its load begins.
    public func request(in slot: ImageSlot = .image) -> ImageRequest? { entries[slot]?.request }

    /// Returns the content of a slot.
    public func shown(in slot: ImageSlot = .image) -> SlotContent {
        entries[slot]?.state.shown ?? .nothing
    }

    /// Returns the state of a slot.
    public func state(of slot: ImageSlot = .image) -> SlotState {
        entries[slot]?.state.slotState ?? .empty
    }

    /// Returns the state of a slot now and after each change; a slow reader gets the latest, and
    /// may get one twice.
    ///
    /// The sequence ends with the loader, which it does not keep alive.
    public func states(of slot: ImageSlot = .image) -> AsyncStream<SlotState> {
        let (states, observer) = AsyncStream.makeStream(
            of: SlotState.self, bufferingPolicy: .bufferingNewest(1))
        let state = state(of: slot)
        // Readers that have ended are known by an attempt; the others read the same state again.
        observers[slot]?.removeAll { former in
            if case .terminated = former.yield(state) { true } else { false }
        }
        observer.yield(state)
        observers[slot, default: []].append(observer)
        return states
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
