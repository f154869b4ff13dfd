import Synchronization
import WebImageCaching

/// The writing threads of a trial, so that reading threads last as long.
final class CacheWriters: Sendable {
    private let count: Atomic<Int>
    private let complaints: CacheComplaints

    /// Creates a group of `count` writers; their readers end at the first violation.
    init(_ count: Int, _ complaints: CacheComplaints) {
        self.count = Atomic(count)
        self.complaints = complaints
    }

    /// Runs the work of one writer.
    func write(_ work: () throws -> Void) rethrows {
        defer { count.subtract(1, ordering: .releasing) }
        try work()
    }

    /// Reads until the last writer has ended, however late it ran, and some rounds more.
    func read(_ rounds: Int, _ look: () throws -> Void) rethrows {
        var (round, end) = (0, Int.max)
        while round < end, complaints.isEmpty {
            try look()
            round += 1
            if count.load(ordering: .acquiring) <= 0 {
                end = min(end, round + rounds)
            } else if round > rounds {
                // A lock that prefers readers would otherwise block the writers forever.
                CacheThreads.pause()
            }
        }
    }
}
