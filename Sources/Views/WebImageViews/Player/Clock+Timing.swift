extension Clock where Duration == Swift.Duration {
    /// Returns the time since this call, and a sleep until a time since this call.
    func timing() -> (
        elapsed: () -> Duration, sleep: @Sendable (_ until: Duration) async throws -> Void
    ) {
        let start = now
        return (
            { start.duration(to: now) },
            { try await sleep(until: start.advanced(by: $0), tolerance: nil) }
        )
    }
}
