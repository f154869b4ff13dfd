/// A bounded pool of threads for a pipeline's blocking work, apart from cooperative threads.
///
/// A thread starts if work waits and none is idle; all end with the executor. If the system refuses
/// even the first one, the work runs on cooperative threads.
package final class WorkExecutor: TaskExecutor {
    /// Starts a thread; returns `false` if the system refuses it.
    typealias Starter = @Sendable (_ body: @escaping @Sendable () -> Void) -> Bool

    private let queue: JobQueue
    private let starter: Starter

    package convenience init(maxThreads: Int) {
        self.init(maxThreads: maxThreads, starter: { startThread($0) })
    }

    init(maxThreads: Int, starter: @escaping Starter) {
        precondition(maxThreads > 0, "An executor needs at least one thread.")
        queue = JobQueue(maxThreads: maxThreads)
        self.starter = starter
    }

    deinit {
        queue.stop()
    }

    /// Adds a job of the Swift runtime after the jobs of the same priority.
    package func enqueue(_ job: consuming ExecutorJob) {
        // A job in the queue may run and end, and this executor with it: the task that awaits a job
        // keeps the executor alive, the caller of this function does not.
        let (queue, starter) = (queue, starter)
        let priority = TaskPriority(job.priority) ?? .medium
        let reference = reference
        guard queue.append(UnownedJob(job), priority) else { return }
        _ = Self.start(queue, reference, starter)
    }

    private var reference: Reference {
        // Safe because it is used only for jobs, each of which a task awaits.
        unsafe Reference(executor: asUnownedTaskExecutor())
    }

    /// Starts the first thread of the pool if it has none.
    ///
    /// - Returns: `false` if there is none and the system refuses one.
    private func ensureThread() -> Bool {
        guard queue.beginFirstThread() else { return true }
        return Self.start(queue, reference, starter)
    }

    private static func start(
        _ queue: JobQueue, _ executor: Reference, _ starter: Starter
    ) -> Bool {
        let isStarted = starter {
            while let job = queue.next() { unsafe job.runSynchronously(on: executor.executor) }
        }
        guard !isStarted else { return true }
        for job in queue.threadDidNotStart() {
            globalConcurrentExecutor.enqueue(ExecutorJob(job))
        }
        return false
    }

    /// Runs blocking work on the pool, keeping the task's cancellation and priority.
    package func run<Value: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        // Without any thread the caller's is used.
        guard ensureThread() else { return try work() }
        // The runtime's function rethrows untyped, so the outcome is passed as a value.
        let outcome = await withTaskExecutorPreference(self) { await Self.outcome(of: work) }
        return try outcome.get()
    }

    package func runAsync<Value: Sendable>(
        _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        guard ensureThread() else { return try await work() }
        return try await withTaskExecutorPreference(self) { try await Self.perform(work) }
    }

    /// Returns the value of work in a separate task, which goes on if the caller is cancelled; nil
    /// then.
    package func valueUnlessCancelled<Value: Sendable>(
        _ work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let (values, receiver) = AsyncStream.makeStream(of: Value.self)
        Task<Void, Never>(executorPreference: self) {
            receiver.yield(await work())
            receiver.finish()
        }
        return await values.first { _ in true }
    }

    /// Runs on the pool, the executor that the task prefers.
    @concurrent private static func perform<Value: Sendable>(
        _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        // The compiler switches executors only for code that runs there, and a call of an async
        // function is none: without this line the work would begin on the caller's.
        try Task.checkCancellation()
        return try await work()
    }

    /// Runs on the pool, the executor that the task prefers.
    @concurrent private static func outcome<Value: Sendable, Failure: Error>(
        of work: @Sendable () throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        do throws(Failure) {
            return .success(try work())
        } catch {
            return .failure(error)
        }
    }

    // Safe because it only names the executor; jobs are run while a task awaits them.
    @safe private struct Reference: @unchecked Sendable {
        let executor: UnownedTaskExecutor
    }
}
