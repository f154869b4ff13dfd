import WebImageCaching

/// How long each stage of a load took, in the order they ran.
public struct StageTimings: Hashable, Sendable {
    /// A stage and its time.
    public struct Entry: Hashable, Sendable {
        /// The stage's name: `memory`, `disk`, `load`, `decode`, `transform` or `store`.
        public let stage: String
        /// Its wall time.
        public let duration: Duration
    }

    /// The stages that ran and were timed.
    public private(set) var entries: [Entry] = []

    /// No stage has run.
    public init() {}

    /// The time of a stage, nil when it did not run or was not timed.
    public subscript(stage: String) -> Duration? {
        entries.first { $0.stage == stage }?.duration
    }

    /// All stages together.
    public var total: Duration { entries.reduce(.zero) { $0 + $1.duration } }

    mutating func append(_ stage: String, _ duration: Duration) {
        entries.append(Entry(stage: stage, duration: duration))
    }
}
