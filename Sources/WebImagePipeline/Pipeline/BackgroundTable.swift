import Synchronization

/// Owns work that nobody waits for: one piece for each key, and not too many at once.
final class BackgroundTable<Key: Hashable & Sendable>: Sendable {
    private let tasks = Mutex<[Key: Task<Void, Never>]>([:])
    private let limit: Int

    /// A table that takes no more than so many.
    init(limit: Int) {
        self.limit = limit
    }

    deinit {
        tasks.withLock { tasks in
            for task in tasks.values { task.cancel() }
        }
    }

    /// The number of pieces under way.
    var count: Int { tasks.withLock { $0.count } }

    /// Begins the work of that key, unless it is under way or the table is full.
    func run(_ key: Key, _ work: @escaping @Sendable () async -> Void) {
        tasks.withLock { tasks in
            guard tasks[key] == nil, tasks.count < limit else { return }
            // The task is made under the lock so that its end finds it; it runs elsewhere.
            tasks[key] = Task {
                await work()
                self.tasks.withLock { $0[key] = nil }
            }
        }
    }
}
