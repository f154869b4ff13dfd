import Synchronization

/// Background work without a waiter: one task for each key, up to a limit.
///
/// The tasks are cancelled with the last reference to the table.
package final class BackgroundRefreshTable<Key: Hashable & Sendable>: Sendable {
    private let tasks = Mutex<[Key: Task<Void, Never>]>([:])
    private let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    deinit {
        for task in tasks.withLock({ $0.values }) { task.cancel() }
    }

    package var count: Int { tasks.withLock { $0.count } }

    /// Starts the work of a key, unless it is running or the table is full.
    package func run(_ key: Key, _ work: @escaping @Sendable () async -> Void) {
        tasks.withLock { tasks in
            guard tasks[key] == nil, tasks.count < limit else { return }
            // Made under the lock, so that its end finds the entry; it runs elsewhere.
            tasks[key] = Task { [weak self] in
                await work()
                self?.tasks.withLock { $0[key] = nil }
            }
        }
    }
}
