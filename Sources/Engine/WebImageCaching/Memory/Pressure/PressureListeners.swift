import Synchronization

/// The listeners of a memory cache that gives memory back under pressure.
package final class PressureListeners: Sendable {
    /// A function and the object it belongs to.
    package struct Listener: Sendable {
        let object: ObjectIdentifier?
        let report: @Sendable (_ freedByteCount: Int, _ keptByteCount: Int) -> Void

        /// - Parameter object: An object that is notified once however often it is added; `nil` to
        ///   call the function always.
        package init(
            object: ObjectIdentifier?,
            report: @escaping @Sendable (_ freedByteCount: Int, _ keptByteCount: Int) -> Void
        ) {
            self.object = object
            self.report = report
        }
    }

    private struct State: Sendable {
        var lastID: UInt64 = 0
        var listeners: [UInt64: [Listener]] = [:]
    }

    private let state = Mutex(State())

    /// Adds listeners; returns the number that removes them.
    package func add(_ listeners: [Listener]) -> UInt64 {
        state.withLock { state in
            state.lastID += 1
            state.listeners[state.lastID] = listeners
            return state.lastID
        }
    }

    package func remove(_ id: UInt64) {
        // Freed after unlocking: a listener's `deinit` may run any code.
        let former = state.withLock { $0.listeners.removeValue(forKey: id) }
        withExtendedLifetime(former) {}
    }

    func report(freedByteCount: Int, keptByteCount: Int) {
        var told: Set<ObjectIdentifier> = []
        for listener in state.withLock({ $0.listeners.values.flatMap(\.self) }) {
            if let object = listener.object, !told.insert(object).inserted { continue }
            listener.report(freedByteCount, keptByteCount)
        }
    }
}
