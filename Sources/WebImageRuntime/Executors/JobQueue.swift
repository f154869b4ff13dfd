/// Jobs that wait for a thread of a pool: the keenest first, equals in order.
// Safe because every field is read and written under the lock only.
@safe final class JobQueue: @unchecked Sendable {
    private let monitor = Monitor()
    private let maxThreads: Int
    private var jobs = RankedFifo<UnownedJob>()
    private var threadCount = 0
    private var idleCount = 0
    private var isStopped = false

    init(maxThreads: Int) {
        self.maxThreads = maxThreads
    }

    /// Adds a job; true when a thread should be started for it.
    func append(_ job: UnownedJob, _ priority: TaskPriority) -> Bool {
        monitor.withLock {
            jobs.append(job, rank: .init(priority))
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

    /// Takes back a thread the system refused.
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

    /// The next job; waits for one, nil when the queue has stopped.
    func next() -> UnownedJob? {
        monitor.withLock {
            while jobs.isEmpty && !isStopped {
                idleCount += 1
                monitor.wait()
                idleCount -= 1
            }
            return jobs.popFirst()
        }
    }

    /// Ends all threads once the jobs are done.
    func stop() {
        monitor.withLock {
            isStopped = true
            monitor.wakeAll()
        }
    }
}

/// A queue whose ends are both reached in constant time, amortized.
struct Fifo<Element> {
    private var incoming: [Element] = []
    private var outgoing: [Element] = []

    var isEmpty: Bool { incoming.isEmpty && outgoing.isEmpty }
    var count: Int { incoming.count + outgoing.count }

    mutating func append(_ element: Element) {
        incoming.append(element)
    }

    mutating func popFirst() -> Element? {
        if outgoing.isEmpty {
            outgoing = incoming.reversed()
            incoming.removeAll(keepingCapacity: true)
        }
        return outgoing.popLast()
    }
}

/// Three queues, the first of which is emptied first.
struct RankedFifo<Element> {
    /// Which queue.
    enum Rank {
        case keen, normal, low

        /// The rank of work of that priority.
        init(_ priority: TaskPriority) {
            self = priority > .medium ? .keen : priority < .medium ? .low : .normal
        }
    }

    private var keen = Fifo<Element>()
    private var normal = Fifo<Element>()
    private var low = Fifo<Element>()

    var isEmpty: Bool { keen.isEmpty && normal.isEmpty && low.isEmpty }
    var count: Int { keen.count + normal.count + low.count }

    mutating func append(_ element: Element, rank: Rank) {
        switch rank {
        case .keen: keen.append(element)
        case .normal: normal.append(element)
        case .low: low.append(element)
        }
    }

    mutating func popFirst() -> Element? {
        keen.popFirst() ?? normal.popFirst() ?? low.popFirst()
    }
}
