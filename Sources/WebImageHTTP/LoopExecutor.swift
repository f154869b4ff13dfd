#if HTTP
    import NIOCore

    /// Runs tasks on an event loop: what waits for a connection of that loop wakes no other thread.
    final class LoopExecutor: TaskExecutor {
        /// The loop.
        let loop: any EventLoop

        init(_ loop: any EventLoop) { self.loop = loop }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
