#if canImport(Glibc)
    import Glibc

    /// Runs `body` on a new detached thread; returns `false` if the system refuses one.
    package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        let start = Start(body: body)
        // Safe because the thread takes back the one retain made here.
        let context = unsafe Unmanaged.passRetained(start)
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        if status != 0 {
            unsafe context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// Lowers the priority of the calling thread below the threads for requests.
    package func lowerThreadPriority() {
        // On Linux each thread has its own nice value, and 0 names the caller.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    }

    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }
#endif
