#if GTK

    import CGTK4
    import Dispatch
    import Synchronization
    import Testing
    import WebImageGTK

    /// All tests that need a display: one after the other, since they count what is alive.
    @Suite(
        .serialized, .enabled(if: GTKThread.isRunning, "there is no display"),
        .timeLimit(.minutes(5)))
    enum GTKTests {}

    /// The thread of GTK in a process of tests, whose main thread belongs to Swift.
    enum GTKThread {
        /// `true` if there is a display; starts the thread at the first use.
        static let isRunning: Bool = {
            let started = DispatchSemaphore(value: 0)
            let state = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
            state.initialize(to: false)
            let start = Start(signal: started, hasDisplay: state)
            let data = Unmanaged.passRetained(start).toOpaque()
            g_thread_new(
                "gtk",
                { data in
                    guard let data else { return nil }
                    let start = Unmanaged<Start>.fromOpaque(data).takeRetainedValue()
                    Warnings.startCounting()
                    g_log_set_always_fatal(
                        GLogLevelFlags(
                            G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_ERROR.rawValue))
                    GTKActor.claimThread()
                    start.hasDisplay.pointee = gtk_init_check() != 0
                    start.signal.signal()
                    if start.hasDisplay.pointee { g_main_loop_run(GTKThread.loop) }
                    GTKThread.end.signal()
                    return nil
                }, data)
            started.wait()
            stopAtExit()
            return state.pointee
        }()

        // Safe because a loop may be stopped by any thread, and is never replaced.
        private nonisolated(unsafe) static let loop = g_main_loop_new(g_main_context_default(), 0)
        private static let end = DispatchSemaphore(value: 0)

        /// Stops the thread before the libraries that it uses end with the process.
        private static func stopAtExit() {
            atexit {
                g_main_loop_quit(GTKThread.loop)
                _ = GTKThread.end.wait(timeout: .now() + 2)
            }
        }

        private final class Start {
            let signal: DispatchSemaphore
            let hasDisplay: UnsafeMutablePointer<Bool>

            init(signal: DispatchSemaphore, hasDisplay: UnsafeMutablePointer<Bool>) {
                self.signal = signal
                self.hasDisplay = hasDisplay
            }
        }
    }

    /// The warnings of GLib, GDK and GTK in this process.
    enum Warnings {
        private static let number = Atomic(0)

        /// The number so far.
        static var count: Int { number.load(ordering: .acquiring) }

        /// Counts from now on; once in a process.
        static func startCounting() {
            g_log_set_writer_func(
                { level, fields, count, _ in
                    if level.rawValue & G_LOG_LEVEL_WARNING.rawValue != 0 {
                        Warnings.number.add(1, ordering: .releasing)
                    }
                    return g_log_writer_default(level, fields, count, nil)
                }, nil, nil)
        }
    }

    /// Waits on GTK's actor until a condition holds, while GTK draws and loads run.
    @GTKActor func until(turns: Int = 15_000, _ condition: () -> Bool) async -> Bool {
        for _ in 0..<turns {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(2))
        }
        return condition()
    }

#endif
