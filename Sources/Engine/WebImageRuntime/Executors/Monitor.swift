#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock with a condition, for threads that may block; a `Mutex` has no condition.
// Safe because the system's two objects are made for many threads, and are freed in `deinit` only.
@safe package struct Monitor: ~Copyable, @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(changed, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `body` while no other thread holds the lock.
    package func withLock<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Releases the lock until another thread wakes this one; may also return without reason.
    ///
    /// - Precondition: The caller holds the lock.
    package func wait() { unsafe pthread_cond_wait(changed, mutex) }

    package func wakeOne() { unsafe pthread_cond_signal(changed) }
    func wakeAll() { unsafe pthread_cond_broadcast(changed) }
}
