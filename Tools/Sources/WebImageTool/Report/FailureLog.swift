import Synchronization

/// Tells failures on standard error; of many equal ones the first, then their number.
final class FailureLog: Sendable {
    /// The number of equal failures of different origins that are told one by one.
    private static let patience = 10

    private let counts = Mutex<[FailureCause: Int]>([:])
    private let output: Output
    private let tellsAll: Bool

    /// - Parameter tellsAll: `true` to tell every failure.
    init(output: Output, tellsAll: Bool = false) {
        self.output = output
        self.tellsAll = tellsAll
    }

    /// Tells a failure, unless enough equal ones were told.
    func tell(_ failure: SourceFailure, of source: Source) {
        let cause = FailureCause(failure, of: source)
        let count = counts.withLock { counts in
            counts[cause, default: 0] += 1
            return counts[cause] ?? 1
        }
        guard tellsAll || count <= Self.limit(of: cause) else { return }
        output.message(failure.line(for: source))
    }

    /// Tells the number of failures that were not told.
    func finish() {
        let counts = counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        guard !tellsAll else { return }
        for line in Self.lines(counts) { output.message(line) }
    }

    private static func lines(_ counts: [FailureCause: Int]) -> [String] {
        counts.compactMap { cause, count in
            let rest = count - limit(of: cause)
            guard rest > 0 else { return nil }
            return "webimage: \(rest) more like that: \(cause.stage): \(cause.reason.onOneLine)"
                + " (--verbose tells each)"
        }.sorted()
    }

    /// Returns the number to tell: one of a failure of this machine, which is none of the source.
    private static func limit(of cause: FailureCause) -> Int {
        ["store", "write"].contains(cause.stage) ? 1 : patience
    }
}

/// The cause of a failure: its stage, and its reason without the names of sources and files.
struct FailureCause: Hashable, Sendable {
    let stage: String
    let reason: String

    init(_ failure: SourceFailure, of source: Source) {
        stage = failure.stage
        let reason = failure.reason(without: source)
        // The system's words are behind the path.
        let isOfMachine = ["store", "write"].contains(failure.stage)
        self.reason =
            isOfMachine ? reason.split(separator: ": ").last.map(String.init) ?? reason : reason
    }
}
