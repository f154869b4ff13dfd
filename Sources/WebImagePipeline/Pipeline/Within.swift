/// The outcome of `work`; a time-out when there is none in time, `cancelled` when its control says
/// so, a failure when its body is too long: late work is cancelled.
func within<Value: Sendable>(
    _ timeout: Duration?, _ control: LoadControl? = nil, _ bound: BodyBound? = nil,
    _ work: @escaping @Sendable () async throws(ImageError) -> Value
) async throws(ImageError) -> Value {
    guard timeout != nil || control != nil || bound != nil else { return try await work() }
    // Without any time the work need not begin: it could only be cancelled.
    if let timeout, timeout <= .zero { throw outOfTime(timeout) }
    let outcome = await withTaskGroup(of: Result<Value, ImageError>.self) { group in
        group.addTask {
            do throws(ImageError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        if let timeout { group.addTask { .failure(await timedOut(after: timeout)) } }
        if let control {
            group.addTask {
                await control.untilCancelled()
                return .failure(.cancelled)
            }
        }
        if let bound { group.addTask { .failure(await bound.untilExceeded()) } }
        let first = await group.next() ?? .failure(.cancelled)
        group.cancelAll()
        return first
    }
    let value = try outcome.get()
    // The body may have become too long and whole at once.
    if let failure = bound?.failure { throw failure }
    return value
}

private func timedOut(after timeout: Duration) async -> ImageError {
    do {
        try await Task.sleep(for: min(timeout, longestSleep))
    } catch {
        return .cancelled
    }
    return outOfTime(timeout)
}

private func outOfTime(_ timeout: Duration) -> ImageError {
    .load(LoadFailure(.timedOut, "no image within \(timeout.spelling)"))
}

/// What the runtime's timer can still count: 34 years.
let longestSleep = Duration.seconds(1 << 30)
