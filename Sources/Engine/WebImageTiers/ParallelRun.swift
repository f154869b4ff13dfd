import WebImageRuntime

/// The outcomes of blocking work on several threads, for a caller that may block too.
// Safe because the outcomes are read and written under the lock only.
@safe final class ParallelRun<Outcome: Sendable>: @unchecked Sendable {
    private let monitor = Monitor()
    private var outcomes: [Outcome?]
    private var openCount: Int
    private var hasEnough = false

    private init(count: Int) {
        outcomes = Array(repeating: nil, count: count)
        openCount = count
    }

    /// Runs `work` for 0 ..< count, each on its own thread, and waits for the outcomes.
    ///
    /// One outcome that is enough ends the wait; the others then end by themselves.
    static func run(
        count: Int, until isEnough: @escaping @Sendable (Outcome) -> Bool,
        _ work: @escaping @Sendable (Int) -> Outcome
    ) -> [Outcome?] {
        let run = ParallelRun(count: count)
        for index in 0..<count {
            let body: @Sendable () -> Void = {
                let outcome = work(index)
                run.add(outcome, at: index, isEnough: isEnough(outcome))
            }
            // Without another thread the work runs here, one after the other.
            if !startThread(body) { body() }
        }
        return run.wait()
    }

    private func add(_ outcome: Outcome, at index: Int, isEnough: Bool) {
        monitor.withLock {
            outcomes[index] = outcome
            openCount -= 1
            hasEnough = hasEnough || isEnough
            monitor.wakeOne()
        }
    }

    private func wait() -> [Outcome?] {
        monitor.withLock {
            while openCount > 0 && !hasEnough { monitor.wait() }
            return outcomes
        }
    }
}
