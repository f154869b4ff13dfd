#if GTK

    import CGTK4
    import Synchronization

    /// An executor whose jobs are dispatched by a source of GLib's default main context.
    // Safe because jobs are behind a lock, and GLib allows `g_source_set_ready_time` on any thread.
    final class MainContextExecutor: SerialExecutor, @unchecked Sendable {
        private struct State {
            var jobs: [UnownedJob] = []
            /// `true` from the first enqueued job until the source is dispatched.
            var isArmed = false
        }

        static let ofProcess = MainContextExecutor()

        private let state = Mutex(State())
        private let source: UnsafeMutablePointer<GSource>

        /// The time for jobs in one dispatch; the rest waits for the next, behind input and drawing.
        private static let budget = Duration.milliseconds(2)

        private init() {
            let functions = UnsafeMutablePointer<GSourceFuncs>.allocate(capacity: 1)
            functions.initialize(to: GSourceFuncs())
            functions.pointee.dispatch = { _, callback, data in callback?(data) ?? 0 }
            // Never released: the executor lives as long as the process.
            source = g_source_new(functions, guint(MemoryLayout<GSource>.size))
            g_source_set_name(source, "WebImageGTK jobs")
            // Equal priorities take turns, so neither jobs nor drawing starve.
            g_source_set_priority(source, GDK_PRIORITY_REDRAW)
            g_source_set_callback(
                source,
                { _ in
                    GTKWork.measured("jobs") { MainContextExecutor.ofProcess.drain() }
                    return gboolean(1)
                }, nil, nil)
            g_source_attach(source, g_main_context_default())
        }

        /// Adds a job, from any thread.
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let arms = state.withLock { state in
                state.jobs.append(job)
                defer { state.isArmed = true }
                return !state.isArmed
            }
            if arms { g_source_set_ready_time(source, 0) }
        }

        private func drain() {
            g_source_set_ready_time(source, -1)
            let start = ContinuousClock.now
            var jobs = state.withLock { state in
                defer { state.jobs = [] }
                state.isArmed = false
                return state.jobs[...]
            }
            while let job = jobs.popFirst() {
                job.runSynchronously(on: asUnownedSerialExecutor())
                if !jobs.isEmpty, ContinuousClock.now - start >= Self.budget {
                    putBack(jobs)
                    return
                }
            }
        }

        /// Puts jobs before those that were enqueued meanwhile.
        private func putBack(_ rest: ArraySlice<UnownedJob>) {
            state.withLock { state in
                state.jobs.insert(contentsOf: rest, at: 0)
                state.isArmed = true
            }
            g_source_set_ready_time(source, 0)
        }

        /// `true` on the thread that iterates or has claimed the context.
        func isIsolatingCurrentContext() -> Bool? {
            g_main_context_is_owner(g_main_context_default()) != 0
        }

        /// Ends the process on any other thread than that of the context.
        func checkIsolated() {
            precondition(
                g_main_context_is_owner(g_main_context_default()) != 0,
                "Code of GTKActor runs outside of the thread of GTK's main loop.")
        }
    }

#endif
