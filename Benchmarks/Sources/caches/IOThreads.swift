import Dispatch

/// Threads for file access that is awaited.
final class IOThreads: TaskExecutor {
    private let queue = DispatchQueue(label: "caches.io", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs blocking work on one of the threads.
    func run<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        // The runtime's function rethrows untyped, so the outcome is passed as a value.
        let outcome = await withTaskExecutorPreference(self) { await Self.outcome(of: work) }
        return try outcome.get()
    }

    /// Runs on the threads that the task prefers.
    @concurrent private static func outcome<Value: Sendable, Failure: Error>(
        of work: @Sendable () throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        Result { () throws(Failure) in try work() }
    }
}
