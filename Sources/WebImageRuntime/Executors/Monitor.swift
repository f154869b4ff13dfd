#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A lock whose holder may wait for another thread to change what it guards: for threads of our own,
/// which may block, since a `Mutex` cannot be waited on.
// Safe because the system's two objects are made for many threads, and are freed in `deinit` only.
@safe struct Monitor: ~Copyable, @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// A lock that nobody holds.
    init() {
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

    /// Lets others have the lock until one of them tells of a change, or without any.
    ///
    /// - Precondition: The caller holds the lock.
    package func wait() { unsafe pthread_cond_wait(changed, mutex) }

    /// Wakes one that waits.
    func wakeOne() { unsafe pthread_cond_signal(changed) }

    /// Wakes all that wait.
    func wakeAll() { unsafe pthread_cond_broadcast(changed) }
}
