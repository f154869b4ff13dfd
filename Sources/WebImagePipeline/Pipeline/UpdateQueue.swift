/// What one caller was not told yet: of progress and previews the latest, and the end.
///
/// A pure state machine: ``UpdateMailbox`` drives it. Whatever order updates come in, none is
/// handed out that is older than one before, and nothing after the end.
package struct UpdateQueue {
    private let policy: PreviewPolicy
    private var cached: ImageResponse?
    private var progress: LoadProgress?
    private var preview: Preview?
    private var result: Result<ImageResponse, ImageError>?
    private var isClosed = false

    private var receivedByteCount = -1
    private var previewNumber = 0
    private var previewTime: ContinuousClock.Instant?

    /// A queue for one who wants previews like that.
    package init(previews policy: PreviewPolicy) {
        self.policy = policy
    }

    /// Takes progress and previews in; older and too frequent ones are dropped.
    package mutating func add(_ update: ImageFlightUpdate) {
        guard !isClosed, result == nil else { return }
        if let newer = update.progress, newer.receivedByteCount > receivedByteCount {
            receivedByteCount = newer.receivedByteCount
            progress = newer
        }
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

    /// Takes the end in; what was not handed out before it still is.
    package mutating func finish(_ result: Result<ImageResponse, ImageError>) {
        guard !isClosed, self.result == nil else { return }
        self.result = result
    }

    /// Drops everything: nobody listens any more.
    package mutating func close() {
        isClosed = true
        cached = nil
        progress = nil
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
        if let progress = progress.take() { return .update(.progress(progress)) }
        if let preview = preview.take() { return .update(.preview(preview.image)) }
        guard let result = result.take() else { return .wait }
        isClosed = true
        return .update(.finished(result))
    }
}
