import Synchronization

/// The place of one load among those that may transfer now.
///
/// It is given back while the load only waits, and at the latest when the load ends or is cancelled,
/// even if its work goes on regardless.
final class TransferSlot: Sendable {
    private struct State: Sendable {
        var isHeld = false
        var isEntering = false
        var isOver = false
        var pauseCount = 0
    }

    private let state = Mutex(State())
    private let enterGate: @Sendable () async throws -> Void
    private let leaveGate: @Sendable () -> Void

    /// A slot that is not held yet, of the gate that `enter` and `leave` go through.
    init(enter: @escaping @Sendable () async throws -> Void, leave: @escaping @Sendable () -> Void)
    {
        enterGate = enter
        leaveGate = leave
    }

    /// Waits for the slot.
    func enter() async throws {
        let isMine = state.withLock { state in
            guard !state.isEntering, !state.isHeld, !state.isOver else { return false }
            state.isEntering = true
            return true
        }
        // Who entered meanwhile does it for all.
        guard isMine else { return }
        do {
            try await enterGate()
        } catch {
            state.withLock { $0.isEntering = false }
            throw error
        }
        let isWanted = state.withLock { state in
            state.isEntering = false
            state.isHeld = !state.isOver && state.pauseCount == 0
            return state.isHeld
        }
        if !isWanted { leaveGate() }
    }

    /// Gives the slot to others until as many ``resume()`` came.
    func pause() {
        leave { $0.pauseCount += 1 }
    }

    /// Waits for the slot again, once nobody pauses it.
    func resume() async throws {
        let isDue = state.withLock { state in
            state.pauseCount -= 1
            return state.pauseCount == 0 && !state.isOver
        }
        if isDue { try await enter() }
    }

    /// Gives the slot back for good.
    func end() {
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
