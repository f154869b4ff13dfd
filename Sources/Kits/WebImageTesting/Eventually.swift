/// Waits until a condition holds, for changes by other threads that cause no event.
///
/// It checks every two milliseconds and counts its checks, not the time: if other tests occupy all
/// threads, the awaited work does not run either.
///
/// - Parameter timeout: The longest wait on an idle machine.
/// - Returns: `true` if the condition holds.
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
