import WebImageCaching
public import WebImageLoading
import WebImageRuntime

extension ImagePipeline {
    /// Loads pictures that will be wanted soon into the caches, behind all other loads.
    ///
    /// The URLs (texts, `URL`s, requests) are read as they are needed, so a batch may have millions;
    /// a URL counts once, also where it comes again among the next 65,536. One that fails ends
    /// nothing but itself. Batches don't know of each other; equal loads are shared with whoever
    /// else wants them, who raises their priority to its own.
    ///
    /// - Parameters:
    ///   - urls: What to load.
    ///   - options: Settings of all of them; their priority is ``LoadPriority/low`` unless set here.
    ///   - target: What they are kept as.
    ///   - concurrency: How many are under way at once: fewer than are allowed for one host leave
    ///     room for others.
    ///   - onEnd: Told of each URL that ended, before it counts; the next one waits for it to return.
    /// - Returns: The batch; dropping it cancels it.
    public func prefetch<URLs: Sequence>(
        _ urls: sending URLs, options: ImageOptions = ImageOptions(),
        into target: PrefetchTarget = .disk, concurrency: Int = 4,
        onEnd: (@Sendable (PrefetchResult) async -> Void)? = nil
    ) -> PrefetchBatch where URLs.Element: ImageRequestConvertible {
        let total = urls.knownCount
        return prefetch(
            SequenceFeed(urls.makeIterator()), total: total, options, target, concurrency, onEnd)
    }

    /// Loads pictures as their URLs arrive; see ``prefetch(_:options:into:concurrency:onEnd:)``.
    ///
    /// The total is unknown until the sequence ends. If it throws, the batch ends after those URLs
    /// that came before, with ``PrefetchProgress/sourceFailure``.
    public func prefetch<URLs: AsyncSequence>(
        _ urls: sending URLs, options: ImageOptions = ImageOptions(),
        into target: PrefetchTarget = .disk, concurrency: Int = 4,
        onEnd: (@Sendable (PrefetchResult) async -> Void)? = nil
    ) -> PrefetchBatch where URLs.Element: ImageRequestConvertible {
        prefetch(
            AsyncSequenceFeed(urls.makeAsyncIterator()), total: nil, options, target, concurrency,
            onEnd)
    }

    private func prefetch(
        _ feed: some PrefetchFeed, total: Int?, _ options: ImageOptions,
        _ target: PrefetchTarget, _ concurrency: Int,
        _ onEnd: (@Sendable (PrefetchResult) async -> Void)?
    ) -> PrefetchBatch {
        var low = ImageOptions()
        low[LoadPriority.self] = .low
        let options = options.over(low)
        let run = PrefetchRun(
            total: total, width: concurrency,
            prepare: { await job(for: $0, options, target) }, onEnd: onEnd)
        return PrefetchBatch(run, feed)
    }

    private func job(
        for request: ImageRequest, _ options: ImageOptions, _ target: PrefetchTarget
    ) async -> PrefetchRun.Job {
        var request = request
        request.options = request.options.over(options)
        do throws(ImageError) {
            let prepared = try await prepare(request)
            let warming = Prewarming(pipeline: self, request: prepared)
            let needsPixels = warming.needsPixels(for: target)
            return PrefetchRun.Job(
                request: request,
                key: Fingerprint(needsPixels ? prepared.imageKey : prepared.dataKey),
                work: { await warming.run(needsPixels: needsPixels) })
        } catch {
            let key = Fingerprint("\(request.source)")
            return PrefetchRun.Job(request: request, key: key, work: { .failed(error) })
        }
    }
}

extension Sequence {
    /// How many elements there are, where that is known without reading them.
    fileprivate var knownCount: Int? {
        guard let collection = self as? any Collection else { return nil }
        // What is filtered while it is read estimates 0.
        let count = collection.underestimatedCount
        return count > 0 || collection.isEmpty ? count : nil
    }
}
