/// URLs that are being prefetched: their progress, and the way to cancel them.
///
/// ```swift
/// let batch = pipeline.prefetch(urls)
/// for await progress in batch { bar.fraction = progress.fraction ?? 0 }
/// ```
///
/// It is a sequence of ``PrefetchProgress``, which begins with that of now and ends with the last;
/// a slow reader is told the latest only. Dropping the batch, with the iterators over it, cancels it.
public final class PrefetchBatch: AsyncSequence, Sendable {
    /// How far it has come.
    public typealias Element = PrefetchProgress

    private let run: PrefetchRun
    private let task: Task<Void, Never>

    init(_ run: PrefetchRun, _ feed: some PrefetchFeed) {
        self.run = run
        task = Task(priority: .utility) { await run.drive(feed) }
    }

    deinit { cancel() }

    /// How far it has come.
    public var progress: PrefetchProgress { run.progress }

    /// Waits for the end; cancelling the task that waits ends the waiting only.
    ///
    /// - Returns: The last progress, or that of now if the waiting was cancelled.
    @discardableResult
    public func end() async -> PrefetchProgress {
        for await _ in self {}
        return progress
    }

    /// Cancels all that is under way, and begins no more; other batches and loads go on.
    public func cancel() {
        run.cancelAll()
        task.cancel()
    }

    /// Cancels one URL, under way or still to come; another batch's load of it goes on.
    public func cancel(_ source: some ImageSourceConvertible) { run.cancel(source.imageSource) }

    /// Begins to read the progress.
    public func makeAsyncIterator() -> Iterator {
        Iterator(batch: self, updates: run.watch().makeAsyncIterator())
    }

    /// Reads the progress, and keeps the batch.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let batch: PrefetchBatch
        fileprivate var updates: AsyncStream<PrefetchProgress>.Iterator

        /// The latest progress that was not told yet, nil after the last.
        public mutating func next() async -> PrefetchProgress? {
            await updates.next(isolation: #isolation)
        }
    }
}
