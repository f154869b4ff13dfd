package import WebImageRuntime

/// How much a cache keeps when memory runs short: a pure value, asked each time that it is told so.
///
/// Half of it the first time, everything when the shortage is full. What was just given back has to
/// have its effect before more is asked: until then the same level, or a milder one, is no news.
package struct MemoryPressurePolicy: Sendable {
    private var last: (level: PressureLevel, time: ContinuousClock.Instant)?

    /// A rule that was never asked.
    package init() {}

    /// How many bytes to keep; nil for all.
    package mutating func bytesToKeep(
        of byteCount: Int, at level: PressureLevel, now: ContinuousClock.Instant
    ) -> Int? {
        if let last, level <= last.level, last.time.duration(to: now) < Self.pause { return nil }
        last = (level, now)
        return level == .full ? 0 : byteCount / 2
    }

    /// The kernel averages over ten seconds.
    package static let pause = Duration.seconds(10)
}
