import Synchronization

/// The latest value for one reader, which waits for changes.
package final class LatestValue<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value
        var hasChanged = false
        var hasEnded = false
        var reader: CheckedContinuation<Bool, Never>?
    }

    private let state: Mutex<State>

    /// Creates a value that nothing was noted of.
    package init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The value now.
    package var current: Value { state.withLock { $0.value } }

    /// `true` after ``end()``.
    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Changes the value; the reader is not woken.
    package func note<Result>(_ change: (inout Value) -> Result) -> Result {
        state.withLock { change(&$0.value) }
    }

    /// Changes the value, and wakes the reader.
    @discardableResult package func set<Result>(_ change: (inout Value) -> Result) -> Result {
        defer { wake() }
        return note(change)
    }

    /// Lets the reader look again.
    package func wake() {
        let reader = state.withLock { state in
            state.hasChanged = state.reader == nil
            return state.reader.take()
        }
        reader?.resume(returning: true)
    }

    /// Waits for a ``wake()`` since the last wait; a second reader takes the place of the first.
    ///
    /// - Returns: `false` after the end.
    package func change() async -> Bool {
        await withCheckedContinuation { continuation in
            let (former, answer) = state.withLock {
                state -> (CheckedContinuation<Bool, Never>?, Bool?) in
                if state.hasEnded { return (nil, false) }
                let former = state.reader.take()
                if !state.hasChanged { state.reader = continuation }
                defer { state.hasChanged = false }
                return (former, state.hasChanged ? true : nil)
            }
            former?.resume(returning: false)
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Ends the wait of the reader, now and later.
    package func end() {
        let reader = state.withLock { state in
            state.hasEnded = true
            return state.reader.take()
        }
        reader?.resume(returning: false)
    }
}
