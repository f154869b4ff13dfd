public import WebImagePipeline

/// A batch of URLs that are being prefetched: its progress and its cancellation.
///
/// ```swift
/// let batch = pipeline.prefetch(urls)
/// for await progress in batch { bar.fraction = progress.fraction ?? 0 }
/// ```
///
/// It is a sequence of ``PrefetchProgress``, from the current one to the last, for one reader; a
/// slow one gets the latest only. Dropping the batch, with the iterator over it, cancels it.
public final class PrefetchBatch: AsyncSequence, Sendable {
    private let run: PrefetchRun
    private let task: Task<Void, Never>
    private let ending: Task<Void, Never>

    init(_ run: PrefetchRun, _ feed: @escaping PrefetchRun.Feed) {
        self.run = run
        ending = Task { [ended = run.ended] in for await _ in ended {} }
        task = Task(priority: .utility) { await run.drive(feed) }
    }

    deinit { cancel() }

    /// The progress now.
    public var progress: PrefetchProgress { run.progress }

    /// Waits for the end; cancelling the task that waits ends the waiting only.
    ///
    /// - Returns: The last progress, or the current one if the waiting was cancelled.
    @discardableResult
    public func end() async -> PrefetchProgress {
        // Waits in a separate task, which the caller's cancellation does not reach.
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        Task { [ending] in
            await ending.value
            end.finish()
        }
        for await _ in ends {}
        return progress
    }

    /// Cancels all running loads and starts no more; other batches and loads go on.
    public func cancel() {
        run.cancelAll()
        task.cancel()
    }

    /// Cancels `request`, running or still to come; another batch's load of it goes on.
    public func cancel(_ request: some ImageRequestConvertible) {
        run.cancel(request.imageRequest.source)
    }

    /// Returns an iterator over the progress.
    public func makeAsyncIterator() -> Iterator {
        Iterator(batch: self, updates: run.updates.makeAsyncIterator())
    }

    /// An iterator over the progress, which keeps the batch.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let batch: PrefetchBatch
        fileprivate var updates: AsyncStream<PrefetchProgress>.Iterator

        /// Returns the latest progress that was not returned yet, `nil` after the last.
        public mutating func next() async -> PrefetchProgress? {
            await updates.next(isolation: #isolation)
        }
    }
}

/// The progress of a batch; each different URL counts once.
public struct PrefetchProgress: Sendable {
    /// The number of pictures that were loaded and are kept now.
    public var done = 0
    /// The number of pictures that could not be loaded.
    public var failed = 0
    /// The number of pictures that were in a cache already.
    public var skipped = 0
    /// The number of loads that were cancelled.
    public var cancelled = 0
    /// The encoded bytes of the pictures that are done.
    public var byteCount = 0
    /// The number of all URLs without duplicates; `nil` as long as it is unknown.
    public var total: Int?
    /// The error that ended the sequence of URLs early, `nil` if none did.
    public var sourceFailure: (any Error)?
    /// `true` if nothing more will happen.
    public var isEnded = false

    init(total: Int? = nil) { self.total = total }

    /// The number of URLs that ended, with any outcome.
    public var ended: Int { done + failed + skipped + cancelled }

    /// The share that ended, 0 to 1; `nil` as long as the total is unknown.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(1, Double(ended) / Double(total)) : 1
    }
}
