import Synchronization

/// A watch over the steps of a piece of work, of which one may never answer.
///
/// A step is silent while it neither ends, nor begins another step, nor waits for anything that has
/// its own limit.
package final class StepWatch: Sendable {
    private struct State: Sendable {
        /// The names of the steps that have begun, the innermost last.
        var steps: [String] = []
        var waitCount = 0
        var activeAt = SuspendingClock.now
    }

    private let state = Mutex(State())

    package init() {}

    package func begin(_ step: String) { note { $0.steps.append(step) } }

    package func end(_ step: String) {
        note { state in
            if let index = state.steps.lastIndex(of: step) { state.steps.remove(at: index) }
        }
    }

    /// Notes a wait that has its own limit.
    package func beginWait() { note { $0.waitCount += 1 } }

    package func endWait() { note { $0.waitCount -= 1 } }

    private func note(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            state.activeAt = .now
        }
    }

    /// Runs steps of the current work; if one is silent for `limit`, calls `onSilence` with its
    /// name.
    ///
    /// The timer runs on the global executor, since steps may block all threads of their own.
    package func run<Result>(
        limit: Duration, onSilence: @escaping @Sendable (_ step: String) -> Void,
        _ work: () async throws -> Result
    ) async rethrows -> Result {
        CurrentWork.current?.hold(steps: self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: globalConcurrentExecutor) {
                onSilence(try await self.silentStep(after: limit))
            }
            defer { group.cancelAll() }
            return try await work()
        }
    }

    private func silentStep(after limit: Duration) async throws -> String {
        // The longest time that the runtime's timer can count.
        let limit = min(limit, .seconds(1 << 30))
        while true {
            let (step, silence) = state.withLock { state in
                (state.steps.last, state.waitCount > 0 ? .zero : state.activeAt.duration(to: .now))
            }
            if let step, silence >= limit { return step }
            try await Task.sleep(for: step == nil ? limit : limit - silence, clock: .suspending)
        }
    }
}
