/// How long each stage of a load took, in the order they ran.
public struct StageTimings: Hashable, Sendable {
    /// A stage and its time.
    public struct Entry: Hashable, Sendable {
        /// The stage's name: `memory`, `disk`, `load`, `decode`, `transform` or `store`.
        public let stage: String
        /// Its wall time.
        public let duration: Duration
    }

    /// The time of the stage memory where it answered: a hit allocates nothing.
    private var memoryNanoseconds: Int?
    private var others: [Entry] = []

    /// The stages that ran.
    public var entries: [Entry] {
        memoryNanoseconds.map {
            [Entry(stage: "memory", duration: .nanoseconds($0))] + others
        } ?? others
    }

    /// No stage has run.
    public init() {}

    /// Memory answered after so long.
    init(memoryNanoseconds: Int) {
        self.memoryNanoseconds = memoryNanoseconds
    }

    /// The time of a stage, nil when it did not run.
    public subscript(stage: String) -> Duration? {
        entries.first { $0.stage == stage }?.duration
    }

    /// All stages together.
    public var total: Duration { entries.reduce(.zero) { $0 + $1.duration } }

    mutating func append(_ stage: String, _ duration: Duration) {
        others.append(Entry(stage: stage, duration: duration))
    }
}
