import WebImagePipeline
import WebImagePixels

// The driver: it performs the actions of the slots' states.
extension ImageViewLoader {
    func changeAll(
        on actor: isolated any Actor, _ body: (inout ImageViewState) -> [ViewAction]
    ) {
        for slot in entries.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
            change(slot, on: actor, body)
        }
    }

    func change(
        _ slot: ImageSlot, on actor: isolated any Actor,
        _ body: (inout ImageViewState) -> [ViewAction]
    ) {
        guard var state = entries[slot]?.state else { return }
        let todo = body(&state)
        entries[slot]?.state = state
        act(todo, in: slot, on: actor)
    }

    /// Performs actions of a state in order; actions that callers cause meanwhile follow.
    func act(
        _ newer: [ViewAction], in slot: ImageSlot, on actor: isolated any Actor
    ) {
        actions += newer.map { (slot, $0) }
        guard !isActing else { return }
        isActing = true
        repeat {
            var next = 0
            while next < actions.count {
                let (slot, action) = actions[next]
                next += 1
                perform(action, in: slot, on: actor)
            }
            actions = []
        } while reportState()
        isActing = false
    }

    /// Reports the new state of one slot; returns `false` if all states are known.
    private func reportState() -> Bool {
        for (slot, entry) in entries {
            let state = entry.state.slotState
            guard !state.isSame(as: entry.reported) else { continue }
            entries[slot]?.reported = state
            observers[slot]?.removeAll { observer in
                if case .terminated = observer.yield(state) { true } else { false }
            }
            if display != nil { onStateChange?(state, slot) }
            return true
        }
        return false
    }

    private func perform(
        _ action: ViewAction, in slot: ImageSlot, on actor: isolated any Actor
    ) {
        switch action {
        case .lookUp(let attempt, let size): lookUp(attempt, size, in: slot, on: actor)
        case .start(let attempt): start(attempt, in: slot, on: actor)
        case .cancel(let attempt):
            entries[slot]?.attempts.removeValue(forKey: attempt)?.cancel()
            entries[slot]?.stopPacing(of: attempt)
        case .show(let picture, let transition):
            display?.show(picture, in: slot, transition: transition)
        case .extend(let picture): display?.extend(picture, in: slot)
        case .indicate(let indicator): display?.show(indicator, in: slot)
        case .fail(let isFailed): display?.show(isFailed: isFailed, in: slot)
        case .wake(let timer, let load, let delay):
            wake(timer, load, after: delay, in: slot, on: actor)
        case .update(let load, let update):
            // A handler before may have ended the load, or released the view.
            guard display != nil, let entry = entries[slot], entry.state.isRunning(load) else {
                return
            }
            entry.updates[load]?(update)
        case .end(let load, let result):
            entries[slot]?.stopTimers(of: load)
            entries[slot]?.updates[load] = nil
            entries[slot]?.ends.removeValue(forKey: load)?(result)
        }
    }
}
