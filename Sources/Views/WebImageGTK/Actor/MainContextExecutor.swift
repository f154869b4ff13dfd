#if GTK

    import CGTK4
    import Synchronization

    /// An executor whose jobs are dispatched by a source of GLib's default main context.
    // Safe because jobs are under a lock, and GLib allows `g_source_set_ready_time` on any thread.
    final class MainContextExecutor: SerialExecutor, @unchecked Sendable {
        /// Jobs in the order in which they run.
        private struct Queue {
            private var jobs: [UnownedJob] = []
            /// The number of jobs at the beginning of `jobs` that have been taken.
            private var taken = 0

            var isEmpty: Bool { jobs.isEmpty }

            mutating func append(_ job: UnownedJob) { jobs.append(job) }

            /// Removes the first job; nil for none.
            mutating func next() -> UnownedJob? {
                guard taken < jobs.count else { return nil }
                defer { if taken == jobs.count || taken >= 1000 { removeTaken() } }
                taken += 1
                return jobs[taken - 1]
            }

            private mutating func removeTaken() {
                if taken == jobs.count {
                    jobs.removeAll(keepingCapacity: taken < 1000)
                } else if taken * 2 < jobs.count {
                    return
                } else {
                    jobs.removeFirst(taken)
                }
                taken = 0
            }
        }

        static let ofProcess = MainContextExecutor()

        private let queue = Mutex(Queue())
        private let source: UnsafeMutablePointer<GSource>

        /// The time for jobs in one dispatch; the rest waits for the next, after input and drawing.
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
            // A job may run its own main loop, such as a dialogue's, which waits for jobs.
            g_source_set_can_recurse(source, 1)
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
            queue.withLock { queue in
                if queue.isEmpty { g_source_set_ready_time(source, 0) }
                queue.append(job)
            }
        }

        /// Runs jobs until there are none or the time is over; then the source is dispatched again.
        private func drain() {
            let start = ContinuousClock.now
            while let job = next() {
                job.runSynchronously(on: asUnownedSerialExecutor())
                if ContinuousClock.now - start >= Self.budget { return }
            }
        }

        private func next() -> UnownedJob? {
            queue.withLock { queue in
                let job = queue.next()
                if queue.isEmpty { g_source_set_ready_time(source, -1) }
                return job
            }
        }

        /// `true` on the thread that iterates or has claimed the context.
        func isIsolatingCurrentContext() -> Bool? {
            g_main_context_is_owner(g_main_context_default()) != 0
        }

        /// Ends the process on any other thread than the context's.
        func checkIsolated() {
            precondition(
                g_main_context_is_owner(g_main_context_default()) != 0,
                "Code of GTKActor runs outside of the thread of GTK's main loop.")
        }
    }

#endif
