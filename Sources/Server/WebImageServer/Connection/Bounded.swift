#if Server
    /// The end of a wait for the work of a request.
    enum BoundedOutcome<Value: Sendable>: Sendable {
        /// The work was done.
        case done(Value)
        /// The deadline passed; the work was cancelled.
        case late
        /// The client left; the work was cancelled.
        case gone
    }

    /// Runs the work of a request until its deadline, and while its client is there.
    ///
    /// - Parameter client: The client; nil if it cannot be watched.
    func bounded<Value: Sendable>(
        by deadline: ContinuousClock.Instant, _ client: ClientPresence?,
        _ work: @escaping @Sendable () async -> Value
    ) async -> BoundedOutcome<Value> {
        await withTaskGroup(of: BoundedOutcome<Value>?.self) { group in
            group.addTask { .done(await work()) }
            group.addTask {
                try? await Task.sleep(until: deadline)
                return Task.isCancelled ? nil : .late
            }
            if let client {
                group.addTask {
                    await client.untilGone()
                    return Task.isCancelled ? nil : .gone
                }
            }
            for await outcome in group {
                guard let outcome else { continue }
                group.cancelAll()
                return outcome
            }
            return .gone
        }
    }
#endif
