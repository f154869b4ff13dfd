#if HTTP && os(Linux)
    /// The time in which a store that failed is not asked; then one caller tries.
    struct StorePause {
        private var (failureCount, end) = (0, ContinuousClock.now)
        /// `true` while one caller tries.
        var isTrying = false

        func isOn(_ now: ContinuousClock.Instant) -> Bool {
            failureCount > 0 && (isTrying || now < end)
        }

        mutating func begin() { isTrying = failureCount > 0 }

        /// Returns `true` if the store had failed before.
        mutating func succeeded() -> Bool {
            defer { (failureCount, isTrying) = (0, false) }
            return failureCount > 0
        }

        /// Begins a pause and returns it; nil for a further failure of the time before.
        mutating func failed(_ bounds: ClosedRange<Duration>) -> Duration? {
            let now = ContinuousClock.now
            defer { isTrying = false }
            guard failureCount == 0 || isTrying && now >= end else { return nil }
            let pause = min(bounds.lowerBound * (1 << min(failureCount, 30)), bounds.upperBound)
            failureCount += 1
            end = now + pause
            return pause
        }
    }
#endif
