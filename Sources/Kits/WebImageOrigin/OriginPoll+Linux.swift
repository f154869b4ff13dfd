import Glibc

/// `poll` with a deadline, unaffected by signals.
enum OriginPoll {
    /// Returns the index of the first ready descriptor; nil after the deadline.
    static func wait(
        for interests: [(descriptor: Int32, events: Int16)],
        until deadline: ContinuousClock.Instant?
    ) -> Int? {
        var polled = interests.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        while true {
            let timeout = deadline.map(milliseconds) ?? -1
            let count = poll(&polled, nfds_t(polled.count), timeout)
            if count > 0 { return polled.firstIndex { $0.revents != 0 } }
            if count == 0, timeout == 0 { return nil }
        }
    }

    /// Returns the remaining time, rounded up, so that a wait never ends early.
    private static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let left = max(.zero, ContinuousClock.now.duration(to: deadline))
        let (seconds, attoseconds) = left.components
        let (whole, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
        return Int32(clamping: seconds * 1_000 + whole + (rest > 0 ? 1 : 0))
    }
}
