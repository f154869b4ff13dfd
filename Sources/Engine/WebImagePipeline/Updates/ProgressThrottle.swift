import WebImageCaching
package import WebImageLoading

/// The progress for one reader: the first, then one in an interval at most, and the last.
///
/// A pure state machine. Progress within the interval is held back until its end, or until a newer
/// one replaces it, so that a reader of a stalled transfer still gets the latest.
package struct ProgressThrottle {
    private let interval: Duration
    /// Progress without bytes, with and without a length: always reported.
    private var beginnings: [LoadProgress] = []
    private var ready: LoadProgress?
    private var heldBack: LoadProgress?
    private var newest: LoadProgress?
    private var lastTime: ContinuousClock.Instant?

    /// Creates a throttle; an interval of zero lets all progress pass.
    package init(interval: Duration) { self.interval = interval }

    /// Adds progress; progress that is no news is dropped.
    package mutating func add(_ progress: LoadProgress, at time: ContinuousClock.Instant?) {
        guard isNews(progress) else { return }
        newest = progress
        if progress.receivedByteCount == 0 {
            beginnings.append(progress)
            return
        }
        heldBack = progress
        let isWhole = progress.receivedByteCount == progress.expectedByteCount
        guard let time, !isWhole else {
            end()
            return
        }
        _ = release(at: time)
    }

    /// Releases progress that was held back, if its interval is over.
    ///
    /// - Returns: The rest of the interval; nil if nothing is held back.
    package mutating func release(at time: ContinuousClock.Instant) -> Duration? {
        guard heldBack != nil else { return nil }
        if let lastTime, case let rest = interval - lastTime.duration(to: time), rest > .zero {
            return rest
        }
        lastTime = time
        end()
        return nil
    }

    /// Releases progress that was held back.
    package mutating func end() { ready = heldBack.take() ?? ready }

    /// `true` if ``next()`` has progress.
    package var hasNext: Bool { !beginnings.isEmpty || ready != nil }

    /// Returns the next progress to report; nil if there is none now.
    package mutating func next() -> LoadProgress? {
        if !beginnings.isEmpty { return beginnings.removeFirst() }
        return ready.take()
    }

    private func isNews(_ progress: LoadProgress) -> Bool {
        guard let newest else { return true }
        return progress.receivedByteCount > newest.receivedByteCount
            || progress.receivedByteCount == newest.receivedByteCount
                && newest.expectedByteCount == nil && progress.expectedByteCount != nil
    }
}
