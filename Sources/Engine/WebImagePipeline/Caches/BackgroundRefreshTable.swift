import Synchronization
import WebImageRuntime

/// Background work that callers may wait for: one task for each key, up to a limit.
///
/// The tasks are cancelled with the last reference to the table.
package final class BackgroundRefreshTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct State {
        var tasks: [Key: Task<Value, Never>] = [:]
        /// The moments up to which the work of a key does not begin again.
        var pauses: [Key: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int

    package init(limit: Int) { self.limit = limit }

    deinit {
        for task in state.withLock({ $0.tasks.values }) { task.cancel() }
    }

    package var count: Int { state.withLock { $0.tasks.count } }

    /// Returns the running work of a key, or begins it.
    ///
    /// - Parameters:
    ///   - interval: The least time from one begin to the next.
    ///   - work: The work; cancelled with the table only.
    /// - Returns: Nil if the work has ended and its interval has not, or if the table is full.
    @discardableResult package func run(
        _ key: Key, every interval: Duration = .zero, at now: ContinuousClock.Instant = .now,
        _ work: @escaping @Sendable () async -> Value
    ) -> Task<Value, Never>? {
        state.withLock { state in
            if let task = state.tasks[key] { return task }
            if state.pauses.count >= 16 * limit { state.pauses = state.pauses.filter { $1 > now } }
            guard state.pauses[key].map({ $0 <= now }) ?? true, state.tasks.count < limit,
                state.pauses.count < 16 * limit
            else { return nil }
            state.pauses[key] = interval > .zero ? now.advanced(by: interval) : nil
            // Made under the lock, so that its end finds the entry; it runs elsewhere, and is no
            // part of the load whose interceptor may have asked for it.
            let task = CurrentWork.$current.withValue(nil) {
                Task { [weak self] in
                    let value = await work()
                    self?.state.withLock { $0.tasks[key] = nil }
                    return value
                }
            }
            state.tasks[key] = task
            return task
        }
    }
}

extension Task where Failure == Never {
    /// Returns the value of a task that goes on if the caller is cancelled; nil then.
    func valueUnlessCancelled() async -> Success? {
        let (values, receiver) = AsyncStream.makeStream(of: Success.self)
        Task<Void, Never> {
            receiver.yield(await value)
            receiver.finish()
        }
        return await values.first { _ in true }
    }
}
