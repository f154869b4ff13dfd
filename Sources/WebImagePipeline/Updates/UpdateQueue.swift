import WebImageCaching
import WebImageRuntime

/// What one caller was not told yet: of progress and previews the latest, and the end.
///
/// A pure state machine: ``UpdateMailbox`` drives it. Whatever order updates come in, none is
/// handed out that is older than one before, and nothing after the end.
package struct UpdateQueue {
    private let policy: PreviewPolicy
    private var cached: ImageResponse?
    private var progress: ProgressThrottle
    private var preview: Preview?
    private var result: Result<ImageResponse, ImageError>?
    private var isClosed = false

    private var previewNumber = 0
    private var previewTime: ContinuousClock.Instant?

    /// A queue for one who wants previews like that, and progress so often at most.
    package init(previews policy: PreviewPolicy, progressInterval: Duration = .zero) {
        self.policy = policy
        progress = ProgressThrottle(interval: progressInterval)
    }

    /// Takes progress and previews in; older and too frequent ones are dropped.
    package mutating func add(_ update: ImageLoadUpdate) {
        guard !isClosed, result == nil else { return }
        if let newer = update.progress { progress.add(newer, at: update.progressTime) }
        guard let newer = update.preview, newer.number > previewNumber,
            let interval = policy.interval,
            previewTime.map({ $0.duration(to: newer.time) >= interval }) ?? true
        else { return }
        previewNumber = newer.number
        previewTime = newer.time
        preview = newer
    }

    /// Takes in what the caches hold, which comes before everything else.
    package mutating func show(_ response: ImageResponse) {
        guard !isClosed, result == nil else { return }
        cached = response
    }

    /// Hands out progress that was held back, once its time has come.
    ///
    /// - Returns: How long it has to wait still; nil when nothing waits.
    package mutating func releaseProgress(at time: ContinuousClock.Instant) -> Duration? {
        isClosed || result != nil ? nil : progress.release(at: time)
    }

    /// Takes the end in; what was not handed out before it still is.
    package mutating func finish(_ result: Result<ImageResponse, ImageError>) {
        guard !isClosed, self.result == nil else { return }
        self.result = result
        progress.end()
    }

    /// Drops everything: nobody listens any more.
    package mutating func close() {
        isClosed = true
        cached = nil
        preview = nil
        result = nil
    }

    /// What a caller who asks is told.
    package enum Answer {
        /// This.
        case update(ImageUpdate)
        /// Nothing yet.
        case wait
        /// Nothing any more.
        case end
    }

    /// The next update.
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
