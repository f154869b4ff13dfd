import WebImageLoading
import WebImageRuntime

/// The limits of one caller, apart from the others that wait for the same work.
struct CallerLimits: Sendable {
    /// The longest wait for the result.
    let timeout: Duration?
    let control: LoadControl?
    /// The longest body the caller takes.
    let body: BodyBound?

    init(_ request: PreparedRequest) {
        timeout = request.timeout
        control = request.control
        body = BodyBound(request.options[MaxBodyBytes.self])
    }

    /// `true` if anything but the result and the task ends the wait.
    var isAny: Bool { timeout != nil || control != nil || body != nil }

    /// Returns the outcome of `work`, which is cancelled when a limit is reached first.
    ///
    /// - Throws: What `work` throws, `load` of kind `timedOut` or `tooLarge`, and `cancelled` when the
    ///   control says so.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        guard isAny else { return try await work() }
        return try await race(work)
    }

    // Not inlined, so that a caller without limits has no room for this in its frame.
    @inline(never) private func race<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(ImageError) -> Value
    ) async throws(ImageError) -> Value {
        // Without any time the work need not begin: it could only be cancelled.
        if let timeout, timeout <= .zero { throw Self.timedOut(timeout) }
        let outcome = await withTaskGroup(of: Result<Value, ImageError>.self) { group in
            group.addTask {
                do throws(ImageError) {
                    return .success(try await work())
                } catch {
                    return .failure(error)
                }
            }
            if let timeout { group.addTask { .failure(await Self.wait(timeout)) } }
            if let control {
                group.addTask {
                    await control.untilCancelled()
                    return .failure(.cancelled)
                }
            }
            if let body { group.addTask { .failure(await body.untilExceeded()) } }
            let first = await group.next() ?? .failure(.cancelled)
            group.cancelAll()
            return first
        }
        let value = try outcome.get()
        // The body may have become too long and whole at once.
        if let failure = body?.failure { throw failure }
        return value
    }

    private static func wait(_ timeout: Duration) async -> ImageError {
        do {
            try await Task.sleep(for: min(timeout, longestSleep))
        } catch {
            return .cancelled
        }
        return timedOut(timeout)
    }

    private static func timedOut(_ timeout: Duration) -> ImageError {
        .load(LoadFailure(.timedOut, "no image within \(timeout.spelling)"))
    }
}

/// The longest time that the runtime's timer can count: 34 years.
let longestSleep = Duration.seconds(1 << 30)
