#if Server
    import HummingbirdCore
    import Logging
    import NIOCore

    /// A channel of Hummingbird whose requests are handled on the event loop of their connection.
    ///
    /// Each read and write of a request hops between a thread of Swift's pool and that of the loop
    /// otherwise; most of the time of a hit is in these hops. Work beyond a lookup leaves the loop.
    struct LoopChannel<Base: ServerChildChannel>: ServerChildChannel {
        let base: Base

        func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
            base.setup(channel: channel, logger: logger)
        }

        func handle(value: Base.Value, logger: Logger) async {
            let executor = LoopExecutor(loop: value.channel.eventLoop)
            await withTaskExecutorPreference(executor) {
                await base.handle(value: value, logger: logger)
            }
        }
    }

    /// An event loop that runs tasks.
    private final class LoopExecutor: TaskExecutor {
        private let loop: any EventLoop

        init(loop: any EventLoop) { self.loop = loop }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
#endif
