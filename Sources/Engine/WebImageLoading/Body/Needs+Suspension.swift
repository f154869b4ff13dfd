package import WebImageRuntime

extension Needs {
    /// Waits while all waiters of a load are suspended.
    ///
    /// Meanwhile no bytes are read, so TCP flow control stops the sender.
    ///
    /// - Parameter memory: A permit to lend to others during the wait, although its memory stays in
    ///   use: otherwise enough suspended loads would block all others.
    /// - Throws: `CancellationError` if the task is cancelled.
    package func waitWhileSuspended(pausing memory: Permit? = nil) async throws {
        guard current.isSuspended else { return try Task.checkCancellation() }
        memory?.pause()
        defer { memory?.resume() }
        try await wait { !$0.isSuspended }
    }

    /// Waits until the needs meet a condition.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    package func wait(until condition: (WorkNeeds) -> Bool) async throws {
        let (changes, change) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let unfollow = follow { change.yield() }
        defer { unfollow() }
        for await _ in changes where condition(current) { break }
        try Task.checkCancellation()
    }
}
