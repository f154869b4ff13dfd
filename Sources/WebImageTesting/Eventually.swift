/// Waits until a condition holds, for what happens on other threads and has no event to wait for.
///
/// It looks every two milliseconds and counts its looks, not the time between them: where threads are
/// busy with other tests for a minute, what is waited for has no turn either.
///
/// - Parameter timeout: How long it waits on a machine that is not busy.
/// - Returns: Whether the condition came to hold.
public func eventually(
    within timeout: Duration = .seconds(60), _ condition: @Sendable () -> Bool
) async -> Bool {
    let pause = Duration.milliseconds(2)
    for _ in 0..<max(Int(timeout / pause), 1) {
        if condition() { return true }
        try? await Task.sleep(for: pause)
    }
    return condition()
}
