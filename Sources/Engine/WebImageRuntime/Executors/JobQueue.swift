/// Jobs that wait for a thread of a pool: the highest priority first, equals in order.
// Safe because every field is read and written under the lock only.
@safe final class JobQueue: @unchecked Sendable {
    private let monitor = Monitor()
    private let maxThreads: Int
    private var jobs = RankedFifo<UnownedJob>()
    private var threadCount = 0
    private var idleCount = 0
    private var isStopped = false

    init(maxThreads: Int) { self.maxThreads = maxThreads }

    /// Adds a job; returns `true` if a thread is to be started for it.
    func append(_ job: UnownedJob, _ priority: TaskPriority) -> Bool {
        monitor.withLock {
            jobs.append(job, priority)
            if idleCount >= jobs.count || threadCount == maxThreads {
                monitor.wakeOne()
                return false
            }
            threadCount += 1
            return true
        }
    }

    /// Counts the first thread, which the caller then starts.
    ///
    /// - Returns: `false` if there are threads.
    func beginFirstThread() -> Bool {
        monitor.withLock {
            guard threadCount == 0, !isStopped else { return false }
            threadCount = 1
            return true
        }
    }

    /// Takes back a thread that the system refused.
    ///
    /// - Returns: The jobs that wait, if there is no other thread for them.
    func threadDidNotStart() -> [UnownedJob] {
        monitor.withLock {
            threadCount -= 1
            guard threadCount == 0 else { return [] }
            var stranded: [UnownedJob] = []
            while let job = jobs.popFirst() { stranded.append(job) }
            return stranded
        }
    }

    /// Returns the next job; waits for one, nil after ``stop()``.
    func next() -> UnownedJob? {
        monitor.withLock {
            while true {
                if let job = jobs.popFirst() { return job }
                if isStopped { return nil }
                idleCount += 1
                monitor.wait()
                idleCount -= 1
            }
        }
    }

    /// Ends all threads after the last job.
    func stop() {
        monitor.withLock {
            isStopped = true
            monitor.wakeAll()
        }
    }
}

/// Queues of high, medium and low priority, emptied in this order.
private struct RankedFifo<Element> {
    // The first of a slice is removed in constant time.
    private var queues: [ArraySlice<Element>] = [[], [], []]

    var count: Int { queues.reduce(0) { $0 + $1.count } }

    mutating func append(_ element: Element, _ priority: TaskPriority) {
        queues[priority > .medium ? 0 : priority < .medium ? 2 : 1].append(element)
    }

    mutating func popFirst() -> Element? {
        for index in queues.indices {
            if let element = queues[index].popFirst() { return element }
        }
        return nil
    }
}
