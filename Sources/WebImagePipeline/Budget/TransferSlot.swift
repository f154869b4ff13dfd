import Synchronization

/// The place of one load among those that may transfer now.
///
/// It is given back while the load only waits, and at the latest when the load ends or is cancelled,
/// even if its work goes on regardless.
package final class TransferSlot: Sendable {
    private struct State: Sendable {
        var isHeld = false
        var isEntering = false
        var isOver = false
        var pauseCount = 0

        var isWanted: Bool { !isOver && pauseCount == 0 }
    }

    private let state = Mutex(State())
    private let enterGate: @Sendable () async throws -> Void
    private let leaveGate: @Sendable () -> Void

    /// A slot that is not held yet, of the gate that `enter` and `leave` go through.
    package init(
        enter: @escaping @Sendable () async throws -> Void, leave: @escaping @Sendable () -> Void
    ) {
        enterGate = enter
        leaveGate = leave
    }

    /// Waits for the slot.
    package func enter() async throws {
        let isMine = state.withLock { state in
            guard !state.isEntering, !state.isHeld, !state.isOver else { return false }
            state.isEntering = true
            return true
        }
        // Who entered meanwhile does it for all.
        guard isMine else { return }
        repeat {
            do {
                try await enterGate()
            } catch {
                state.withLock { $0.isEntering = false }
                throw error
            }
            if isHeldNow() { return }
            leaveGate()
            // Only now may somebody else enter: a ticket is in the gate once.
        } while isWantedAgain()
    }

    /// Whether the slot that was just entered is still wanted; it is held then.
    private func isHeldNow() -> Bool {
        state.withLock { state in
            guard state.isWanted else { return false }
            (state.isHeld, state.isEntering) = (true, false)
            return true
        }
    }

    /// Whether somebody resumed while the slot was given back, and left the rest to who does that.
    private func isWantedAgain() -> Bool {
        state.withLock { state in
            state.isEntering = state.isWanted
            return state.isWanted
        }
    }

    /// Gives the slot to others until as many ``resume()`` came.
    package func pause() {
        leave { $0.pauseCount += 1 }
    }

    /// Waits for the slot again, once nobody pauses it.
    package func resume() async throws {
        let isDue = state.withLock { state in
            state.pauseCount -= 1
            return state.pauseCount == 0 && !state.isOver
        }
        if isDue { try await enter() }
    }

    /// Gives the slot back for good.
    package func end() {
        leave { $0.isOver = true }
    }

    private func leave(_ change: (inout State) -> Void) {
        let wasHeld = state.withLock { state in
            change(&state)
            defer { state.isHeld = false }
            return state.isHeld
        }
        if wasHeld { leaveGate() }
    }
}
