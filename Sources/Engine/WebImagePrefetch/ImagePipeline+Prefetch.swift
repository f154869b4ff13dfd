import WebImageCaching
public import WebImageLoading
public import WebImagePipeline
import WebImageRuntime

extension ImagePipeline {
    /// Loads pictures into the caches before they are needed, after all other loads.
    ///
    /// The URLs (texts, `URL`s, requests) are read as they are needed, so a batch may have
    /// millions. A URL counts once, also if it comes again among the next 65,536; a failure ends
    /// only its own load. Batches are independent of each other. Equal loads are shared with other
    /// callers, whose higher priority then applies.
    ///
    /// - Parameters:
    ///   - urls: The URLs to load.
    ///   - options: Settings of all of them; their priority is `LoadPriority.low` unless set here.
    ///   - target: The form in which they are kept.
    ///   - check: The check of each picture before it counts; pixels in memory are always decoded.
    ///   - concurrency: The number of loads at once. One transfer of each host is left to loads of
    ///     higher priority.
    ///   - onEnd: Called for each URL that ended, before it counts; the next one waits for it.
    /// - Returns: The batch; dropping it cancels it.
    public func prefetch<URLs: Sequence>(
        _ urls: sending URLs, options: ImageOptions = ImageOptions(),
        into target: PrefetchTarget = .disk, checking check: PrefetchCheck = .pixels,
        concurrency: Int = 4,
        onEnd: (@Sendable (ImageRequest, PrefetchOutcome) async -> Void)? = nil
    ) -> PrefetchBatch where URLs.Element: ImageRequestConvertible {
        let total = urls.knownCount
        let elements = PresentElements(base: urls.makeIterator())
        return prefetch(
            SentIterator(elements).next, total: total, options, (target, check),
            concurrency, onEnd)
    }

    /// Loads pictures as their URLs arrive; see
    /// ``prefetch(_:options:into:checking:concurrency:onEnd:)``.
    ///
    /// The total is unknown until the sequence ends. If it throws, the batch ends after the URLs
    /// that came before, with ``PrefetchProgress/sourceFailure``.
    public func prefetch<URLs: AsyncSequence>(
        _ urls: sending URLs, options: ImageOptions = ImageOptions(),
        into target: PrefetchTarget = .disk, checking check: PrefetchCheck = .pixels,
        concurrency: Int = 4,
        onEnd: (@Sendable (ImageRequest, PrefetchOutcome) async -> Void)? = nil
    ) -> PrefetchBatch where URLs.Element: ImageRequestConvertible {
        prefetch(
            SentIterator(urls.makeAsyncIterator()).next, total: nil, options,
            (target, check), concurrency, onEnd)
    }

    private func prefetch(
        _ feed: @escaping PrefetchRun.Feed, total: Int?, _ options: ImageOptions,
        _ form: (PrefetchTarget, PrefetchCheck), _ concurrency: Int,
        _ onEnd: (@Sendable (ImageRequest, PrefetchOutcome) async -> Void)?
    ) -> PrefetchBatch {
        var low = ImageOptions()
        low.priority = .low
        let options = options.over(low)
        let run = PrefetchRun(
            total: total, width: concurrency,
            prepare: { await job(for: $0, options, form) }, onEnd: onEnd)
        return PrefetchBatch(run, feed)
    }

    private func job(
        for request: ImageRequest, _ options: ImageOptions,
        _ form: (target: PrefetchTarget, check: PrefetchCheck)
    ) async -> PrefetchRun.Job {
        var request = request
        request.changeAll { source in
            source.options = source.options.over(options)
            if form.target == .nothing {
                (source.memoryCaching, source.diskCaching) = (.off, .off)
            }
        }
        do throws(ImageError) {
            let prepared = try await prepare(request)
            let warming = Prewarming(
                pipeline: self, request: prepared, form.target, form.check)
            let chain = chain(of: prepared.request, form)
            // Requests with other alternatives are no duplicates.
            let others = prepared.request.alternatives.map {
                "\($0.request(for: prepared.request).source)"
            }
            let key = others.isEmpty ? warming.key : Fingerprint("\(warming.key) \(others)")
            return PrefetchRun.Job(request: request, key: key, work: chain ?? warming.outcome)
        } catch {
            let key = Fingerprint("\(request.source)")
            let chain = chain(of: completed(request), form)
            return PrefetchRun.Job(
                request: request, key: key, work: chain ?? { .failed(error) })
        }
    }

    /// Returns the work for a completed request with alternatives; nil for one without.
    private func chain(
        of request: ImageRequest, _ form: (target: PrefetchTarget, check: PrefetchCheck)
    ) -> (@Sendable () async -> PrefetchOutcome)? {
        guard !request.alternatives.isEmpty else { return nil }
        return { await prewarm(completed: request, into: form.target, checking: form.check) }
    }
}

extension Sequence {
    /// The number of elements, if it is known without reading them.
    fileprivate var knownCount: Int? {
        guard let collection = self as? any Collection else { return nil }
        // A lazily filtered collection estimates 0.
        let count = collection.underestimatedCount
        return count > 0 || collection.isEmpty ? count : nil
    }
}
