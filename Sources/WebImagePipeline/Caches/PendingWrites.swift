import Synchronization
import WebImageCaching
import WebImageRuntime

/// Writes that go on behind answers: they outlive their requests, and a reader waits for what is on its way.
///
/// Those of one key run in the order they came. No more than a number of bytes waits: beyond it,
/// whoever brings more waits for its own write.
final class PendingWrites: Sendable {
    private struct Write: Sendable {
        let id: UInt64
        let task: Task<Void, Never>
        let byteCount: Int
    }

    private struct State: Sendable {
        /// The last write of each key; it waits for the one before.
        var last: [CacheKey: Write] = [:]
        var byteCount = 0
        var lastID: UInt64 = 0
    }

    private let maxByteCount: Int
    private let state = Mutex(State())

    /// No writes, and room for so many bytes.
    init(maxByteCount: Int = 64 << 20) {
        self.maxByteCount = maxByteCount
    }

    /// The number of keys with a write under way.
    var count: Int { state.withLock { $0.last.count } }

    /// Begins a write of that key; returns when it is done if that is asked for or necessary.
    func add(
        _ key: CacheKey, byteCount: Int, waits: Bool, _ write: @escaping @Sendable () async -> Void
    ) async {
        let (task, isFull) = state.withLock { state in
            state.lastID += 1
            let id = state.lastID
            let earlier = state.last[key]?.task
            // Made under the lock so that a reader finds it; it runs elsewhere.
            let task = Task {
                await earlier?.value
                await write()
                self.end(key, id, byteCount)
            }
            let isFull = state.byteCount > maxByteCount - byteCount
            state.last[key] = Write(id: id, task: task, byteCount: byteCount)
            state.byteCount += byteCount
            return (task, isFull)
        }
        if waits || isFull { await task.value }
    }

    /// Waits for the writes of that key.
    func settle(_ key: CacheKey) async {
        await state.withLock { $0.last[key]?.task }?.value
    }

    /// Waits for all writes that have begun.
    func settleAll() async {
        for task in state.withLock({ $0.last.values.map(\.task) }) { await task.value }
    }

    private func end(_ key: CacheKey, _ id: UInt64, _ byteCount: Int) {
        state.withLock { state in
            state.byteCount -= byteCount
            if state.last[key]?.id == id { state.last[key] = nil }
        }
    }
}
