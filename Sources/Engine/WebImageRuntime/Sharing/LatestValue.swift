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

    package init(_ value: Value) { state = Mutex(State(value: value)) }

    /// The value now.
    package var current: Value { state.withLock { $0.value } }

    /// `true` after ``end()``.
    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Changes the value; the reader is not woken.
    @discardableResult package func note<Result>(_ change: (inout Value) -> Result) -> Result {
        state.withLock { change(&$0.value) }
    }

    /// Lets the reader look again.
    package func wake() {
        let reader = state.withLock { state in
            state.hasChanged = state.reader == nil
            return state.reader.take()
        }
        reader?.resume(returning: true)
    }

    /// Waits until ``wake()`` was called since the last wait; a second reader ends the wait of the
    /// first with `false`.
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
