/// The outcome of `work`, or a time-out when there is none in time; late work is cancelled.
func within<Value: Sendable>(
    _ timeout: Duration?, _ work: @escaping @Sendable () async throws(ImageError) -> Value
) async throws(ImageError) -> Value {
    guard let timeout else { return try await work() }
    let outcome = await withTaskGroup(of: Result<Value, ImageError>.self) { group in
        group.addTask {
            do throws(ImageError) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        }
        group.addTask {
            do {
                try await Task.sleep(for: min(timeout, longestSleep))
            } catch {
                return .failure(.cancelled)
            }
            return .failure(
                .load(LoadFailure(.timedOut, "no image within \(timeout.spelling)")))
        }
        let first = await group.next() ?? .failure(.cancelled)
        group.cancelAll()
        return first
    }
    return try outcome.get()
}

/// What the runtime's timer can still count: 34 years.
let longestSleep = Duration.seconds(1 << 30)
