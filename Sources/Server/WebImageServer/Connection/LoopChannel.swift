#if Server
    import Dispatch
    import HummingbirdCore
    import Logging
    import NIOCore
    import Synchronization

    /// A channel of Hummingbird whose requests are handled on the event loop of their connection.
    ///
    /// Each read and write of a request hops between a thread of Swift's pool and the loop's thread
    /// otherwise; most of the time of a hit is in these hops. Work beyond a lookup leaves the loop.
    struct LoopChannel<Base: ServerChildChannel>: ServerChildChannel {
        let base: Base
        /// The connections, of which this one may be one too many.
        let connections: ConnectionTable

        func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
            do {
                guard let mark = connections.open(channel) else { throw ChannelError.eof }
                try channel.pipeline.syncOperations.addHandler(mark)
            } catch {
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(error)
            }
            return base.setup(channel: channel, logger: logger)
        }

        func handle(value: Base.Value, logger: Logger) async {
            let executor = LoopExecutor(loop: value.channel.eventLoop)
            await withTaskExecutorPreference(executor) {
                await base.handle(value: value, logger: logger)
            }
        }
    }

    /// An event loop that runs the tasks of a connection.
    ///
    /// A loop reads nothing while it has tasks. A client that sends its requests at once would keep
    /// it from all others, so that some jobs come from another thread, for which the loop waits.
    private final class LoopExecutor: TaskExecutor {
        private let loop: any EventLoop
        /// The jobs since the loop last waited for one.
        private let count = Atomic(0)
        private static let limit = 32

        init(loop: any EventLoop) { self.loop = loop }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            let run = { @Sendable in job.runSynchronously(on: self.asUnownedTaskExecutor()) }
            guard count.add(1, ordering: .relaxed).newValue > Self.limit else {
                return loop.execute(run)
            }
            count.store(0, ordering: .relaxed)
            DispatchQueue.global().async { [loop] in loop.execute(run) }
        }
    }
#endif
