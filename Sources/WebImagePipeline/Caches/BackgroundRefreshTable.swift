import Synchronization
import WebImageRuntime

/// Owns work that nobody waits for: one piece for each key, and not too many at once.
///
/// The work is cancelled with the last reference to the table.
package final class BackgroundRefreshTable<Key: Hashable & Sendable>: Sendable {
    private struct State: Sendable {
        var tasks: [Key: (number: UInt64, task: Task<Void, Never>)] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// A table that takes no more than so many pieces.
    package init(limit: Int) {
        self.limit = limit
    }

    deinit {
        let tasks = state.withLock { $0.tasks.values.map(\.task) }
        for task in tasks { task.cancel() }
    }

    /// The number of pieces under way.
    package var count: Int { state.withLock { $0.tasks.count } }

    /// Begins the work of that key, unless it is under way or the table is full.
    package func run(_ key: Key, _ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            guard state.tasks[key] == nil, state.tasks.count < limit else { return }
            state.lastNumber += 1
            let number = state.lastNumber
            // The task is made under the lock so that its end finds it; it runs elsewhere.
            let task = Task { [weak self] in
                await work()
                self?.end(key, number)
            }
            state.tasks[key] = (number, task)
        }
    }

    private func end(_ key: Key, _ number: UInt64) {
        state.withLock { state in
            if state.tasks[key]?.number == number { state.tasks[key] = nil }
        }
    }
}
