import Foundation

/// The processor time that `body` takes on this thread: on a busy machine, too, what it costs.
public func processorTime(of body: () throws -> Void) rethrows -> Duration {
    let start = now()
    try body()
    return now() - start
}

private func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
