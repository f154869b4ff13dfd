#if canImport(Darwin)
    import Darwin

    /// Runs `body` on a new detached thread; returns `false` if the system refuses one.
    package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        let start = Start(body: body)
        // Safe because the thread takes back the one retain made here.
        let context = unsafe Unmanaged.passRetained(start)
        var thread: pthread_t?
        let status = unsafe pthread_create(
            &thread, nil,
            { context in
                unsafe Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        guard status == 0, let thread = unsafe thread else {
            unsafe context.release()
            return false
        }
        unsafe pthread_detach(thread)
        return true
    }

    /// Lowers the priority of the calling thread below the threads for requests.
    package func lowerThreadPriority() { _ = pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0) }

    private final class Start: Sendable {
        let body: @Sendable () -> Void
        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }
#endif
