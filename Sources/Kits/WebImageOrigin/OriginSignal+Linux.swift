import Glibc

/// An event that threads can await together with a socket: it fires once and stays fired.
final class OriginSignal: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() throws(OriginError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw OriginError(call: "pipe", code: errno)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Wakes all current and later waiters; the byte is never read, so it stays visible.
    func fire() {
        var byte: UInt8 = 1
        write(writeEnd, &byte, 1)
    }

    /// Waits until it fires, or for a duration.
    func wait(atMost duration: Duration) {
        _ = OriginPoll.wait(for: [(readEnd, Int16(POLLIN))], until: ContinuousClock.now + duration)
    }

    /// The descriptor and events for `poll`.
    var interest: (descriptor: Int32, events: Int16) { (readEnd, Int16(POLLIN)) }
}
