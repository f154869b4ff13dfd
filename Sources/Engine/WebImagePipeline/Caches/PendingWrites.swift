import Synchronization
import WebImageCaching

/// Writes that go on after responses: they outlive their requests, and readers wait for them.
///
/// Those of one key run in their order. If too many bytes wait, a caller waits for its own write.
package final class PendingWrites: Sendable {
    private struct State: Sendable {
        /// The last write of each key; it waits for the one before.
        var last: [CacheKey: (number: UInt64, task: Task<Void, Never>)] = [:]
        var byteCount = 0
        var lastNumber: UInt64 = 0
    }

    private static let maxByteCount = 64 << 20
    private let state = Mutex(State())

    package var count: Int { state.withLock { $0.last.count } }

    /// Starts a write of a key; returns at once, unless too many bytes wait.
    func add(
        _ key: CacheKey, byteCount: Int, _ write: @escaping @Sendable () async -> Void
    ) async {
        let (task, isFull) = state.withLock { state in
            state.lastNumber += 1
            let number = state.lastNumber
            let earlier = state.last[key]?.task
            // Made under the lock, so that a reader finds it; it runs elsewhere.
            let task = Task {
                await earlier?.value
                await write()
                self.end(key, number, byteCount)
            }
            let isFull = state.byteCount > Self.maxByteCount - byteCount
            state.last[key] = (number, task)
            state.byteCount += byteCount
            return (task, isFull)
        }
        if isFull { await task.value }
    }

    /// Waits for the writes of a key, or until the task is cancelled.
    func settle(_ key: CacheKey) async {
        _ = await state.withLock { $0.last[key]?.task }?.valueUnlessCancelled()
    }

    func settleAll() async {
        for task in state.withLock({ $0.last.values.map(\.task) }) { await task.value }
    }

    private func end(_ key: CacheKey, _ number: UInt64, _ byteCount: Int) {
        state.withLock { state in
            state.byteCount -= byteCount
            if state.last[key]?.number == number { state.last[key] = nil }
        }
    }
}
