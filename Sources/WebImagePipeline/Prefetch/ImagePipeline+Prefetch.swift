import WebImageCaching
public import WebImageLoading
import WebImageRuntime

extension ImagePipeline {
    /// Loads pictures into the caches before they are needed, behind all other loads.
    ///
    /// The URLs (texts, `URL`s, requests) are read as they are needed, so a batch may have millions.
    /// A URL counts once, also if it comes again among the next 65,536; a failure ends only its own
    /// load. Batches are independent of each other. Equal loads are shared with other callers, whose
    /// higher priority then applies.
    ///
    /// - Parameters:
    ///   - urls: The URLs to load.
    ///   - options: Settings of all of them; their priority is `LoadPriority.low` unless set here.
    ///   - target: The form in which they are kept.
    ///   - concurrency: The number of loads at once. One transfer of each host is left to loads of
    ///     higher priority.
    ///   - onEnd: Called for each URL that ended, before it counts; the next one waits for it.
    /// - Returns: The batch; dropping it cancels it.
    public func prefetch<URLs: Sequence>(
        _ urls: sending URLs, options: ImageOptions = ImageOptions(),
        into target: PrefetchTarget = .disk, concurrency: Int = 4,
        onEnd: (@Sendable (ImageRequest, PrefetchOutcome) async -> Void)? = nil
    ) -> PrefetchBatch where URLs.Element: ImageRequestConvertible {
        let total = urls.knownCount
        let elements = PresentElements(base: urls.makeIterator())
        return prefetch(
            SentIterator(elements).next, total: total, options, target, concurrency, onEnd)
    }

    /// Loads pictures as their URLs arrive; see ``prefetch(_:options:into:concurrency:onEnd:)``.
    ///
    /// The total is unknown until the sequence ends. If it throws, the batch ends after the URLs
    /// that came before, with ``PrefetchProgress/sourceFailure``.
    public func prefetch<URLs: AsyncSequence>(
        _ urls: sending URLs, options: ImageOptions = ImageOptions(),
        into target: PrefetchTarget = .disk, concurrency: Int = 4,
        onEnd: (@Sendable (ImageRequest, PrefetchOutcome) async -> Void)? = nil
    ) -> PrefetchBatch where URLs.Element: ImageRequestConvertible {
        prefetch(
            SentIterator(urls.makeAsyncIterator()).next, total: nil, options, target, concurrency,
            onEnd)
    }

    private func prefetch(
        _ feed: @escaping PrefetchRun.Feed, total: Int?, _ options: ImageOptions,
        _ target: PrefetchTarget, _ concurrency: Int,
        _ onEnd: (@Sendable (ImageRequest, PrefetchOutcome) async -> Void)?
    ) -> PrefetchBatch {
        var low = ImageOptions()
        low.priority = .low
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
            let whole = completed(request)
            if whole.hasInputs { return try await job(forInputsOf: whole, request, target) }
            let prepared = try await prepare(completed: whole)
            let warming = Prewarming(pipeline: self, request: prepared, target)
            return PrefetchRun.Job(request: request, key: warming.key, work: warming.outcome)
        } catch {
            let key = Fingerprint("\(request.source)")
            return PrefetchRun.Job(request: request, key: key, work: { .failed(error) })
        }
    }

    /// Returns the job that loads the inputs of a completed request, too, once it is its turn.
    private func job(
        forInputsOf whole: ImageRequest, _ request: ImageRequest, _ target: PrefetchTarget
    ) async throws(ImageError) -> PrefetchRun.Job {
        var (plain, whole) = (whole, whole)
        plain.transforms = []
        // As of the image itself.
        if whole.cachePolicy == .cachedFirst { whole.cachePolicy = .normal }
        let bare = try await prepare(completed: plain)
        var names = [
            Prewarming(pipeline: self, request: bare, target).key,
            Fingerprint(Vocabulary.write(chain: whole.transforms)),
        ]
        for (_, input) in try completedInputs(of: whole) {
            names.append(Fingerprint(try await prepare(completed: input).imageKey))
        }
        return PrefetchRun.Job(request: request, key: Fingerprint(names)) { [whole] in
            do throws(ImageError) {
                return try await resolving(whole) { prepared in
                    await Prewarming(pipeline: self, request: prepared, target).outcome()
                }
            } catch {
                if case .cancelled = error { return .cancelled }
                return .failed(error)
            }
        }
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
