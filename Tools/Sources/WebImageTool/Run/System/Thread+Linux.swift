#if canImport(Glibc)
    import Glibc

    /// A thread of the system, for work that may block forever.
    enum Thread {
        private final class Body: Sendable {
            let run: @Sendable () -> Void
            init(_ run: @escaping @Sendable () -> Void) { self.run = run }
        }

        /// Runs `body` on a new thread; returns `false` if the system refuses one.
        static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
            var thread = pthread_t()
            let retained = Unmanaged.passRetained(Body(body))
            let code = pthread_create(
                &thread, nil,
                { argument in
                    guard let argument else { return nil }
                    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                    return nil
                }, retained.toOpaque())
            guard code == 0 else {
                retained.release()
                return false
            }
            pthread_detach(thread)
            return true
        }
    }
#endif
