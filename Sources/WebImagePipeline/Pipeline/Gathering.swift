#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Outcomes of work that blocks on several threads at once, for a caller that may block too.
// Safe because the outcomes are read and written under the mutex only.
@safe final class Gathering<Outcome: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let wakeUp = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var outcomes: [Outcome?]
    private var openCount: Int
    private var hasEnough = false

    private init(count: Int) {
        outcomes = Array(repeating: nil, count: count)
        openCount = count
        // Safe because both are freed in `deinit` only.
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(wakeUp, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(wakeUp)
        unsafe pthread_mutex_destroy(mutex)
        unsafe wakeUp.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `work` for 0 ..< count at once, each on a thread of its own, and waits for all, or for
    /// one whose outcome is enough; the others then end by themselves.
    static func run(
        count: Int, until isEnough: @escaping @Sendable (Outcome) -> Bool,
        _ work: @escaping @Sendable (Int) -> Outcome
    ) -> [Outcome?] {
        let gathering = Gathering(count: count)
        for index in 0..<count {
            let body: @Sendable () -> Void = {
                let outcome = work(index)
                gathering.add(outcome, at: index, isEnough: isEnough(outcome))
            }
            // Where the system has no thread to give, one after the other is what is left.
            if !startThread(body) { body() }
        }
        return gathering.wait()
    }

    private func add(_ outcome: Outcome, at index: Int, isEnough: Bool) {
        unsafe pthread_mutex_lock(mutex)
        outcomes[index] = outcome
        openCount -= 1
        hasEnough = hasEnough || isEnough
        unsafe pthread_cond_signal(wakeUp)
        unsafe pthread_mutex_unlock(mutex)
    }

    private func wait() -> [Outcome?] {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while openCount > 0 && !hasEnough { unsafe pthread_cond_wait(wakeUp, mutex) }
        return outcomes
    }
}
