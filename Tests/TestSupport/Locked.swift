import Synchronization

/// A value protected by a lock.
package final class Locked<Value: Sendable>: Sendable {
    private let state: Mutex<Value>
    package init(_ value: Value) { state = Mutex(value) }
    package var value: Value { state.withLock { $0 } }
    package func change(_ body: (inout Value) -> Void) {
        state.withLock { value in
            var copy = value
            body(&copy)
            value = copy
        }
    }
}
