import WebImageCaching
import WebImageRuntime

/// The updates that one caller did not get yet: the latest progress and preview, and the result.
///
/// A pure state machine; ``UpdateMailbox`` drives it. Whatever the order of arrival, no update
/// follows a newer one, and none the result.
package struct UpdateQueue {
    private let policy: PreviewPolicy
    private let progressInterval: Duration
    /// The number of the source that is loaded now.
    private var source = 0
    private var cached: PipelineResponse?
    private var hasShown = false
    private var progress: ProgressThrottle
    private var preview: Preview?
    private var result: Result<PipelineResponse, ImageError>?
    private var isClosed = false

    private var previewNumber = 0
    private var previewTime: ContinuousClock.Instant?

    /// Creates a queue for the previews of a policy, and progress once an interval at most.
    package init(previews policy: PreviewPolicy, progressInterval: Duration = .zero) {
        (self.policy, self.progressInterval) = (policy, progressInterval)
        progress = ProgressThrottle(interval: progressInterval)
    }

    /// Begins with the next source of the request: progress starts anew, and nothing of the one
    /// before follows.
    package mutating func begin(_ source: Int) {
        self.source = source
        progress = ProgressThrottle(interval: progressInterval)
        (preview, previewNumber, previewTime) = (nil, 0, nil)
    }

    /// Adds progress and previews; older and too frequent ones are dropped.
    ///
    /// - Parameter source: The number of the source that they are of.
    package mutating func add(_ update: ImageLoadUpdate, of source: Int = 0) {
        guard !isClosed, result == nil, source == self.source else { return }
        if let newer = update.progress { progress.add(newer, at: update.progressTime) }
        guard !hasShown, let newer = update.preview, newer.number > previewNumber,
            let interval = policy.interval,
            previewTime.map({ $0.duration(to: newer.time) >= interval }) ?? true
        else { return }
        previewNumber = newer.number
        previewTime = newer.time
        preview = newer
    }

    /// Adds the content of the caches, which is delivered first; no preview follows the whole
    /// picture.
    ///
    /// The picture that was shown of the first source stays until the load ends.
    package mutating func show(_ response: PipelineResponse, of source: Int = 0) {
        guard !isClosed, result == nil, source == 0 || !hasShown else { return }
        (cached, preview, hasShown) = (response, nil, true)
    }

    /// Releases progress that was held back, if its interval is over.
    ///
    /// - Returns: The rest of the interval; nil if nothing is held back.
    package mutating func releaseProgress(at time: ContinuousClock.Instant) -> Duration? {
        isClosed || result != nil ? nil : progress.release(at: time)
    }

    /// Adds the result; updates before it are still delivered.
    package mutating func finish(_ result: Result<PipelineResponse, ImageError>) {
        guard !isClosed, self.result == nil else { return }
        self.result = result
        progress.end()
    }

    package mutating func close() {
        isClosed = true
        cached = nil
        preview = nil
        result = nil
    }

    /// `true` if ``next()`` has an update, or the end.
    package var hasNext: Bool {
        isClosed || cached != nil || progress.hasNext || preview != nil || result != nil
    }

    package enum Answer {
        case update(PipelineUpdate)
        /// Nothing yet.
        case wait
        /// Nothing any more.
        case end
    }

    package mutating func next() -> Answer {
        if isClosed { return .end }
        if let cached = cached.take() { return .update(.cached(cached)) }
        if let progress = progress.next() { return .update(.progress(progress)) }
        if let preview = preview.take() { return .update(.preview(preview.image)) }
        guard let result = result.take() else { return .wait }
        isClosed = true
        return .update(.finished(result))
    }
}
