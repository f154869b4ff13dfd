import Synchronization
import WebImageCaching

/// The threads of a trial that write, for those who read meanwhile.
final class CacheWriters: Sendable {
    private let count: Atomic<Int>
    private let complaints: CacheComplaints

    /// So many writers, whose readers end as soon as there is a complaint.
    init(_ count: Int, _ complaints: CacheComplaints) {
        self.count = Atomic(count)
        self.complaints = complaints
    }

    /// Runs the work of one of them.
    func write(_ work: () throws -> Void) rethrows {
        defer { count.subtract(1, ordering: .releasing) }
        try work()
    }

    /// Reads until the last writer has ended, however late it got its turn, and some rounds more.
    func read(_ rounds: Int, _ look: () throws -> Void) rethrows {
        var (round, end) = (0, Int.max)
        while round < end, complaints.isEmpty {
            try look()
            round += 1
            if count.load(ordering: .acquiring) <= 0 {
                end = min(end, round + rounds)
            } else if round > rounds {
                // A lock that prefers readers would keep the writers out for ever.
                CacheThreads.pause()
            }
        }
    }
}
