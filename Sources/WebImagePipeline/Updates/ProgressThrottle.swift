import WebImageCaching
package import WebImageLoading

/// Which progress one reader is told: the beginning, then one in a while at most, and the last.
///
/// A pure state machine. What comes too soon is held back until its time has come or a newer one
/// takes its place, so that a reader of a transfer that stalls still learns how far it came.
package struct ProgressThrottle {
    private let interval: Duration
    /// No byte yet, without and with a length: told in any case.
    private var beginnings: [LoadProgress] = []
    /// May be told.
    private var ready: LoadProgress?
    /// Must wait.
    private var heldBack: LoadProgress?
    private var newest: LoadProgress?
    private var lastTime: ContinuousClock.Instant?

    /// A pace of one in `interval` at most; all where that is zero.
    package init(interval: Duration) {
        self.interval = interval
    }

    /// Takes progress in; what is no news is dropped.
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

    /// Lets what was held back be told if its time has come.
    ///
    /// - Returns: How long it has to wait else; nil when nothing waits.
    package mutating func release(at time: ContinuousClock.Instant) -> Duration? {
        guard heldBack != nil else { return nil }
        if let lastTime, case let rest = interval - lastTime.duration(to: time), rest > .zero {
            return rest
        }
        lastTime = time
        end()
        return nil
    }

    /// Lets what was held back be told at once.
    package mutating func end() { ready = heldBack.take() ?? ready }

    /// What is told next, nil for nothing now.
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
