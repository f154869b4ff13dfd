package import WebImageRuntime

extension NeedsSource {
    /// Waits while all waiters of a load are suspended.
    ///
    /// Meanwhile no bytes are read, so TCP flow control stops the sender.
    ///
    /// - Parameter memory: A permit to lend to others during the wait, although its memory stays in
    ///   use: otherwise enough suspended loads would block all others.
    /// - Throws: `CancellationError` if the task is cancelled.
    package func waitWhileSuspended(pausing memory: Permit? = nil) async throws {
        guard current().needs.isSuspended else { return try Task.checkCancellation() }
        memory?.pause()
        defer { memory?.resume() }
        try await wait { !$0.isSuspended }
    }

    /// Waits until the needs meet a condition.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    package func wait(until condition: (WorkNeeds) -> Bool) async throws {
        var latest = current()
        let (updates, continuation) = AsyncStream.makeStream(of: NeedsUpdate.self)
        let unfollow = follow { continuation.yield($0) }
        defer { unfollow() }
        for await update in updates {
            if update.revision > latest.revision { latest = update }
            if condition(latest.needs) { break }
        }
        try Task.checkCancellation()
    }
}
