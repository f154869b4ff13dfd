import Glibc

/// Threads for blocking work, which must not run on the cooperative threads.
package enum OriginThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new detached thread.
    package static func start(
        stackSize: Int = 256 * 1024, body: @escaping @Sendable () -> Void
    ) throws(OriginError) {
        let work = Unmanaged.passRetained(Work(body: body))
        let code = create(stackSize: stackSize, context: work.toOpaque())
        guard code == 0 else {
            work.release()
            throw OriginError(call: "pthread_create", code: code)
        }
    }

    private static func create(stackSize: Int, context: UnsafeMutableRawPointer) -> Int32 {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stackSize)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        var thread = pthread_t()
        return pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, context)
    }

    /// Raises the limit of open files for thousands of connections, if allowed.
    static func raiseDescriptorLimit(to wanted: rlim_t = 16_384) {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        setrlimit(resource, &limit)
    }
}
