/// Waits until a condition holds, for what happens on other threads and has no event to wait for.
///
/// - Returns: Whether it came to hold within `timeout`.
public func eventually(
    within timeout: Duration = .seconds(60), _ condition: @Sendable () -> Bool
) async -> Bool {
    let end = ContinuousClock.now.advanced(by: timeout)
    while !condition() {
        guard ContinuousClock.now < end else { return false }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return true
}
